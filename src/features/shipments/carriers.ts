/** A carrier whose tracking pages we know. */
interface Carrier {
  name: string;
  /** The URL of its tracking page, with `{number}` for the tracking number. */
  tracking: string;
}

/** The carriers to choose from. Each shipment stores a key, so keys must not change. */
export const CARRIERS = {
  ups: { name: 'UPS', tracking: 'https://www.ups.com/track?tracknum={number}' },
  fedex: { name: 'FedEx', tracking: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  usps: { name: 'USPS', tracking: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}' },
  dhl: {
    name: 'DHL',
    tracking: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id={number}',
  },
  dpd: { name: 'DPD', tracking: 'https://tracking.dpd.de/status/en_US/parcel/{number}' },
  gls: { name: 'GLS', tracking: 'https://gls-group.eu/track/{number}' },
  royal_mail: {
    name: 'Royal Mail',
    tracking: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  },
  canada_post: {
    name: 'Canada Post',
    tracking: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  },
  ontrac: { name: 'OnTrac', tracking: 'https://www.ontrac.com/tracking/?number={number}' },
  purolator: { name: 'Purolator', tracking: 'https://www.purolator.com/en/shipping/tracker?pin={number}' },
  postnl: { name: 'PostNL', tracking: 'https://postnl.nl/tracktrace/?B={number}' },
  la_poste: { name: 'La Poste', tracking: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}' },
} as const satisfies Record<string, Carrier>;

const BY_KEY: ReadonlyMap<string, Carrier> = new Map(Object.entries(CARRIERS));
const KEY_BY_NAME = new Map(Object.entries(CARRIERS).map(([key, { name }]) => [name.toLowerCase(), key]));

/** The key of a carrier that was chosen, or whose name was typed. Any other text is returned unchanged. */
export function toCarrierKey(text: string): string {
  return BY_KEY.has(text) ? text : (KEY_BY_NAME.get(text.toLowerCase()) ?? text);
}

/** The name by which people know a carrier. */
export function nameCarrier(carrier: string): string {
  return BY_KEY.get(carrier)?.name ?? carrier;
}

/** Whether carriers print this on labels: up to 39 characters, at least half of them digits. */
function isTrackingNumber(text: string): boolean {
  return /^[A-Za-z0-9-]{4,39}$/.test(text) && 2 * text.replaceAll(/\D/g, '').length >= text.length;
}

/** Spaces on a label are between groups of a few characters. Longer ones are numbers of their own. */
const WHOLE_NUMBER_LENGTH = 9;

/**
 * The page on which a known carrier tracks this number. Null for other carriers, and for anything but one number, such
 * as two of them or a pasted address: the link would lead nowhere.
 */
export function getTrackingUrl(carrier: string, tracking: string): string | null {
  const known = BY_KEY.get(carrier);
  const parts = tracking.split(/\s+/);
  const isSeveral = parts.filter(({ length }) => length >= WHOLE_NUMBER_LENGTH).length > 1;
  const number = parts.join('');
  return known && !isSeveral && isTrackingNumber(number) ? known.tracking.replace('{number}', number) : null;
}
