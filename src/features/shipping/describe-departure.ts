import type { NextDeparture } from '#src/shared/selling-terms.ts';

const MINUTE_MS = 60_000;

/** When an order leaves, as a sentence that names the cut-off, such as '2:00 PM EST', and not how long it is until then. */
export const stateDeparture = (day: string, orderBy: string | null): string =>
  orderBy === null ? `Leaves ${day}.` : `Leaves ${day}, if you order by ${orderBy}.`;

/**
 * When an order leaves that is placed now: 'Order within 2 h 10 min: leaves today.' Undefined if no departure is known any
 * more.
 */
export function describeDeparture(departures: readonly NextDeparture[], now: number): string | undefined {
  const next = departures.find(({ until }) => now < until);
  if (!next) return undefined;
  const { until, begins, day, hasCutOff } = next;
  return hasCutOff && now >= begins
    ? `Order within ${formatWait(until - now)}: leaves today.`
    : stateDeparture(day, null);
}

/** Rounded down, so that nobody is promised a minute that they do not have. */
function formatWait(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return '1 min';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
