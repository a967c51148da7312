import { Link } from 'react-router';
import { Loading } from '#src/shared/ui/loading.tsx';
import { LoadError } from '#src/shared/ui/page.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { overviewCopy as copy } from '../copy.ts';
import { formatWaiting } from '../rules.ts';
import type { OverviewState } from './use-overview.ts';

const KINDS = Object.keys(copy.kinds) as (keyof typeof copy.kinds)[];

/**
 * Everything that waits, each kind with its number and a link. Kinds of which nothing waits keep their place, in gray.
 */
export function OverviewList({ overview, problem, refetch }: OverviewState) {
  const prefetch = usePrefetch();
  if (!overview) return problem ? <LoadError text={problem.detail} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <>
      {KINDS.every((kind) => overview[kind] === 0) && <p className="pt-4 font-semibold">{copy.nothing}</p>}
      <ul className="border-line border-b">
        {KINDS.map((kind) => {
          const { label, text, to } = copy.kinds[kind];
          const waits = overview[kind] > 0;
          return (
            <li key={kind} className="border-line border-t first:border-t-0">
              <Link
                to={to}
                prefetch={prefetch}
                className="group grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-5 py-3.5 no-underline transition-colors hover:bg-tint"
              >
                <span className={`figures text-right text-title ${waits ? 'font-semibold' : 'font-normal text-muted'}`}>
                  {formatWaiting(overview[kind])}
                </span>
                <span>
                  <span className={`block group-hover:underline ${waits ? 'font-semibold' : 'text-muted'}`}>
                    {label}
                  </span>
                  <span className="block text-fine text-muted">{text}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
