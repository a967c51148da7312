import { DateTime } from '#src/shared/ui/date-time.tsx';
import type { TimelineEntry } from '../contract.ts';
import { purchaseCopy } from '../copy.ts';

const { by: copy } = purchaseCopy;

/** What has happened to a purchase, in order. `isBuyer`: the reader is the buyer. */
export function PurchaseTimeline({ entries, isBuyer }: { entries: readonly TimelineEntry[]; isBuyer: boolean }) {
  return (
    <ol className="grid">
      {entries.map((entry, at) => (
        // Two mails can look the same, and no entry ever moves.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={at} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
          <p className="figures text-fine text-muted sm:pt-0.5">
            <DateTime at={entry.at} />
          </p>
          <div className="min-w-0 wrap-anywhere">
            <p>
              {entry.text} <span className="text-fine text-muted">{toActor(entry, isBuyer)}</span>
            </p>
            {entry.note && <p className="whitespace-pre-line text-fine text-muted">{entry.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function toActor({ by, name }: TimelineEntry, isBuyer: boolean): string {
  if (!by) return '';
  if (by === 'buyer') return isBuyer ? copy.you : copy.buyer;
  return by === 'shop' && name ? `by ${name}` : copy[by];
}
