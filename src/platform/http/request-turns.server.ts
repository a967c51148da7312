import { performance } from 'node:perf_hooks';
import { createTurns } from '../turns.server.ts';

/** What a request does at once. What it does after it waited for something is not bounded here. */
type Work = () => void;

export interface RequestTurns {
  /** Runs `work` in this turn of the event loop while there is time for it, otherwise when it is the client's turn. */
  run(client: string, work: Work): void;
}

/** Works begun in one turn at most. */
const MAX_WORKS = 64;

/**
 * Bounds, in ms, for how long requests keep the event loop in one turn. In between the loop accepts connections and
 * reads. Clients take turns, so that one with a thousand requests delays the next client by one of them.
 */
export function createRequestTurns(maxTurnMs: number): RequestTurns {
  const waiting = createTurns<Work>();
  let turnBeganAt: number | null = null;

  function hasTime(): boolean {
    turnBeganAt ??= performance.now();
    return performance.now() - turnBeganAt < maxTurnMs;
  }

  function runNext(): void {
    if (waiting.size > 0 && hasTime()) waiting.take(() => true)?.();
  }

  /** Runs after the loop has read what there was. Callbacks that are added here come after the next reading. */
  function endTurn(): void {
    turnBeganAt = null;
    if (waiting.size === 0) return;
    // Each in a callback of its own, so that what it leaves for the end of a callback counts for this turn's time.
    for (let at = 0; at < MAX_WORKS; at += 1) setImmediate(runNext);
    setImmediate(endTurn);
  }

  return {
    run(client, work) {
      if (turnBeganAt === null && waiting.size === 0) setImmediate(endTurn);
      if (waiting.size === 0 && hasTime()) return work();
      // All requests of a client are one member's.
      waiting.add(client, '', work);
    },
  };
}
