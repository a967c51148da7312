import { useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { HistoryEntry, ToolHistory } from '../contract.ts';
import { catalogueCopy, describeEntry } from '../copy.ts';

const { history: copy } = catalogueCopy;

/** How many entries are read at once. */
export const HISTORY_PAGE_SIZE = 20;

/** The adjustments and prices of a tool, newest first. Older ones are read on demand. */
export function ToolHistoryList({ toolId, entries: newest }: { toolId: string; entries: readonly HistoryEntry[] }) {
  /** All entries read so far, newest first. */
  const [entries, setEntries] = useState(newest);
  const [known, setKnown] = useState(newest);
  if (newest !== known) {
    setKnown(newest);
    setEntries(append(newest, entries));
  }
  const [isComplete, setIsComplete] = useState(newest.length < HISTORY_PAGE_SIZE);
  const { isPending, problem, run } = useAction();

  const readOlder = async () => {
    const before = entries.at(-1)?._id ?? '';
    const path = `/tools/${toolId}/history?limit=${HISTORY_PAGE_SIZE}&before=${before}`;
    const result = await run(() => callApi<ToolHistory>(path));
    if (!result.ok) return;
    const page = result.value.entries;
    setEntries((read) => append(read, page));
    setIsComplete(page.length < HISTORY_PAGE_SIZE);
  };

  return (
    <Section id="history" title={copy.title}>
      <p className="mt-3 max-w-prose text-muted">{copy.text}</p>
      <ol className="mt-4 max-w-3xl">
        {entries.map((entry) => (
          <li key={entry._id} className="grid gap-x-6 border-line border-b py-2.5 sm:grid-cols-[14rem_1fr]">
            <span className="text-fine text-muted">
              <DateTime at={entry.at} />
            </span>
            <span className="min-w-0 wrap-anywhere">
              {describeEntry(entry)} <span className="text-fine text-muted">by {entry.by ?? copy.shop}</span>
            </span>
          </li>
        ))}
      </ol>
      <FormError>{problem && copy.failed}</FormError>
      {!isComplete && (
        <Button variant="secondary" className="mt-4" pending={isPending} onClick={() => void readOlder()}>
          {copy.older}
        </Button>
      )}
    </Section>
  );
}

/** Joins two pages of entries and drops those of the second that are also in the first. */
function append(first: readonly HistoryEntry[], second: readonly HistoryEntry[]): HistoryEntry[] {
  const ids = new Set(first.map(({ _id }) => _id));
  return [...first, ...second.filter(({ _id }) => !ids.has(_id))];
}
