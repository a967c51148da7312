import { Link } from 'react-router';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { Loading } from '#src/shared/ui/loading.tsx';
import { LoadError, Section } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { OldestWaiting, Overview } from '../contract.ts';
import { overviewCopy as copy, DUTY_KINDS, STOCK_KINDS, type WaitingKind } from '../copy.ts';
import { formatWaiting, MAX_WAITING } from '../rules.ts';
import { useOldest } from './use-oldest.ts';
import type { OverviewState } from './use-overview.ts';

/**
 * What waits, the most urgent kind first and with the names of its oldest entries; then the stock; then, in one line,
 * the kinds of which nothing waits.
 */
export function OverviewList({ overview, problem, refetch }: OverviewState) {
  const oldest = useOldest(overview);
  if (!overview && problem) return <LoadError text={problem.detail} onRetry={() => void refetch()} />;
  // Together, so that nothing moves when the names arrive.
  if (!overview || !oldest) return <Loading />;
  const duties = DUTY_KINDS.filter((kind) => overview[kind] > 0);
  const stock = STOCK_KINDS.filter((kind) => overview[kind] > 0);
  const idle = [...DUTY_KINDS, ...STOCK_KINDS].filter((kind) => overview[kind] === 0);
  return (
    <>
      {duties.length === 0 && <p className="pt-4 font-semibold">{copy.nothing}</p>}
      {duties.length > 0 && (
        <ul className="border-line border-b">
          {duties.map((kind) => (
            <Duty
              key={kind}
              kind={kind}
              count={overview[kind]}
              oldest={oldest.find((one) => one.kind === kind) ?? null}
            />
          ))}
        </ul>
      )}
      {stock.length > 0 && (
        <Section title={copy.stock} className="mt-10">
          <ul className="pt-2">
            {stock.map((kind) => (
              <li key={kind}>
                <KindLink kind={kind} overview={overview} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {idle.length > 0 && (
        <p className="mt-8 flex flex-wrap items-center gap-x-5 text-fine text-muted">
          {copy.idle}
          {idle.map((kind) => (
            <Link key={kind} to={copy.kinds[kind].to} className="inline-flex min-h-11 items-center text-muted">
              {copy.kinds[kind].label}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}

/** A kind of which something waits: how much, for which sum, and whose is the oldest. */
function Duty({ kind, count, oldest }: { kind: WaitingKind; count: number; oldest: OldestWaiting[number] | null }) {
  const prefetch = usePrefetch();
  const { label, text, to } = copy.kinds[kind];
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-5 border-line border-t py-3.5 first:border-t-0">
      <Link
        to={to}
        prefetch={prefetch}
        className="group col-span-2 grid min-h-11 grid-cols-subgrid items-baseline no-underline"
      >
        <span className="figures text-right font-semibold text-title">{formatWaiting(count)}</span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-semibold group-hover:underline">{label}</span>
          {oldest?.amount && (
            <span className="text-fine text-muted">
              {count >= MAX_WAITING && copy.moreThan} <Price amount={oldest.amount} />
            </span>
          )}
        </span>
      </Link>
      <p className="col-start-2 text-fine text-muted">{text}</p>
      {oldest && (
        <ol className="col-start-2 mt-1.5 text-fine">
          {oldest.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several entries of one order can wait
            <Oldest key={at} {...item} />
          ))}
        </ol>
      )}
      {oldest && count > oldest.items.length && (
        <Link
          to={to}
          prefetch={prefetch}
          className="col-start-2 -mb-2 inline-flex min-h-11 items-center justify-self-start text-fine"
        >
          {copy.seeAll}
          {count < MAX_WAITING && ` ${count}`}
        </Link>
      )}
    </li>
  );
}

function Oldest({ number, name, amount, since, dueBy, asksToCancel }: OldestWaiting[number]['items'][number]) {
  const prefetch = usePrefetch();
  return (
    // On a phone, the number and the amount are one line, and the rest the next.
    <li className="flex min-h-8 flex-wrap items-baseline gap-x-3 py-1">
      {number && (
        <Link
          to={`/dashboard/orders/${number}`}
          prefetch={prefetch}
          className="figures -my-2 inline-flex min-h-11 items-center"
        >
          {number}
        </Link>
      )}
      <span className="min-w-0 break-words max-sm:order-last max-sm:w-full">
        <span className="mr-3">{name}</span>
        {asksToCancel && <span className="mr-3 font-semibold text-bad">{copy.asksToCancel}</span>}
        <span className={dueBy ? 'font-semibold' : 'text-muted'}>
          {dueBy ? copy.due : copy.since} <DateOnly at={dueBy ?? since} />
        </span>
      </span>
      {amount && <Price amount={amount} className="ml-auto" />}
    </li>
  );
}

function KindLink({ kind, overview }: { kind: WaitingKind; overview: Overview }) {
  const prefetch = usePrefetch();
  const { label, text, to } = copy.kinds[kind];
  return (
    <Link
      to={to}
      prefetch={prefetch}
      className="group grid min-h-11 grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-5 py-2 no-underline"
    >
      <span className="figures text-right">{formatWaiting(overview[kind])}</span>
      <span>
        <span className="group-hover:underline">{label}</span>{' '}
        <span className="block text-fine text-muted">{text}</span>
      </span>
    </Link>
  );
}
