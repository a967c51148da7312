import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isImmutable } from '#src/platform/http/immutable-files.ts';
import { PREFETCHED_FRESH_S } from '#src/shared/prefetched-data.ts';
import { BROTLI_FILE_HEADER, CACHE_TAGS_HEADER } from './cacheable-routes.server.ts';

type Encoding = 'identity' | 'br' | 'gzip';

interface Variant {
  body: Buffer;
  /** A flat list of name, value, name, value, as `writeHead` takes it. */
  headers: string[];
}

/** A response that is the same for everybody, in every encoding requested so far. */
export interface CachedResponse {
  tags: string[];
  size: number;
  etag: string;
  headers: [string, string][];
  isCompressible: boolean;
  /** A file with the body in Brotli, compressed better than there is time for here. */
  brotliFile: string | null;
  /** The data of a page, which browsers may prefetch. */
  isPageData: boolean;
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>;
  notModifiedHeaders: string[];
}

const STATUS = 200;
/** The bytes of memory that the objects, buffers and lists of a cached response take besides their content. */
const OBJECT_BYTES = 1_500;
const MIN_COMPRESSED_BYTES = 600;
const COMPRESSIBLE = /^(text\/|application\/(json|problem\+json|javascript|manifest\+json|xml)|image\/svg)/;
/** Response headers that are computed again, or that belong to a single request. */
const NOT_CACHED = new Set([CACHE_TAGS_HEADER, BROTLI_FILE_HEADER, 'content-length', 'etag', 'x-request-id']);

/** The content type that the framework uses for the data of a page. */
const PAGE_DATA_TYPE = 'text/x-script';
/** For prefetched responses. Without it, a navigation could not use them and would request them again. */
const PREFETCHED_CACHE_CONTROL = `private, max-age=${PREFETCHED_FRESH_S}`;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function toCachedResponse(response: Response, tags: string[]): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const brotliFile = response.headers.get(BROTLI_FILE_HEADER);
  // A body that is already compressed is sent that way, however small it is: a page has many small files.
  const isWorthIt = brotliFile !== null || body.length > MIN_COMPRESSED_BYTES;
  const isCompressible = isWorthIt && COMPRESSIBLE.test(response.headers.get('content-type') ?? '');
  const headers = [...response.headers].filter(([name]) => !NOT_CACHED.has(name));
  // Nobody asks again for what never changes, and a page has many such files.
  if (!isImmutable(response.headers)) headers.push(['etag', etag]);
  if (isCompressible) headers.push(['vary', 'accept-encoding']);
  return {
    tags,
    // Twice the body, to allow for its compressed variants. Each has its own list of headers.
    size: body.length * 2 + headers.flat().join('').length + OBJECT_BYTES,
    etag,
    headers,
    isCompressible,
    brotliFile,
    isPageData: response.headers.get('content-type') === PAGE_DATA_TYPE,
    variants: { identity: { body, headers: [...headers, ['content-length', String(body.length)]].flat() } },
    notModifiedHeaders: headers
      .filter(([name]) => !name.startsWith('content-') || name === 'content-security-policy')
      .flat(),
  };
}

/**
 * Writes the response if that needs no computation. Returns false and writes nothing if it first has to be compressed.
 */
export function writeCachedResponse(
  cached: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const purpose = request.headers['sec-purpose'];
  if (matchesEtag(request.headers['if-none-match'], cached.etag)) {
    response.writeHead(304, toSentHeaders(cached, cached.notModifiedHeaders, purpose)).end();
    return true;
  }
  const variant = cached.variants[negotiateEncoding(cached, request.headers['accept-encoding'])];
  if (!variant) return false;
  response.writeHead(STATUS, toSentHeaders(cached, variant.headers, purpose));
  if (request.method === 'HEAD') response.end();
  else response.end(variant.body);
  return true;
}

/** The response to a request with these headers: compressed, or 304 if the client already has it. */
export async function toResponse(cached: CachedResponse, requestHeaders: Headers): Promise<Response> {
  const purpose = requestHeaders.get('sec-purpose');
  if (matchesEtag(requestHeaders.get('if-none-match'), cached.etag)) {
    const headers = toPairs(toSentHeaders(cached, cached.notModifiedHeaders, purpose));
    return new Response(null, { status: 304, headers });
  }
  const variant = await getVariant(cached, negotiateEncoding(cached, requestHeaders.get('accept-encoding')));
  return new Response(new Uint8Array(variant.body), {
    status: STATUS,
    headers: toPairs(toSentHeaders(cached, variant.headers, purpose)),
  });
}

/**
 * The same for a response that may be outdated: it says for how long (RFC 9211: a negative time to live), and nobody
 * may keep it.
 */
export async function toStaleResponse(
  cached: CachedResponse,
  requestHeaders: Headers,
  staleMs: number,
): Promise<Response> {
  const response = await toResponse(cached, requestHeaders);
  response.headers.set('cache-status', `ironmonger; hit; ttl=-${Math.ceil(staleMs / 1000)}`);
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** The headers for a request of this kind. Only a prefetched response may be used without asking again. */
function toSentHeaders(
  { isPageData }: CachedResponse,
  headers: string[],
  purpose: string | string[] | null | undefined,
): string[] {
  if (!isPageData || purpose !== 'prefetch') return headers;
  return headers.map((value, at) => (headers[at - 1] === 'cache-control' ? PREFETCHED_CACHE_CONTROL : value));
}

/** Compresses a response for a single client. For responses that are not cached and have no secrets. */
export async function compressUncached(response: Response, requestHeaders: Headers): Promise<Response> {
  const isCompressible = COMPRESSIBLE.test(response.headers.get('content-type') ?? '');
  const encoding = negotiateEncoding({ isCompressible }, requestHeaders.get('accept-encoding'));
  if (!response.body || encoding === 'identity') return response;
  const plain = Buffer.from(await response.arrayBuffer());
  // Only one client gets it, so a fast compression level is best.
  const body = await compress(plain, encoding, 4);
  const headers = new Headers(response.headers);
  headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  headers.append('vary', 'accept-encoding');
  return new Response(new Uint8Array(body), { status: response.status, headers });
}

async function getVariant(cached: CachedResponse, encoding: Encoding): Promise<Variant> {
  const ready = cached.variants[encoding];
  if (ready) return ready;
  const { body: plain } = cached.variants.identity;
  const { brotliFile } = cached;
  const body = encoding === 'br' && brotliFile ? await readFile(brotliFile) : await compress(plain, encoding, 6);
  const headers = [...cached.headers, ['content-encoding', encoding], ['content-length', String(body.length)]].flat();
  // The compressor's buffer is much larger than its content.
  const variant = { body: toExactSize(body), headers };
  cached.variants[encoding] = variant;
  return variant;
}

/** `level` is from 1 (fast) to 9 (small). */
function compress(plain: Buffer, encoding: Encoding, level: number): Promise<Buffer> {
  if (encoding !== 'br') return compressGzip(plain, { level });
  const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return compressBrotli(plain, { params });
}

function toExactSize(body: Buffer): Buffer {
  const exact = Buffer.allocUnsafeSlow(body.length);
  body.copy(exact);
  return exact;
}

function negotiateEncoding(
  { isCompressible }: Pick<CachedResponse, 'isCompressible'>,
  accepted: string | null | undefined,
): Encoding {
  if (!isCompressible || !accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}

function matchesEtag(condition: string | null | undefined, etag: string): boolean {
  if (!condition) return false;
  return condition === '*' || condition.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

function toPairs(flat: string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}
