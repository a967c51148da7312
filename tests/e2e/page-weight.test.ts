import { expect } from '@playwright/test';
import { PREFETCHING, test } from './fixtures.ts';

/** Bytes over the wire including headers, of everything that a page loads until it is idle. */
const MAX_SCRIPT_BYTES = 130_000;
const MAX_FONT_BYTES = 40_000;
/** A page counts as idle when nothing has arrived for this long, in ms. */
const QUIET_MS = 800;

// The demo range alone: a name that another test gave a tool may need a further font.
test.use({ ...PREFETCHING, hydrates: false, isolated: true });

const PATHS = ['/home', '/tools', '/categories', '/blog', '/blog/{blog}', '/signIn', '/signUp', '/contact', '/terms'];
/** Where people order. These pages take more, and may not grow. */
const ORDER_PATHS = { '/tools/{slug}': 136_000, '/singleTool/{tool}': 152_000, '/basket': 135_000 };

const CASES = [
  ...PATHS.flatMap((path) => [1440, 390].map((width) => ({ path, width, limit: MAX_SCRIPT_BYTES }))),
  ...Object.entries(ORDER_PATHS).map(([path, limit]) => ({ path, width: 390, limit })),
];

for (const { path, width, limit } of CASES) {
  test(`${path} loads few bytes of script and fonts at ${width} px until it is idle`, async ({ page, request }) => {
    const [blog] = await (await request.get('/api/blogs?limit=1')).json();
    const [tool] = await (await request.get('/api/tools?limit=1')).json();
    await page.setViewportSize({ width, height: 900 });
    const session = await page.context().newCDPSession(page);
    const types = new Map<string, string>();
    const bytes = new Map<string, number>();
    let last = Date.now();
    session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      last = Date.now();
      const type = types.get(requestId) ?? '';
      bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength);
    });
    await session.send('Network.enable');
    await page.goto(path.replace('{blog}', blog._id).replace('{tool}', tool._id).replace('{slug}', tool.slug));
    await expect(page.locator('html[data-hydrated]')).toBeAttached();
    await expect.poll(() => Date.now() - last).toBeGreaterThan(QUIET_MS);
    expect(bytes.get('Script')).toBeGreaterThan(50_000);
    expect(bytes.get('Script')).toBeLessThanOrEqual(limit);
    expect(bytes.get('Font')).toBeLessThanOrEqual(MAX_FONT_BYTES);
  });
}
