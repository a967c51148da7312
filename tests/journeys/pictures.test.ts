import { EVERY_PAGE, visit } from './every-page.ts';
import { test } from './visiting.ts';

// What is looked at is the demo shop as it opens, not what other journeys have left there.
test.use({ apart: true });

const WIDTHS = [390, 768, 1440];
const FOLDER = 'artifacts/screens';

for (const row of EVERY_PAGE) {
  test(`the page ${row.name} is there to be looked at, on a phone, a tablet and a desk, by day and by night`, async ({
    page,
    shop,
  }) => {
    await visit(page, shop, row);
    // A picture of the whole page scrolls past nothing, so what waits to be seen would stay away.
    await page.evaluate(async () => {
      const pictures = [...document.images];
      for (const picture of pictures) picture.loading = 'eager';
      await Promise.all([document.fonts.ready, ...pictures.map((picture) => picture.decode().catch(() => {}))]);
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${FOLDER}/${row.name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  });
}
