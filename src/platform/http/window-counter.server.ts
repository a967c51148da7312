import { performance } from 'node:perf_hooks';
import { type CountSharing, UNSHARED } from '../worker-processes/count-sharing.server.ts';

/** Counts what each client does within a time window that begins with its first action. */
export interface WindowCounter {
  /** Counts one or more actions. Returns the client's total in its window. */
  add(client: string, times?: number): number;
  get(client: string): number;
  /** In s, at least 1: the time until the client's window ends. */
  getSecondsLeft(client: string): number;
  deleteExpired(): void;
}

/** `name` tells counters apart that the workers of a machine share. */
export function createWindowCounter(windowMs: number, name = '', sharing: CountSharing = UNSHARED): WindowCounter {
  const windows = new Map<string, { count: number; endsAt: number }>();

  function find(client: string) {
    const found = windows.get(client);
    if (found && found.endsAt > performance.now()) return found;
    if (found) windows.delete(client);
    return undefined;
  }

  function count(client: string, times: number): number {
    let found = find(client);
    if (!found) {
      found = { count: 0, endsAt: performance.now() + windowMs };
      windows.set(client, found);
    }
    found.count += times;
    return found.count;
  }

  const tellOthers = sharing.share(name, count);

  return {
    add(client, times = 1) {
      tellOthers(client, times);
      return count(client, times);
    },
    get: (client) => find(client)?.count ?? 0,
    getSecondsLeft(client) {
      const endsAt = find(client)?.endsAt ?? 0;
      return Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000));
    },
    deleteExpired() {
      for (const client of windows.keys()) find(client);
    },
  };
}
