import { useState } from 'react';
import { centsToDecimal } from '#src/shared/money.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Loading } from '#src/shared/ui/loading.tsx';
import { EmptyState, LoadError } from '#src/shared/ui/page.tsx';
import type { BasketLine } from '../contract.ts';
import { basketCopy as copy } from '../copy.ts';
import { sumLines } from '../judge-line.ts';
import { removeLine, restoreLine } from './basket-actions.ts';
import { BasketEntry, RemovedEntry } from './basket-entry.tsx';
import { BasketNotes } from './basket-notes.tsx';
import type { KeptLine } from './basket-store.ts';
import { BasketSummary } from './basket-summary.tsx';
import { syncBasket } from './basket-sync.ts';
import { priceAgain } from './line-price.ts';
import { useBasket } from './use-basket.ts';

interface BasketViewProps {
  /** The owner of the basket: an address, '' for a visitor, null while unknown. */
  reader: string | null;
  /** Where 'Check out' leads. */
  checkoutPath: string;
}

interface Removed {
  line: KeptLine;
  name: string;
  position: number;
}

/** The basket with its total and the link to the checkout. */
export function BasketView({ reader, checkoutPath }: BasketViewProps) {
  const basket = useBasket(reader);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const [retrying, setRetrying] = useState(false);
  if (reader === null || (!basket.isReady && basket.failure === null)) return <Loading />;
  if (!basket.isReady && basket.priced.size === 0) {
    const retry = async () => {
      setRetrying(true);
      await syncBasket({ reads: true });
      setRetrying(false);
    };
    return <LoadError title={copy.failed} text={basket.failure} pending={retrying} onRetry={() => void retry()} />;
  }
  const entries = toEntries(basket.lines, basket.priced, removed);
  const lines = entries.flatMap((entry) => ('priced' in entry && entry.priced ? [entry.priced] : []));
  return (
    <>
      <BasketNotes basket={basket} isVisitor={reader === ''} />
      {entries.length === 0 ? (
        <div className="mt-8">
          <EmptyState
            title={copy.empty.title}
            text={copy.empty.text}
            action={<ButtonLink to="/tools">{copy.empty.action}</ButtonLink>}
          />
        </div>
      ) : (
        <div className="grid items-start gap-x-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <ul aria-label={copy.lines}>
            {entries.map((entry) =>
              'removed' in entry ? (
                <RemovedEntry
                  key={entry.toolId}
                  name={entry.removed.name}
                  onUndo={() => {
                    setRemoved(removed.filter((one) => one !== entry.removed));
                    restoreLine(entry.removed.line, entry.removed.position);
                  }}
                />
              ) : (
                <BasketEntry
                  key={entry.toolId}
                  line={entry.line}
                  priced={entry.priced}
                  onRemove={(name) => {
                    const { line } = entry;
                    const position = basket.lines.indexOf(line);
                    const others = removed.filter((one) => one.line.toolId !== line.toolId);
                    setRemoved([...others, { line, name, position }]);
                    removeLine(line.toolId);
                  }}
                />
              ),
            )}
          </ul>
          {basket.lines.length > 0 && (
            <BasketSummary
              count={basket.lines.length}
              unorderable={lines.filter(({ total }) => total === null).length}
              total={centsToDecimal(sumLines(lines))}
              checkoutPath={checkoutPath}
              isVisitor={reader === ''}
            />
          )}
        </div>
      )}
    </>
  );
}

type Entry = { toolId: string } & ({ line: KeptLine; priced: BasketLine | null } | { removed: Removed });

/** The lines in their order, with the lines that were removed here at their places. */
function toEntries(
  lines: readonly KeptLine[],
  priced: ReadonlyMap<string, BasketLine>,
  removed: readonly Removed[],
): Entry[] {
  const entries: Entry[] = lines.map((line) => {
    const known = priced.get(line.toolId);
    return { toolId: line.toolId, line, priced: known ? priceAgain(line, known) : null };
  });
  const gone = removed.filter(({ line }) => !lines.some(({ toolId }) => toolId === line.toolId));
  for (const one of gone.toSorted((a, b) => a.position - b.position))
    entries.splice(one.position, 0, { toolId: one.line.toolId, removed: one });
  return entries;
}
