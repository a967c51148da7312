import { performance } from 'node:perf_hooks';
import { createTurns } from '../turns.server.ts';

/** What a request does synchronously. What it does after waiting for something is not limited here. */
type Work = () => void;

export interface RequestTurns {
  /** Runs `work` in this turn of the event loop if there is time for it, otherwise when it is the client's turn. */
  run(client: string, work: Work): void;
}

/** The most jobs started in one turn. */
const MAX_WORKS = 64;

/**
 * Limits how long, in ms, requests keep the event loop in one turn. In between, the loop accepts connections and reads.
 * Clients take turns, so a client with a thousand requests delays the next client by only one of them.
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

  /** Runs after the loop has read the available data. Callbacks added here run after the next read. */
  function endTurn(): void {
    turnBeganAt = null;
    if (waiting.size === 0) return;
    // Runs each in its own callback, so that work it defers to the end of a callback counts toward this turn's time.
    for (let at = 0; at < MAX_WORKS; at += 1) setImmediate(runNext);
    setImmediate(endTurn);
  }

  return {
    run(client, work) {
      if (turnBeganAt === null && waiting.size === 0) setImmediate(endTurn);
      if (waiting.size === 0 && hasTime()) return work();
      // All requests of a client belong to one member.
      waiting.add(client, '', work);
    },
  };
}
