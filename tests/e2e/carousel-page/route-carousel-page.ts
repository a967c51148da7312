import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';

export const CAROUSEL_PAGE = '/carousel-page';

const entry = fileURLToPath(new URL('./page.tsx', import.meta.url));
let script: Promise<string> | undefined;

/** Serves a page with only carousels on the running shop's origin, with the shop's styles and images. */
export async function routeCarouselPage(page: Page): Promise<void> {
  script ??= bundlePage();
  const body = await script;
  const document = await (await page.request.get('/about')).text();
  const [style = ''] = document.match(/<style>[\s\S]*?<\/style>/) ?? [];
  const html = `<!doctype html><html lang="en"><head><title>Carousels</title><meta name="viewport" content="width=device-width">${style}</head><body><script type="module" src="${CAROUSEL_PAGE}.js"></script></body></html>`;
  await page.route(`**${CAROUSEL_PAGE}`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route(`**${CAROUSEL_PAGE}.js`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}

async function bundlePage(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const [output] = [made].flat() as Rolldown.RolldownOutput[];
  const chunk = output?.output[0];
  if (chunk?.type !== 'chunk') throw new Error('The carousel page has no script.');
  return chunk.code;
}
