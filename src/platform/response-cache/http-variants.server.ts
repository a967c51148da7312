import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PREFETCHED_FRESH_S } from '#src/shared/prefetched-data.ts';
import { BROTLI_FILE_HEADER, CACHE_TAGS_HEADER } from './cacheable-routes.server.ts';

type Encoding = 'identity' | 'br' | 'gzip';

interface Variant {
  body: Buffer;
  /** Flat list of name, value, name, value, as `writeHead` takes it. */
  headers: string[];
}

/** A response that is the same for everybody, in every encoding that was asked for so far. */
export interface CachedResponse {
  tags: string[];
  size: number;
  etag: string;
  headers: [string, string][];
  isCompressible: boolean;
  /** A file with the body in Brotli, compressed better than there is time for here. */
  brotliFile: string | null;
  /** Data of a page, which the browser may fetch ahead. */
  isPageData: boolean;
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>;
  notModifiedHeaders: string[];
}

const STATUS = 200;
/** What the objects, buffers and lists of a cached response take beside their content, in bytes of memory. */
const OBJECT_BYTES = 1_500;
const MIN_COMPRESSED_BYTES = 600;
const COMPRESSIBLE = /^(text\/|application\/(json|problem\+json|javascript|manifest\+json|xml)|image\/svg)/;
/** Headers of the response that are computed anew, or belong to one request alone. */
const NOT_CACHED = new Set([CACHE_TAGS_HEADER, BROTLI_FILE_HEADER, 'content-length', 'etag', 'x-request-id']);

/** The type that the framework gives to the data of a page. */
const PAGE_DATA_TYPE = 'text/x-script';
/** Of what was fetched ahead. A navigation could not use it otherwise, and would ask again. */
const PREFETCHED_CACHE_CONTROL = `private, max-age=${PREFETCHED_FRESH_S}`;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function toCachedResponse(response: Response, tags: string[]): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const brotliFile = response.headers.get(BROTLI_FILE_HEADER);
  // What is compressed already is sent so, however small: a page has many small files.
  const isWorthIt = brotliFile !== null || body.length > MIN_COMPRESSED_BYTES;
  const isCompressible = isWorthIt && COMPRESSIBLE.test(response.headers.get('content-type') ?? '');
  const headers = [...response.headers].filter(([name]) => !NOT_CACHED.has(name));
  headers.push(['etag', etag]);
  if (isCompressible) headers.push(['vary', 'accept-encoding']);
  return {
    tags,
    // Twice the body, for its compressed variants. Each has its own list of the headers.
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

/** Writes the response where that takes no computation: false, and nothing written, where it has to be compressed first. */
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

/** The response for a request with these headers: compressed, or 304 where the client has it already. */
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

/** The headers for a request of this purpose: only what was fetched ahead may be used without asking again. */
function toSentHeaders(
  { isPageData }: CachedResponse,
  headers: string[],
  purpose: string | string[] | null | undefined,
): string[] {
  if (!isPageData || purpose !== 'prefetch') return headers;
  return headers.map((value, at) => (headers[at - 1] === 'cache-control' ? PREFETCHED_CACHE_CONTROL : value));
}

/** The same response, compressed for its one client. For what is not cached and holds no secret. */
export async function compressUncached(response: Response, requestHeaders: Headers): Promise<Response> {
  const isCompressible = COMPRESSIBLE.test(response.headers.get('content-type') ?? '');
  const encoding = negotiateEncoding({ isCompressible }, requestHeaders.get('accept-encoding'));
  if (!response.body || encoding === 'identity') return response;
  const plain = Buffer.from(await response.arrayBuffer());
  // Nobody else will have it, so it is done quickly.
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
  // The compressor's buffer has room for much more than it holds.
  const variant = { body: toExactSize(body), headers };
  cached.variants[encoding] = variant;
  return variant;
}

/** `level`: from 1, which is quick, to 9, which is small. */
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
