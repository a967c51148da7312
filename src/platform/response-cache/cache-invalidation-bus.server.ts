import { randomUUID } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod';
import type { Log } from '#src/platform/log.server.ts';
import type { ResponseCache } from './response-cache.server.ts';

const CHANNEL = 'kept_answers';
/** News are gathered for this long, in ms, so that a thousand orders a second are a few messages. */
const BATCH_DELAY_MS = 25;
const MAX_TAGS = 150;

const messageSchema = z.object({ from: z.string(), tags: z.array(z.string()).nullable() });

export interface CacheInvalidationBus {
  /** Tells the other processes of this shop what has changed. */
  publish(tags: string[]): void;
  subscribe(kept: ResponseCache): void;
  close(): Promise<void>;
}

/**
 * Several processes of one shop tell each other what to forget, through the database they share. Sent after the
 * change was committed and not within it: a notification inside every order would make their commits queue.
 * What is lost with a dying process is made good by the age limit of kept answers.
 */
export async function connectCacheInvalidationBus(url: string, pool: pg.Pool, log: Log): Promise<CacheInvalidationBus> {
  const from = randomUUID();
  const pendingTags = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let kept: ResponseCache | null = null;
  let left = false;
  let client: pg.Client | null = null;
  let connecting = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'ironmonger-news', keepAlive: true });
    next.on('notification', ({ payload }) => {
      const news = messageSchema.safeParse(parse(payload ?? ''));
      if (!news.success || news.data.from === from) return;
      if (news.data.tags) kept?.invalidateLocally(news.data.tags);
      else kept?.invalidateAll();
    });
    next.on('error', () => void reconnect());
    client = next;
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    // What was told while we did not listen is unknown.
    kept?.invalidateAll();
  }

  /** Once at a time: a dying connection says so by its event and by the statement that failed. */
  async function reconnect(): Promise<void> {
    if (left || connecting) return;
    connecting = true;
    const broken = client;
    client = null;
    await broken?.end().catch(() => {});
    kept?.invalidateAll();
    setTimeout(async () => {
      connecting = false;
      if (!left) await connect().catch(reconnect);
    }, 1_000).unref();
  }

  async function send(): Promise<void> {
    timer = null;
    const tags = pendingTags.size > MAX_TAGS ? null : [...pendingTags];
    pendingTags.clear();
    try {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from, tags })]);
    } catch (error) {
      log.warn({ err: error }, 'other processes could not be told what changed');
    }
  }

  await connect();
  return {
    publish(tags) {
      for (const tag of tags) pendingTags.add(tag);
      timer ??= setTimeout(() => void send(), BATCH_DELAY_MS);
    },
    subscribe(answers) {
      kept = answers;
    },
    async close() {
      left = true;
      if (timer) clearTimeout(timer);
      if (pendingTags.size) await send();
      await client?.end().catch(() => {});
    },
  };
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
