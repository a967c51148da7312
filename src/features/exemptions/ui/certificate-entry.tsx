import { type ReactNode, useState } from 'react';
import { saveFile } from '#src/shared/save-file.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { DENSE_ENTRY } from '#src/shared/ui/inbox-item.tsx';
import type { WireExemption } from '../contract.ts';
import { exemptionCopy as copy, namePlaces } from '../copy.ts';
import { type ExemptionState, formatDay } from '../rules.ts';

const BADGES = {
  pending: { icon: 'clock', color: 'text-ink' },
  approved: { icon: 'circle-check', color: 'text-good' },
  rejected: { icon: 'circle-alert', color: 'text-bad' },
  expired: { icon: 'circle-alert', color: 'text-bad' },
  withdrawn: { icon: 'archive', color: 'text-muted' },
} as const satisfies Record<ExemptionState, object>;

/** The mark of what was just done. */
export const DONE = BADGES.approved;

/** A certificate as a heading and in sentences: 'Resale, no. 12-345'. */
export const nameEntry = ({ kind, certificateNumber }: WireExemption): string =>
  copy.heading(copy.kinds[kind], certificateNumber);

/** The DOM id of the heading of a certificate, which describes its buttons. */
export const getEntryId = ({ _id }: WireExemption): string => `certificate-${_id}`;

interface CertificateEntryProps {
  certificate: WireExemption;
  heading: 'h2' | 'h3';
  /** Shown before the other facts. */
  owner?: ReactNode;
  /** Says what its owner should do before it expires. */
  renew?: string | undefined;
  actions: ReactNode;
}

/** A certificate with its state, its places and its last day. Its file can be saved. */
export function CertificateEntry({ certificate, heading: Heading, owner, renew, actions }: CertificateEntryProps) {
  const { _id, state, places, validUntil, createdAt, isExpiring, reason } = certificate;
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    if (isSaving) return;
    setIsSaving(true);
    setError((await saveFile(`/api/exemptions/${_id}/certificate.pdf`))?.detail ?? null);
    setIsSaving(false);
  };
  return (
    <article
      aria-labelledby={getEntryId(certificate)}
      className={`grid gap-3 border-line border-b py-5 compact:gap-1 compact:py-2 dense:py-1.5 ${DENSE_ENTRY}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 dense:w-full">
        <Heading
          id={getEntryId(certificate)}
          className="min-w-0 font-bold text-lead leading-snug tracking-tight wrap-anywhere dense:text-fine"
        >
          {nameEntry(certificate)}
        </Heading>
        <span className="flex flex-wrap gap-x-4">
          {isExpiring && (
            <Badge icon="clock" color="text-ink">
              {copy.expiring}
            </Badge>
          )}
          <Badge {...BADGES[state]}>{copy.states[state]}</Badge>
        </span>
      </div>
      {owner}
      <dl className="grid grid-cols-2 gap-x-8 gap-y-2 text-fine lg:grid-cols-3">
        <Fact name={copy.places}>{namePlaces(places)}</Fact>
        <Fact name={copy.validUntil}>
          {validUntil ? <span className="figures">{formatDay(validUntil)}</span> : copy.noExpiry}
        </Fact>
        <Fact name={copy.uploaded}>
          <span className="figures">
            <DateOnly at={createdAt} />
          </span>
        </Fact>
      </dl>
      {reason && (
        <p className="border border-line bg-sheet px-4 py-3 whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">{copy.reason}</span> {reason}
        </p>
      )}
      {isExpiring && renew && <p className="text-fine text-muted">{renew}</p>}
      {error && (
        <p role="alert" className="text-bad text-fine">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 dense:ml-auto">
        {actions}
        <Button
          variant="secondary"
          pending={isSaving}
          aria-describedby={getEntryId(certificate)}
          onClick={() => void save()}
        >
          {copy.open}
        </Button>
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
