import type { Log } from '../log.server.ts';

/**
 * 'starting': not checked yet. 'behind': too long for its readers. 'away': it does not respond. 'promoted': it accepts
 * writes. 'foreign': it replays another log. 'forbidden': it does not tell its position.
 */
export type ReplicaState = 'starting' | 'current' | 'behind' | 'away' | 'promoted' | 'foreign' | 'forbidden';

/** What is known of the replica, and whether it is used. */
export interface ReplicaStateRecord {
  /** With what is wrong, in a sentence without secrets. */
  last(): { state: ReplicaState; reason: string | null };
  isUsable(): boolean;
  /** Stops using it until the next check. What is known of it stays as it is. */
  suspend(): void;
  /** It had replayed everything that was committed before this moment, a time of `performance.now()`. */
  noteCurrent(at: number): void;
  /** At this moment, the primary was at a position that the replica has not replayed in time. */
  noteBehind(at: number, required: bigint): void;
  noteReplay(position: bigint): void;
  noteUnusable(state: 'away' | 'promoted' | 'foreign' | 'forbidden', reason: string): void;
  /** For how long, at most, something has been committed that the replica does not show, in ms. */
  lagMs(): number;
}

/** A replica that misses a moment is normal, and nobody has to know. It is not used meanwhile. */
const TOLERATED_LAG_MS = 5_000;

export function createReplicaState(log: Log): ReplicaStateRecord {
  let state: ReplicaState = 'starting';
  let reason: string | null = null;
  let isUsable = false;
  /** The last moment whose commits it is known to show. */
  let freshAt = performance.now();
  /** The lag at the last check, if it had caught up. */
  let lastLagMs: number | null = null;
  /** The moment and position that it has to reach next. */
  let awaited: { at: number; position: bigint } | null = null;

  const lagMs = () => lastLagMs ?? performance.now() - freshAt;

  function change(next: ReplicaState, nextReason: string | null): void {
    reason = nextReason;
    if (state === next) return;
    const isFirst = state === 'starting';
    state = next;
    if (next !== 'current')
      log.warn({ replica: next, reason }, 'the replica is not used; the primary is asked instead');
    else if (!isFirst) log.info({ replica: next }, 'the replica is used again');
  }

  return {
    last: () => ({ state, reason }),
    isUsable: () => isUsable,
    suspend() {
      isUsable = false;
    },
    noteCurrent(at) {
      freshAt = at;
      awaited = null;
      lastLagMs = performance.now() - at;
      isUsable = true;
      change('current', null);
    },
    noteBehind(at, position) {
      isUsable = false;
      lastLagMs = null;
      awaited ??= { at, position };
      const seconds = Math.round(lagMs() / 1_000);
      if (lagMs() > TOLERATED_LAG_MS) change('behind', `It is about ${seconds} seconds behind.`);
    },
    noteReplay(position) {
      if (!awaited || position < awaited.position) return;
      freshAt = awaited.at;
      awaited = null;
    },
    noteUnusable(next, nextReason) {
      isUsable = false;
      lastLagMs = null;
      change(next, nextReason);
    },
    lagMs,
  };
}
