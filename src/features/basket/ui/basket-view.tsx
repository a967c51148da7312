import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useCompany } from '#src/shared/company.ts';
import { decimalToMinor, getShopCurrency, minorToDecimal } from '#src/shared/money.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Loading } from '#src/shared/ui/loading.tsx';
import { EmptyState, LoadError } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import type { BasketLine } from '../contract.ts';
import { basketCopy as copy } from '../copy.ts';
import { sumLines } from '../judge-line.ts';
import { removeLine, restoreLine } from './basket-actions.ts';
import { BasketEntry, RemovedEntry } from './basket-entry.tsx';
import type { BasketState, KeptLine } from './basket-store.ts';
import { syncBasket } from './basket-sync.ts';
import { priceAgain } from './line-price.ts';
import { QuickAdd } from './quick-add.tsx';
import { useBasket } from './use-basket.ts';

const SUMMARY_ID = 'summary';

/** Leads past the lines, which have five stops of the keyboard each. Seen only while it has the focus. */
function SummaryLink() {
  return (
    <a href={`#${SUMMARY_ID}`} className="sr-only focus:not-sr-only focus:py-2.5 font-semibold">
      {copy.toSummary}
    </a>
  );
}

interface BasketSummaryProps {
  count: number;
  /** How many of the lines cannot be ordered. */
  unorderable: number;
  /** A field has something other than a quantity, so nobody knows what would be ordered. */
  isOdd: boolean;
  /** The total of the other lines, as a decimal string. */
  total: string;
  estimated: BasketEstimated | null;
  /** Shown below the total. */
  beside: ReactNode;
  checkoutPath: string;
  isVisitor: boolean;
}

/** The total of what can be ordered, with the link to the checkout. On phones, these two stay at the lower edge. */
function BasketSummary(props: BasketSummaryProps) {
  const { count, unorderable, isOdd, total, estimated, beside, checkoutPath, isVisitor } = props;
  const priceNote = useCompany().selling?.priceNote;
  const refusal = isOdd
    ? copy.summary.odd
    : unorderable === count
      ? copy.summary.nothing
      : (decimalToMinor(total) ?? 0) > getShopCurrency().maxMinor
        ? copy.summary.tooMuch
        : null;
  return (
    <section aria-label={copy.summary.title} className="max-lg:contents lg:sticky lg:top-6 lg:py-2">
      <div
        id={SUMMARY_ID}
        tabIndex={-1}
        className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:bg-paper max-lg:px-4"
      >
        <div className="grid gap-3 border-ink border-t py-3 lg:border-t-0">
          {estimated?.total ?? (
            <>
              <p className="flex flex-wrap items-baseline justify-between gap-x-6" aria-live="polite">
                <span>
                  <span className="font-semibold">{copy.summary.total}</span>{' '}
                  <span className="text-fine text-muted">{copy.summary.count(count - unorderable)}</span>
                </span>
                <Price amount={total} className="font-semibold text-title" />
              </p>
              {priceNote && <p className="text-fine text-muted">Prices {priceNote}.</p>}
            </>
          )}
          {unorderable > 0 && unorderable < count && (
            <p className="text-fine text-muted">{copy.summary.left(unorderable)}</p>
          )}
          {refusal ? (
            <p className="text-fine text-bad">{refusal}</p>
          ) : (
            estimated?.instead || (
              <ButtonLink to={checkoutPath} className="w-full">
                {copy.summary.checkOut}
              </ButtonLink>
            )
          )}
        </div>
      </div>
      {!refusal && !estimated?.instead && (
        <div className="grid gap-1">
          {isVisitor && <p className="text-fine text-muted">{copy.summary.signIn}</p>}
          {beside}
        </div>
      )}
    </section>
  );
}

/** Notes about the basket as a whole: it is not stored yet, its prices are unknown, or something did not fit. */
function BasketNotes({ basket, isVisitor }: { basket: BasketState; isVisitor: boolean }) {
  const { isUnsaved, failure, left, dropped } = basket;
  const sentences = [
    failure !== null && (isUnsaved && !isVisitor ? copy.notes.unsaved : copy.notes.unpriced),
    left.length > 0 && copy.notes.left(left.length),
    dropped > 0 && copy.notes.dropped(dropped),
  ].filter((sentence) => sentence !== false);
  return (
    <div role="status">
      {sentences.length > 0 && (
        <ul className="mt-6 grid gap-1 border border-line bg-sheet px-4 py-3">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What the summary says of an estimate. */
export interface BasketEstimated {
  /** Instead of the total of the lines: what they cost with tax and shipping. */
  total: ReactNode;
  /** Instead of the link to the checkout, if this cannot be ordered. */
  instead: ReactNode;
}

export interface BasketEstimateProps {
  /** Those that can be ordered. */
  lines: readonly BasketLine[];
  /** The address of the owner, '' for a visitor. */
  email: string;
  /** The total of the lines alone, as a decimal string. */
  total: string;
  /** Called with null if nothing else is known. */
  onEstimate: (estimated: BasketEstimated | null) => void;
}

interface BasketViewProps {
  /** The owner of the basket: an address, '' for a visitor, null while unknown. */
  reader: string | null;
  /** Where 'Check out' leads. */
  checkoutPath: string;
  /** What a basket without lines shows, which is this by default. */
  renderEmpty?: (empty: ReactNode) => ReactNode;
  /** Shown below a basket with lines. */
  note?: ReactNode;
  /** Estimates shipping and tax, in a shop that charges them. */
  Estimate?: ComponentType<BasketEstimateProps> | false | undefined;
  /** Shown below the total of what can be ordered. */
  beside?: ReactNode;
}

interface Removed {
  line: KeptLine;
  name: string;
  position: number;
}

/** The basket with its total and the link to the checkout. */
export function BasketView({
  reader,
  checkoutPath,
  renderEmpty = (empty) => empty,
  note,
  Estimate,
  beside,
}: BasketViewProps) {
  const basket = useBasket(reader);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  /** The tools whose quantity field has something else. */
  const [odd, setOdd] = useState<ReadonlySet<string>>(new Set());
  const [retrying, setRetrying] = useState(false);
  const [estimated, setEstimated] = useState<BasketEstimated | null>(null);
  if (reader === null || (!basket.isReady && basket.failure === null)) return <Loading />;
  if (!basket.isReady && basket.priced.size === 0) {
    const retry = async () => {
      setRetrying(true);
      await syncBasket({ reads: true });
      setRetrying(false);
    };
    return (
      <div className="mt-8">
        <LoadError title={copy.failed} text={basket.failure} pending={retrying} onRetry={() => void retry()} />
      </div>
    );
  }
  const entries = toEntries(basket.lines, basket.priced, removed);
  const lines = entries.flatMap((entry) => ('priced' in entry && entry.priced ? [entry.priced] : []));
  const orderable = lines.filter(({ toolId, total }) => total !== null && !odd.has(toolId));
  const total = minorToDecimal(sumLines(orderable));
  return (
    <>
      <QuickAdd />
      <BasketNotes basket={basket} isVisitor={reader === ''} />
      {entries.length === 0 ? (
        <div className="mt-8">
          {renderEmpty(
            <EmptyState
              title={copy.empty.title}
              text={copy.empty.text}
              action={<ButtonLink to="/tools">{copy.empty.action}</ButtonLink>}
            />,
          )}
        </div>
      ) : (
        <div className="grid items-start gap-x-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div>
            {basket.lines.length > 0 && <SummaryLink />}
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
                  >
                    {basket.lines.length > 0 && <SummaryLink />}
                  </RemovedEntry>
                ) : (
                  <BasketEntry
                    key={entry.toolId}
                    line={entry.line}
                    priced={entry.priced}
                    isOdd={odd.has(entry.toolId)}
                    onOdd={(isOdd) => {
                      const others = [...odd].filter((toolId) => toolId !== entry.toolId);
                      setOdd(new Set(isOdd ? [...others, entry.toolId] : others));
                    }}
                    onRemove={(name) => {
                      const { line } = entry;
                      const position = basket.lines.indexOf(line);
                      const others = removed.filter((one) => one.line.toolId !== line.toolId);
                      setRemoved([...others, { line, name, position }]);
                      setOdd(new Set([...odd].filter((toolId) => toolId !== line.toolId)));
                      removeLine(line.toolId);
                    }}
                  />
                ),
              )}
            </ul>
            {Estimate && orderable.length > 0 && (
              <Suspense>
                <Estimate lines={orderable} total={total} email={reader} onEstimate={setEstimated} />
              </Suspense>
            )}
          </div>
          {basket.lines.length > 0 && (
            <BasketSummary
              count={basket.lines.length}
              unorderable={lines.filter(({ total }) => total === null).length}
              isOdd={lines.some(({ toolId }) => odd.has(toolId))}
              total={total}
              estimated={estimated}
              beside={orderable.length > 0 && beside}
              checkoutPath={checkoutPath}
              isVisitor={reader === ''}
            />
          )}
        </div>
      )}
      {entries.length > 0 && note}
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
