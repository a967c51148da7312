import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Log } from './log.server.ts';
import { runForShop } from './request-client.server.ts';

/** The cache tags of what has changed; null where they are unknown, or too many for one message: everything has. */
export type ChangedTags = readonly string[] | null;

/** Carries changes of the database to whatever remembers what was read from it, in this process and in others. */
export interface ChangeFeed {
  /** Calls `apply` for every change, before the writer learns that its change was stored. */
  follow(apply: (tags: ChangedTags) => void): void;
  /** Applies a change in this process. */
  deliver(tags: ChangedTags): void;
  /** Applies a change in this process, and tells the other ones shortly after. */
  publish(tags: readonly string[]): void;
  /** A notification for the other processes. This process ignores it. */
  toNotification(tags: readonly string[]): { channel: string; payload: string };
  /** Applies the notification of another process. */
  receive(payload: string): void;
  /** Tells the other processes what is still pending. */
  close(): Promise<void>;
}

export const CHANGE_CHANNEL = 'cache_invalidation';
/** Tags are gathered for this long, so that a thousand orders per second need only a few notifications. */
const BATCH_DELAY_MS = 25;
const RETRY_DELAY_MS = 1_000;
/** PostgreSQL rejects a notification of 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

const payloadSchema = z.object({ from: z.string(), tags: z.array(z.string()).nullable() });

/** `notify` sends a notification in a transaction of its own. */
export function createChangeFeed(notify: (channel: string, payload: string) => Promise<unknown>, log: Log): ChangeFeed {
  const from = randomUUID();
  const followers = new Set<(tags: ChangedTags) => void>();
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function deliver(tags: ChangedTags): void {
    for (const apply of followers) apply(tags);
  }

  function toNotification(tags: readonly string[]) {
    const named = JSON.stringify({ from, tags });
    const fits = Buffer.byteLength(named) <= MAX_PAYLOAD_BYTES;
    return { channel: CHANGE_CHANNEL, payload: fits ? named : JSON.stringify({ from, tags: null }) };
  }

  function queue(tags: Iterable<string>, delayMs: number): void {
    for (const tag of tags) pending.add(tag);
    // A notification also carries the changes of other requests, so it must not wait in the turn of the first one.
    timer ??= setTimeout(() => void runForShop(send), delayMs);
  }

  async function send(): Promise<void> {
    timer = null;
    const tags = [...pending];
    pending.clear();
    const { channel, payload } = toNotification(tags);
    try {
      await notify(channel, payload);
    } catch (error) {
      log.warn({ err: error }, 'other processes could not be notified of a change');
      if (!isClosed) queue(tags, RETRY_DELAY_MS);
    }
  }

  return {
    follow: (apply) => void followers.add(apply),
    deliver,
    publish(tags) {
      deliver(tags);
      queue(tags, BATCH_DELAY_MS);
    },
    toNotification,
    receive(payload) {
      const message = payloadSchema.safeParse(parseJson(payload));
      if (message.success && message.data.from !== from) deliver(message.data.tags);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      if (pending.size > 0) await send();
    },
  };
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
