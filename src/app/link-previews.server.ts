import { type Context, Hono } from 'hono';
import {
  bannerNames,
  drawBannerPreview,
  drawToolPreview,
  drawUploadPreview,
  uploadPlace,
} from '#src/content/drawings/drawings.ts';
import { createPngRenderer } from '#src/content/drawings/png-renderer.server.ts';
import { getBlogPost } from '#src/features/blog/queries.server.ts';
import { getTool } from '#src/features/catalogue/tool/service.server.ts';
import type { ImageUploads } from '#src/features/images/image-uploads.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure, setCacheTags } from '#src/platform/api-responses.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import { cacheableRoute } from '#src/platform/response-cache/cacheable-routes.server.ts';
import { fail } from '#src/shared/problem.ts';

const HOME = 'workbench';

/** Previews of links to the shop's pages: PNGs of 1200 × 630 under `/images/og/`. */
export function createLinkPreviewsApp(images: ImageUploads, imageProcess: ImageProcess) {
  const pngRenderer = createPngRenderer(imageProcess);

  /** Cacheable even if only for a short time, so that many simultaneous requests wait for one response. */
  const send = (c: Context<ApiEnv>, png: Buffer | null, tag: string, seconds = 86_400) => {
    if (!png) return sendFailure(c, fail('busy'));
    setCacheTags(c, tag);
    return c.body(new Uint8Array(png), 200, {
      'content-type': 'image/png',
      'cache-control': `public, max-age=${seconds}`,
    });
  };
  const banner = (name: string) =>
    pngRenderer.render(`banner ${name}`, () => drawBannerPreview(name) ?? drawUploadPreview());

  /** `isPlaceholder` means that the image itself is not available right now. */
  const renderToolPreview = async (imageUrl: string): Promise<{ png: Buffer | null; isPlaceholder?: boolean }> => {
    const drawing = /^\/images\/drawings\/([a-z0-9-]+)\.svg$/.exec(imageUrl)?.[1];
    const drawn = drawing ? drawToolPreview(drawing) : null;
    if (drawn) return { png: await pngRenderer.render(imageUrl, () => drawn) };
    const cached = await pngRenderer.getCached(imageUrl)?.catch(() => null);
    if (cached) return { png: cached };
    // Only uploads are fetched from their host; any other address would decide where the shop sends requests.
    const upload = await images.readUpload(imageUrl);
    if (!upload) return { png: await banner(HOME), isPlaceholder: true };
    return pngRenderer.render(imageUrl, drawUploadPreview, { image: upload, area: uploadPlace }).then(
      (png) => ({ png }),
      // By now, its host no longer has an image there.
      async () => ({ png: await banner(HOME), isPlaceholder: true }),
    );
  };

  return new Hono<ApiEnv>()
    .get('/home.png', cacheableRoute(), async (c) => send(c, await banner(HOME), 'static'))
    .get('/tool/:file{[A-Za-z0-9]{24}\\.png}', cacheableRoute(), async (c) => {
      const found = await getTool(c.var.db, c.req.param('file').slice(0, -4));
      if (!found.ok) return sendFailure(c, found);
      const { png, isPlaceholder } = await renderToolPreview(found.value.picture);
      return send(c, png, `tool:${found.value._id}`, isPlaceholder ? 60 : undefined);
    })
    .get('/blog/:file{[A-Za-z0-9]{24}\\.png}', cacheableRoute(), async (c) => {
      const found = await getBlogPost(c.var.db, c.req.param('file').slice(0, -4));
      if (!found.ok) return sendFailure(c, found);
      return send(c, await banner(getBannerName(found.value._id)), 'blogs');
    });
}

/** Posts have no images, so each gets one of the banners, always the same one. */
function getBannerName(id: string): string {
  const sum = [...id].reduce((total, character) => total + character.charCodeAt(0), 0);
  return bannerNames[sum % bannerNames.length] ?? HOME;
}
