import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

/** A page with one heading, the least that a browser can paint. */
const ONE_HEADING =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title><h1>Ironmonger</h1></html>';
const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

const OPENER_POLICY = 'cross-origin-opener-policy';

interface Stored {
  type: string;
  openerPolicy?: string;
  body: Buffer;
  compressed: boolean;
}

export interface Floor {
  heading: string;
  /** The address of a page of the shop without its scripts. Its styles, fonts and images also come from this server. */
  withoutScript(path: string): string;
  close(): Promise<void>;
}

/**
 * Starts a bare server on this machine with two baselines for each page of the shop. Everything is compressed and in
 * memory before it is measured. Documents have the shop's opener policy, because it makes a browser switch to another
 * process when an empty tab opens the page.
 */
export async function startFloor(origin: string, paths: readonly string[]): Promise<Floor> {
  const stored = new Map<string, Stored>();
  for (const path of paths) {
    const response = await fetch(origin + path, { headers: { accept: 'text/html' } });
    const openerPolicy = response.headers.get(OPENER_POLICY) ?? 'unsafe-none';
    const toPage = (html: string) => ({ ...store('text/html; charset=utf-8', Buffer.from(html)), openerPolicy });
    stored.set(path, toPage(stripScripts(await response.text())));
    stored.set('/floor', toPage(ONE_HEADING));
  }
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    let entry = stored.get(path);
    if (!entry) {
      const fetched = await fetch(origin + path, { headers: { accept: request.headers.accept ?? '*/*' } });
      if (!fetched.ok) return void response.writeHead(fetched.status).end();
      entry = store(fetched.headers.get('content-type') ?? '', Buffer.from(await fetched.arrayBuffer()));
      stored.set(path, entry);
    }
    response
      .writeHead(200, {
        'content-type': entry.type,
        'content-length': entry.body.length,
        'cache-control': 'no-cache',
        ...(entry.compressed && { 'content-encoding': 'br' }),
        ...(entry.openerPolicy && { [OPENER_POLICY]: entry.openerPolicy }),
      })
      .end(entry.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    heading: `${own}/floor`,
    withoutScript: (path) => own + path,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function store(type: string, plain: Buffer): Stored {
  const compressed = COMPRESSIBLE.test(type) && plain.length > 600;
  const body = compressed ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) : plain;
  return { type, body, compressed };
}

/** Removes all scripts except data blocks, which run nothing. */
function stripScripts(html: string): string {
  return html
    .replace(/<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link[^>]*rel="modulepreload"[^>]*>/g, '');
}
