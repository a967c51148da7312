import { Hono } from 'hono';
import { drawByName } from '#src/content/drawings/by-name.ts';
import type { ImageUploads } from '#src/features/images/image-uploads.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure, setCacheTags } from '#src/platform/api-responses.server.ts';
import { IMMUTABLE } from '#src/platform/http/immutable-files.ts';
import { cacheableRoute } from '#src/platform/response-cache/cacheable-routes.server.ts';
import { fail } from '#src/shared/problem.ts';

/** Everything under `/images/`: drawings made by code, and uploads from the image storage. */
export function createImagesApp(images: ImageUploads) {
  return new Hono<ApiEnv>()
    .get('/:kind/:file{[a-zA-Z0-9-]+\\.svg}', cacheableRoute(), (c) => {
      const svg = drawByName(c.req.param('kind'), c.req.param('file').slice(0, -4));
      if (!svg) return sendFailure(c, fail('not_found'));
      setCacheTags(c, 'static');
      // A new version of the shop may improve a drawing, so browsers ask again after a day.
      return c.body(svg, 200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
        // Allows only the drawing's own styles: if the drawing is opened on its own, nothing else may run or load.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      });
    })
    .get('/:file{[A-Za-z0-9_-]+\\.webp}', async (c) => {
      const file = await images.readLocal(c.req.param('file'));
      if (!file) return sendFailure(c, fail('not_found'));
      return c.body(new Uint8Array(file), 200, {
        'content-type': 'image/webp',
        'cache-control': IMMUTABLE,
        'content-security-policy': "default-src 'none'; sandbox",
      });
    });
}
