import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Log } from './log.server.ts';
import { runForShop } from './request-client.server.ts';

/**
 * The cache tags of what has changed. Null means that everything may have: the tags are unknown, or too many for one
 * notification.
 */
export type ChangedTags = readonly string[] | null;

/** Tells caches about database changes, in this process and in others. */
export interface ChangeFeed {
  /** Calls `apply` for every change, before the writer learns that it was stored. */
  follow(apply: (tags: ChangedTags) => void): void;
  /** Applies a change in this process. */
  deliver(tags: ChangedTags): void;
  /** Applies a change in this process, and tells the others shortly after. */
  publish(tags: readonly string[]): void;
  /** Builds a notification for the other processes. This process ignores it. */
  toNotification(tags: readonly string[]): { channel: string; payload: string };
  /** Applies another process's notification. */
  receive(payload: string): void;
  /** Sends pending changes to the other processes first. */
  close(): Promise<void>;
}

export const CHANGE_CHANNEL = 'cache_invalidation';
/** Tags are collected for this long, so that a thousand orders per second need only a few notifications. */
const BATCH_DELAY_MS = 25;
const RETRY_DELAY_MS = 1_000;
/** PostgreSQL rejects a notification of 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

const payloadSchema = z.object({ from: z.string(), tags: z.array(z.string()).nullable() });

/** `notify` must send a notification in its own transaction. */
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
    // A notification also has changes by other requests, so it must not wait for the turn of the first one's client.
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
