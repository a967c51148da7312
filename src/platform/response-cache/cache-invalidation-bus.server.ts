import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import * as z from 'zod';
import type { Queryable } from '../database.server.ts';
import type { Log } from '../log.server.ts';
import { runForShop } from '../request-client.server.ts';
import type { ResponseCache } from './response-cache.server.ts';

const CHANNEL = 'cache_invalidation';
/** Tags are gathered for this long, so that a thousand orders a second are a few messages. */
const BATCH_DELAY_MS = 25;
const RECONNECT_DELAY_MS = 1_000;
/** A notification holds at most 8,000 bytes. */
const MAX_TAGS = 150;

/** `tags` null: more than fit, so everything. */
const messageSchema = z.object({ from: z.string(), tags: z.array(z.string()).nullable() });

/** Who applies what other processes publish: a response cache, or more. */
export type InvalidationSubscriber = Pick<ResponseCache, 'invalidateLocally' | 'invalidateAll'>;

export interface CacheInvalidationBus {
  /** Tells the other processes of this shop what has changed. */
  publish(tags: string[]): void;
  /** Says who applies what other processes publish. */
  subscribe(subscriber: InvalidationSubscriber): void;
  close(): Promise<void>;
}

/**
 * Publishes at the commit of a transaction, to all processes, this one included. For rare changes that must not be
 * missed: such commits queue. More tags than a message holds are everything.
 */
export async function publishInTransaction(tx: Queryable, tags: string[]): Promise<void> {
  const message = { from: 'transaction', tags: tags.length > MAX_TAGS ? null : tags };
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`);
}

/**
 * Carries invalidations between the processes of one shop, through the database they share. A message is sent after the
 * change was committed: within it, it would make the commits of all orders queue. The age limit of the cache makes good
 * what a dying process did not publish.
 */
export async function connectCacheInvalidationBus(url: string, pool: pg.Pool, log: Log): Promise<CacheInvalidationBus> {
  const from = randomUUID();
  const pendingTags = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let subscriber: InvalidationSubscriber | null = null;
  let isClosed = false;
  let client: pg.Client | null = null;
  let isConnecting = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ironmonger-cache-invalidation',
      keepAlive: true,
    });
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    next.on('error', () => void reconnect());
    client = next;
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    // What was published before is unknown.
    subscriber?.invalidateAll();
  }

  function receive(payload: string): void {
    const message = messageSchema.safeParse(parseJson(payload));
    if (!message.success || message.data.from === from) return;
    if (message.data.tags) subscriber?.invalidateLocally(message.data.tags);
    else subscriber?.invalidateAll();
  }

  /** Once at a time: a dying connection says so by its event and by the statement that failed. */
  async function reconnect(): Promise<void> {
    if (isClosed || isConnecting) return;
    isConnecting = true;
    const broken = client;
    client = null;
    await broken?.end().catch(() => {});
    subscriber?.invalidateAll();
    setTimeout(async () => {
      isConnecting = false;
      if (!isClosed) await connect().catch(reconnect);
    }, RECONNECT_DELAY_MS).unref();
  }

  async function send(): Promise<void> {
    timer = null;
    const sent = [...pendingTags];
    const tags = sent.length > MAX_TAGS ? null : sent;
    pendingTags.clear();
    try {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from, tags })]);
    } catch (error) {
      log.warn({ err: error }, 'other processes could not be notified of a change');
      if (!isClosed) publish(sent, RECONNECT_DELAY_MS);
    }
  }

  function publish(tags: readonly string[], delayMs: number): void {
    for (const tag of tags) pendingTags.add(tag);
    // It carries what others publish, too, and must not wait in the turn of whose request came first.
    timer ??= setTimeout(() => void runForShop(send), delayMs);
  }

  await connect();
  return {
    publish: (tags) => publish(tags, BATCH_DELAY_MS),
    subscribe(next) {
      subscriber = next;
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      if (pendingTags.size) await send();
      await client?.end().catch(() => {});
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
