import { performance } from 'node:perf_hooks';

/** Work on a request: what runs at once, before it waits for anything. */
type Work = () => void;

export interface RequestTurns {
  /** Runs `work` in this turn of the event loop while there is time for it, otherwise when it is the client's turn. */
  run(client: string, work: Work): void;
}

/**
 * Bounds, in ms, for how long requests keep the event loop in one turn. In between the loop accepts connections and
 * reads. Clients take turns, so that one with a thousand requests delays the next client by one of them.
 */
export function createRequestTurns(maxTurnMs: number): RequestTurns {
  /** The first client is next, with its first work. */
  const waiting = new Map<string, Work[]>();
  let spentMs = 0;
  let isTurnOpen = false;

  function runTimed(work: Work): void {
    const startedAt = performance.now();
    try {
      work();
    } finally {
      spentMs += performance.now() - startedAt;
    }
  }

  /** The turn ends after the loop has read what there was. What is left begins the next one. */
  function startTurn(): void {
    isTurnOpen = waiting.size > 0;
    spentMs = 0;
    if (isTurnOpen) setImmediate(startTurn);
    while (waiting.size > 0 && spentMs < maxTurnMs) {
      const [next] = waiting;
      if (!next) return;
      const [client, works] = next;
      const work = works.shift();
      waiting.delete(client);
      // Last in the map: all other clients come before its next request.
      if (works.length > 0) waiting.set(client, works);
      if (work) runTimed(work);
    }
  }

  return {
    run(client, work) {
      if (!isTurnOpen) {
        isTurnOpen = true;
        spentMs = 0;
        setImmediate(startTurn);
      }
      if (waiting.size === 0 && spentMs < maxTurnMs) return runTimed(work);
      const works = waiting.get(client);
      if (works) works.push(work);
      else waiting.set(client, [work]);
    },
  };
}
