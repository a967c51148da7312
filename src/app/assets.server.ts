import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { setCacheTags } from '#src/platform/api-responses.server.ts';
import { IMMUTABLE } from '#src/platform/http/immutable-files.ts';
import { BROTLI_FILE_HEADER, declareCacheable } from '#src/platform/response-cache/cacheable-routes.server.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/** Files that the build compressed have this extension after their own. */
const BROTLI = '.br';

/**
 * Serves the built files of the browser side. Only files that exist at the start have a path, so no path can lead
 * elsewhere.
 */
export function createAssetsMiddleware(folder: string): MiddlewareHandler<ApiEnv> {
  const files = new Map<string, string>();
  const compressed = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (extname(entry.name) === BROTLI) compressed.add(path);
    if (TYPES[extname(entry.name)]) files.set(`/${relative(folder, path).split(sep).join('/')}`, path);
  }
  const respond: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const file = files.get(c.req.path);
    if (!file) return next();
    const body = await readFile(file);
    setCacheTags(c, 'static');
    if (compressed.has(file + BROTLI)) c.header(BROTLI_FILE_HEADER, file + BROTLI);
    const hashed = c.req.path.startsWith('/assets/');
    return c.body(new Uint8Array(body), 200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': hashed ? IMMUTABLE : 'public, max-age=300',
    });
  };
  return declareCacheable(respond, ({ pathname }) => (files.has(pathname) ? pathname : null));
}
