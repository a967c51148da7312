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
import { getTool } from '#src/features/catalogue/service.server.ts';
import type { ImageUploads } from '#src/features/images/image-uploads.server.ts';
import { type ApiEnv, cacheResponse, sendFailure } from '#src/platform/api.server.ts';
import { publicRoute } from '#src/platform/response-cache/public-routes.server.ts';
import { fail } from '#src/shared/problem.ts';

const HOME = 'workbench';

/** What a link to a page of the shop looks like elsewhere: PNGs of 1200 × 630 under `/images/og/`, of what there is alone. */
export function createLinkPreviewsApp(images: ImageUploads) {
  const pngRenderer = createPngRenderer();

  /** Cacheable even for a short time: many may ask at once, and wait for one response. */
  const send = (c: Context<ApiEnv>, png: Buffer | null, tag: string, seconds = 86_400) => {
    if (!png) return sendFailure(c, fail('busy'));
    cacheResponse(c, tag);
    return c.body(new Uint8Array(png), 200, {
      'content-type': 'image/png',
      'cache-control': `public, max-age=${seconds}`,
    });
  };
  const banner = (name: string) =>
    pngRenderer.render(`banner ${name}`, () => drawBannerPreview(name) ?? drawUploadPreview());

  /** `isStandIn`: the picture itself is not to be had right now. */
  const ofTool = async (picture: string): Promise<{ png: Buffer | null; isStandIn?: boolean }> => {
    const drawing = /^\/images\/drawings\/([a-z0-9-]+)\.svg$/.exec(picture)?.[1];
    const drawn = drawing ? drawToolPreview(drawing) : null;
    if (drawn) return { png: await pngRenderer.render(picture, () => drawn) };
    const known = await pngRenderer.getCached(picture)?.catch(() => null);
    if (known) return { png: known };
    // Only what was uploaded here is fetched from its host: whoever names another picture would choose where the shop
    // sends requests to.
    const upload = await images.readUpload(picture);
    if (!upload) return { png: await banner(HOME), isStandIn: true };
    return pngRenderer.render(picture, drawUploadPreview, { image: upload, area: uploadPlace }).then(
      (png) => ({ png }),
      // What its host has by now is no picture any more.
      async () => ({ png: await banner(HOME), isStandIn: true }),
    );
  };

  return (
    new Hono<ApiEnv>()
      // Each address with another query would be made and kept anew.
      .use(async (c, next) => {
        const url = new URL(c.req.url);
        return url.search ? c.redirect(url.pathname, 301) : next();
      })
      .get('/home.png', publicRoute(), async (c) => send(c, await banner(HOME), 'static'))
      .get('/tool/:file{[A-Za-z0-9]{24}\\.png}', publicRoute(), async (c) => {
        const found = await getTool(c.var.db, c.req.param('file').slice(0, -4));
        if (!found.ok) return sendFailure(c, found);
        const { png, isStandIn } = await ofTool(found.value.picture);
        return send(c, png, `tool:${found.value._id}`, isStandIn ? 60 : undefined);
      })
      .get('/blog/:file{[A-Za-z0-9]{24}\\.png}', publicRoute(), async (c) => {
        const found = await getBlogPost(c.var.db, c.req.param('file').slice(0, -4));
        if (!found.ok) return sendFailure(c, found);
        return send(c, await banner(bannerOf(found.value._id)), 'blogs');
      })
  );
}

/** Posts have no picture of their own: each takes one of the banners, always the same one. */
function bannerOf(id: string): string {
  const sum = [...id].reduce((all, letter) => all + letter.charCodeAt(0), 0);
  return bannerNames[sum % bannerNames.length] ?? HOME;
}
