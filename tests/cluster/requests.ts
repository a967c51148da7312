import { setTimeout as pause } from 'node:timers/promises';
import { PUBLIC_ORIGIN } from './topology.ts';

/** One response, or its absence, as a buyer saw it. */
export interface Answer {
  kind: 'write' | 'read' | 'page';
  call: string;
  startedAt: number;
  endedAt: number;
  /** Null if the connection broke or nothing came in time. */
  status: number | null;
  hasRetryAfter: boolean;
  /** What a response says that is neither a success nor 503 to a call of the API. */
  text?: string;
}

/** Something that somebody could not see although it had been confirmed to them. */
export interface Unseen {
  id: string;
  at: number;
  /** Whether it was there when they looked once more. */
  isSeenLater: boolean;
}

export interface Call {
  method: string;
  path: string;
  /** Names the call in results, without ids. */
  name: string;
  token?: string;
  key?: string;
  body?: unknown;
}

const REQUEST_MS = 20_000;
const PAGE_MS = 15_000;
const LONGEST_WAIT_MS = 1_000;
const LONGEST_REPEAT_MS = 240_000;

/** Sends requests through the balancer and records every answer. */
export class Requests {
  readonly answers: Answer[] = [];
  readonly unseen: Unseen[] = [];

  /**
   * Repeats a call with its idempotency key until it succeeds, and returns the body. Null if it did not in time, or if the
   * response is a refusal, which no repetition would change.
   */
  repeat<T>(call: Call): Promise<T | null> {
    return this.#repeat('write', call);
  }

  /** The same for a call that changes nothing. */
  read<T>(call: Call): Promise<T | null> {
    return this.#repeat('read', call);
  }

  /** Looks for something confirmed in a list, as its owner would. */
  async lookFor(id: string, call: Call): Promise<void> {
    const look = async () => {
      const found = await this.read<{ _id: string }[]>(call);
      return found === null || found.some(({ _id }) => _id === id);
    };
    if (await look()) return;
    const at = performance.now();
    this.unseen.push({ id, at, isSeenLater: await look() });
  }

  async #repeat<T>(kind: 'write' | 'read', call: Call): Promise<T | null> {
    const end = performance.now() + LONGEST_REPEAT_MS;
    while (performance.now() < end) {
      const { status, response, retryAfter } = await this.#send(kind, call, REQUEST_MS);
      if (status !== null && status < 300) return JSON.parse(response || '{}') as T;
      if (status !== null && status < 500 && status !== 429) return null;
      await pause(status === null ? 300 : Math.min(Math.max(retryAfter * 1_000, 300), LONGEST_WAIT_MS));
    }
    return null;
  }

  async visit(path: string): Promise<void> {
    await this.#send('page', { method: 'GET', path, name: path }, PAGE_MS);
  }

  async #send(kind: Answer['kind'], { method, path, name, token, key, body }: Call, timeoutMs: number) {
    const startedAt = performance.now();
    let status: number | null = null;
    let response = '';
    let retryAfter: string | null = null;
    const isRaw = body instanceof URLSearchParams || body instanceof FormData;
    try {
      const answered = await fetch(PUBLIC_ORIGIN + path, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
          ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      response = await answered.text();
      retryAfter = answered.headers.get('retry-after');
      status = answered.status;
    } catch {
      // Only a whole response counts.
    }
    const isStrange = status !== null && status >= 300 && (status !== 503 || kind === 'page');
    this.answers.push({
      kind,
      call: `${method} ${name}`,
      startedAt,
      endedAt: performance.now(),
      status,
      hasRetryAfter: retryAfter !== null,
      ...(isStrange && { text: response.slice(0, 300) }),
    });
    return { status, response, retryAfter: Number(retryAfter ?? 0) };
  }
}
