import { formatDate } from '#src/shared/dates.ts';
import { type Destination, isInPlace } from '#src/shared/postal-address/places.ts';

/** What a certificate is, as a sentence names it. */
export const CERTIFICATE_KINDS = {
  resale: 'resale certificate',
  manufacturing: 'manufacturing exemption certificate',
  nonprofit: 'nonprofit exemption certificate',
  government: 'government exemption certificate',
  other: 'exemption certificate',
} as const;

export type CertificateKind = keyof typeof CERTIFICATE_KINDS;

export const CERTIFICATE_KIND_NAMES = Object.keys(CERTIFICATE_KINDS) as [CertificateKind, ...CertificateKind[]];

/** What is stored. That one has expired follows from its last day. */
export const STORED_STATES = ['pending', 'approved', 'rejected', 'withdrawn'] as const;

export type StoredState = (typeof STORED_STATES)[number];

export type ExemptionState = StoredState | 'expired';

/** What a list can be narrowed to. `expiring` are those approved ones that expire soon. */
export const EXEMPTION_VIEWS = ['pending', 'approved', 'expiring', 'expired', 'rejected', 'withdrawn'] as const;

/** Whoever decides, and what they may make of a certificate in each state. */
const TRANSITIONS: Readonly<Record<'owner' | 'staff', Readonly<Record<StoredState, readonly StoredState[]>>>> = {
  owner: { pending: ['withdrawn'], approved: ['withdrawn'], rejected: ['withdrawn'], withdrawn: [] },
  staff: { pending: ['approved', 'rejected'], approved: ['rejected'], rejected: ['approved'], withdrawn: [] },
};

export const canBecome = (by: 'owner' | 'staff', from: StoredState, to: StoredState): boolean =>
  TRANSITIONS[by][from].includes(to);

/** A country, or one of its regions as addresses have it. */
export interface ExemptPlace {
  country: string;
  /** Empty for the whole country. */
  region: string;
}

/** A certificate that makes purchases tax-exempt. */
export interface ExemptionInForce {
  id: string;
  kind: CertificateKind;
  /** May be blank. */
  certificateNumber: string;
  /** The last day, in the shop's time zone; null if it does not expire. */
  validUntil: string | null;
}

/** The state on a day in the shop's time zone. What nobody has decided about or what was refused does not expire. */
export function getState(
  { state, validUntil }: { state: StoredState; validUntil: string | null },
  today: string,
): ExemptionState {
  return state === 'approved' && validUntil !== null && validUntil < today ? 'expired' : state;
}

/** Whether the places of a certificate cover an address. */
export const coversDestination = (places: readonly ExemptPlace[], destination: Destination): boolean =>
  places.some((place) => isInPlace({ ...place, postalFrom: '', postalTo: '' }, destination));

/** 'resale certificate 12-345' */
export const nameCertificate = ({ kind, certificateNumber }: Pick<ExemptionInForce, 'kind' | 'certificateNumber'>) =>
  [CERTIFICATE_KINDS[kind], certificateNumber].filter(Boolean).join(' ');

/** A day, 'YYYY-MM-DD', as people read it. */
export const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`, 'UTC');

/** What papers say if a certificate is the reason that no tax is charged. */
export function describeExemption(exemption: ExemptionInForce): string {
  const { validUntil } = exemption;
  const until = validUntil === null ? '' : `, valid until ${formatDay(validUntil)}`;
  return `Tax-exempt: ${nameCertificate(exemption)}${until}.`;
}

/** From how many days before its last one a certificate is listed as expiring. */
export const EXPIRING_DAYS = 60;

export const MAX_CERTIFICATE_BYTES = 4 * 1024 * 1024;
/** Of one account: in all, and how many may wait for a decision. */
export const MAX_EXEMPTIONS = 20;
export const MAX_PENDING = 3;
/** The states of the United States, its territories, and a few countries. */
export const MAX_PLACES = 80;
export const MAX_NUMBER_LENGTH = 60;
export const MAX_REASON_LENGTH = 500;
