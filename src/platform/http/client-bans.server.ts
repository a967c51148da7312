import { type CountSharing, UNSHARED } from '../worker-processes/count-sharing.server.ts';
import { createWindowCounter } from './window-counter.server.ts';

/** What happens to a client that continues after it was rejected. Counted from its first rejection. */
export interface BanLimits {
  /** In ms. A client that waits as long as it was told is never banned. */
  windowMs: number;
  /** After this many rejections in a window, every further request that takes work is rejected unread. */
  maxRejections: number;
  /** After this many rejections in a window, the client's connections are closed, and new ones for `banMs`, too. */
  maxIgnored: number;
  banMs: number;
  /** Called when a client is banned. */
  onBan?: (client: string) => void;
}

export interface ClientBans {
  /** Counts one rejection, or an event that counts as `weight` rejections. */
  countRejection(client: string, weight?: number): void;
  /** In s: when a client that was rejected too often may try again. Null for all others. */
  getRetryAfter(client: string): number | null;
  /** Whether the client is banned, so that nothing from it is read. */
  isBanned(client: string): boolean;
  deleteExpired(): void;
}

/**
 * Remembers clients that continue after a rejection, so that rejecting them costs next to nothing, and in the end
 * nothing.
 */
export function createClientBans(
  { windowMs, maxRejections, maxIgnored, banMs, onBan }: BanLimits,
  sharing: CountSharing = UNSHARED,
): ClientBans {
  const rejections = createWindowCounter(windowMs, 'rejections', sharing);
  const bans = createWindowCounter(banMs);
  const tellOthers = sharing.share('bans', ban);

  function ban(client: string): void {
    if (bans.get(client) > 0) return;
    bans.add(client);
    onBan?.(client);
  }

  return {
    countRejection(client, weight = 1) {
      if (rejections.add(client, weight) < maxIgnored || bans.get(client) > 0) return;
      tellOthers(client, 1);
      ban(client);
    },
    getRetryAfter(client) {
      if (bans.get(client) > 0) return bans.getSecondsLeft(client);
      return rejections.get(client) >= maxRejections ? spreadRetries(rejections.getSecondsLeft(client)) : null;
    },
    isBanned: (client) => bans.get(client) > 0,
    deleteExpired() {
      rejections.deleteExpired();
      bans.deleteExpired();
    },
  };
}

/**
 * Adds up to two seconds to a waiting time in s, so that the people behind one address do not all come back at once.
 */
export function spreadRetries(seconds: number): number {
  return seconds + Math.floor(Math.random() * 3);
}
