import { use } from 'react';
import type { Overview } from '../contract.ts';
import { overviewCopy as copy } from '../copy.ts';
import { formatWaiting } from '../rules.ts';
import { OverviewContext } from './use-overview.ts';

/**
 * How many things of these kinds are waiting, beside the menu's entry. Renders nothing if there are none, or if that is
 * unknown.
 */
export function WaitingCount({ kinds }: { kinds: readonly (keyof Overview)[] }) {
  const { overview } = use(OverviewContext);
  const count = overview ? sumWaiting(overview, kinds) : 0;
  if (count === 0) return null;
  return (
    <span className="figures ml-2 inline-flex min-w-6 justify-center border border-edge px-1 font-normal text-fine lg:mr-2 lg:ml-auto">
      {formatWaiting(count)}
      <span className="sr-only"> {copy.waiting}</span>
    </span>
  );
}

/** These are orders to ship, too. */
const KINDS_TO_SHIP: readonly (keyof Overview)[] = ['ordersWithoutAddress', 'ordersToCancel'];

/** How many things of these kinds are waiting, each counted once. */
function sumWaiting(overview: Overview, kinds: readonly (keyof Overview)[]): number {
  const counted = kinds.includes('ordersToShip') ? kinds.filter((kind) => !KINDS_TO_SHIP.includes(kind)) : kinds;
  return counted.reduce((sum, kind) => sum + overview[kind], 0);
}
