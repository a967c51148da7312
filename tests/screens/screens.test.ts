import type { Page } from '@playwright/test';
import { test } from '../e2e/fixtures.ts';
import { ALL_PAGE_STATES, visit } from '../e2e/page-states.ts';

// The fresh demo shop, without changes by other tests.
test.use({ isolated: true });

const WIDTHS = [390, 768, 1440];
const FOLDER = 'artifacts/screens';

/** Takes full-page screenshots for a phone, a tablet and a desktop, light and dark. */
async function takeScreenshots(page: Page, name: string): Promise<void> {
  // A full-page screenshot does not scroll, so lazy images would stay empty.
  await page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    // Nor is what is skipped below the window drawn. The page's policy allows a constructed style sheet.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    await Promise.all([document.fonts.ready, ...images.map((image) => image.decode().catch(() => {}))]);
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${FOLDER}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

for (const row of ALL_PAGE_STATES) {
  test(`screenshots of the page ${row.name}`, async ({ page, shop }) => {
    await visit(page, shop, row);
    await takeScreenshots(page, row.name);
  });
}
