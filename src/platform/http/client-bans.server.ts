import { createWindowCounter } from './window-counter.server.ts';

/** What is done with a client that goes on after it was rejected. Counted from its first rejection. */
export interface BanLimits {
  /** In ms. Somebody who waits as long as they were told never gets further. */
  windowMs: number;
  /** Rejections in a window before every further request that takes work is rejected unread. */
  maxRejections: number;
  /** Rejections in a window before the client's connections are ended, and new ones for `banMs`. */
  maxIgnored: number;
  banMs: number;
  /** Is told when a client is banned. */
  onBan?: (client: string) => void;
}

export interface ClientBans {
  /** Counts a response that said 'later', or what weighs as many. */
  countRejection(client: string, weight?: number): void;
  /** In s: when a client that was rejected too often may come again. Null for all others. */
  getRetryAfter(client: string): number | null;
  /** Whether nothing of the client is read any more. */
  isBanned(client: string): boolean;
  deleteExpired(): void;
}

/** Remembers who goes on after a rejection: to reject them costs next to nothing, and in the end nothing. */
export function createClientBans({ windowMs, maxRejections, maxIgnored, banMs, onBan }: BanLimits): ClientBans {
  const rejections = createWindowCounter(windowMs);
  const bans = createWindowCounter(banMs);
  return {
    countRejection(client, weight = 1) {
      if (rejections.add(client, weight) < maxIgnored || bans.get(client) > 0) return;
      bans.add(client);
      onBan?.(client);
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

/** A time to wait, in s, with up to two seconds more: people behind one address must not all come again at once. */
export function spreadRetries(seconds: number): number {
  return seconds + Math.floor(Math.random() * 3);
}
