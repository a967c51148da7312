import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The header by which a handler says what its answer shows, e.g. `tools tool:abc`. Never sent to a client. */
export const CACHE_TAGS_HEADER = 'x-kept-tags';

type Encoding = 'identity' | 'br' | 'gzip';

interface Variant {
  body: Buffer;
  /** Flat name, value list, ready for `writeHead`. */
  headers: string[];
}

interface Entry {
  key: string;
  tags: string[];
  status: number;
  etag: string;
  headers: [string, string][];
  compressible: boolean;
  variants: Partial<Record<Encoding, Variant>>;
  notModified: string[];
  size: number;
  storedAt: number;
  usedAt: number;
}

export interface ResponseCache {
  /** Answers from memory and says true, or says false and touches nothing. */
  serveFromMemory(request: IncomingMessage, response: ServerResponse): boolean;
  /** The answer for this GET request: from memory, from a computation under way, or from `compute`. */
  getOrCompute(request: Request, compute: () => Promise<Response>): Promise<Response>;
  /** Forgets every answer that shows one of these. Also tells `onForget`, so that other processes follow. */
  invalidate(...tags: string[]): void;
  /** The same, without telling others. */
  invalidateLocally(tags: readonly string[]): void;
  invalidateAll(): void;
  stats(): { entries: number; bytes: number; hits: number };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const COMPRESSIBLE = /^(text\/|application\/(json|problem\+json|javascript|manifest\+json|xml)|image\/svg)/;
const MIN_COMPRESSED_BYTES = 600;
/** How exactly, in ms, it is known when an entry was used last: moving it at every use would cost the fastest answers. */
const USED_AT_PRECISION_MS = 1_000;

/**
 * Answers that are the same for everyone, kept with their headers until what they show changes.
 * An answer whose computation began before a `forget` of its tags is served once but not kept.
 */
export function createResponseCache(options: {
  maxBytes: number;
  maxAgeMs: number;
  onInvalidate?: (tags: string[]) => void;
}): ResponseCache {
  const entries = new Map<string, Entry>();
  const byTag = new Map<string, Set<string>>();
  const invalidatedAt = new Map<string, number>();
  const inFlight = new Map<string, { since: number; answer: Promise<Entry | Response> }>();
  let clock = 0;
  let allInvalidatedAt = 0;
  let bytes = 0;
  let hits = 0;

  function drop(key: string) {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= entry.size;
    for (const tag of entry.tags) {
      const keys = byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) byTag.delete(tag);
    }
  }

  function invalidateLocally(tags: readonly string[]) {
    clock += 1;
    if (invalidatedAt.size > 50_000) {
      // Bounded memory: beyond this many, forget their order and treat everything as just changed.
      invalidatedAt.clear();
      allInvalidatedAt = clock;
    }
    for (const tag of tags) {
      invalidatedAt.set(tag, clock);
      for (const key of [...(byTag.get(tag) ?? [])]) drop(key);
    }
  }

  function store(entry: Entry, since: number) {
    if (allInvalidatedAt > since || entry.tags.some((tag) => (invalidatedAt.get(tag) ?? 0) > since)) return;
    if (entry.size > options.maxBytes / 8) return;
    drop(entry.key);
    entries.set(entry.key, entry);
    bytes += entry.size;
    for (const tag of entry.tags) {
      const keys = byTag.get(tag) ?? new Set();
      byTag.set(tag, keys.add(entry.key));
    }
    for (const leastUsed of entries.keys()) {
      if (bytes <= options.maxBytes) break;
      drop(leastUsed);
    }
  }

  function lookUp(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const now = Date.now();
    if (now - entry.storedAt > options.maxAgeMs) {
      drop(key);
      return undefined;
    }
    if (now - entry.usedAt > USED_AT_PRECISION_MS) {
      // To the end of the row: what nobody asks for is at its beginning, and makes room first.
      entry.usedAt = now;
      entries.delete(key);
      entries.set(key, entry);
    }
    return entry;
  }

  async function compute(key: string, since: number, make: () => Promise<Response>): Promise<Entry | Response> {
    const response = await make();
    const tags = response.headers.get(CACHE_TAGS_HEADER)?.split(' ').filter(Boolean);
    if (!tags?.length || response.status !== 200) {
      if (response.headers.has(CACHE_TAGS_HEADER)) response.headers.delete(CACHE_TAGS_HEADER);
      return response;
    }
    const entry = buildEntry(key, tags, response, Buffer.from(await response.arrayBuffer()));
    store(entry, since);
    return entry;
  }

  return {
    serveFromMemory(request, response) {
      const { method } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const entry = lookUp(request.url ?? '/');
      if (!entry) return false;
      if (matchesEtag(request.headers['if-none-match'], entry.etag)) {
        hits += 1;
        response.writeHead(304, entry.notModified).end();
        return true;
      }
      const variant = entry.variants[encodingFor(entry, request.headers['accept-encoding'])];
      if (!variant) return false;
      hits += 1;
      response.writeHead(entry.status, variant.headers);
      if (method === 'HEAD') response.end();
      else response.end(variant.body);
      return true;
    },

    async getOrCompute(request, make) {
      const url = new URL(request.url);
      const key = url.pathname + url.search;
      let found: Entry | Response | undefined = lookUp(key);
      if (!found) {
        const running = inFlight.get(key);
        // A computation that began before the last change may show what was; start another then.
        if (running && running.since === clock) found = await running.answer;
        else {
          const mine = { since: clock, answer: compute(key, clock, make) };
          inFlight.set(key, mine);
          try {
            found = await mine.answer;
          } finally {
            if (inFlight.get(key) === mine) inFlight.delete(key);
          }
          if (found instanceof Response) return found;
        }
        // A Response is somebody else's, its body can be read once only: compute our own.
        if (found instanceof Response) return make();
      }
      if (matchesEtag(request.headers.get('if-none-match') ?? undefined, found.etag)) {
        return new Response(null, { status: 304, headers: pairs(found.notModified) });
      }
      const variant = await variantOf(found, encodingFor(found, request.headers.get('accept-encoding') ?? undefined));
      return new Response(new Uint8Array(variant.body), { status: found.status, headers: pairs(variant.headers) });
    },

    invalidate(...tags) {
      invalidateLocally(tags);
      options.onInvalidate?.(tags);
    },
    invalidateLocally,
    invalidateAll() {
      clock += 1;
      allInvalidatedAt = clock;
      for (const key of [...entries.keys()]) drop(key);
    },
    stats: () => ({ entries: entries.size, bytes, hits }),
  };
}

function buildEntry(key: string, tags: string[], response: Response, body: Buffer): Entry {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers: [string, string][] = [];
  for (const [name, value] of response.headers) {
    if (name !== CACHE_TAGS_HEADER && name !== 'content-length' && name !== 'etag' && name !== 'x-request-id')
      headers.push([name, value]);
  }
  headers.push(['etag', etag]);
  const compressible =
    body.length > MIN_COMPRESSED_BYTES && COMPRESSIBLE.test(response.headers.get('content-type') ?? '');
  if (compressible) headers.push(['vary', 'accept-encoding']);
  const kept = headers.filter(([name]) => !name.startsWith('content-') || name === 'content-security-policy');
  return {
    key,
    tags,
    status: response.status,
    etag,
    headers,
    compressible,
    variants: { identity: { body, headers: [...headers, ['content-length', String(body.length)]].flat() } },
    notModified: kept.flat(),
    size: body.length * 2 + 1_000,
    storedAt: Date.now(),
    usedAt: Date.now(),
  };
}

async function variantOf(entry: Entry, encoding: Encoding): Promise<Variant> {
  const ready = entry.variants[encoding];
  if (ready) return ready;
  const identity = entry.variants.identity as Variant;
  const body =
    encoding === 'br'
      ? await brotli(identity.body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.body.length },
        })
      : await gzipped(identity.body, { level: 6 });
  const headers = [...entry.headers, ['content-encoding', encoding], ['content-length', String(body.length)]].flat();
  const variant = { body, headers };
  entry.variants[encoding] = variant;
  return variant;
}

function encodingFor(entry: Entry, accepted: string | undefined): Encoding {
  if (!entry.compressible || !accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}

function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (!condition) return false;
  return condition === '*' || condition.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

function pairs(flat: string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) result.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return result;
}
