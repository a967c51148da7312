import type { NextDeparture } from '#src/shared/selling-terms.ts';
import { describeDeparture } from './describe-departure.ts';

/** In ms. The sentence counts minutes. */
const TICK = 15_000;

/** Calls `say` with the sentence of now, and again as time passes. Returns a function that stops that. */
export function followDepartures(departures: readonly NextDeparture[], say: (text: string | undefined) => void) {
  const tick = () => say(describeDeparture(departures, Date.now()));
  tick();
  const timer = setInterval(tick, TICK);
  // A phone that was in a pocket does not wait for the next tick.
  addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    removeEventListener('visibilitychange', tick);
  };
}
