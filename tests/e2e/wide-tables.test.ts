import { expect, type Locator, type Page } from '@playwright/test';
import { startFakeServer } from '#tests/support/fake-server.ts';
import { expectAccessible, test, trackLayoutShift } from './fixtures.ts';

// The demo range, without tools that other tests add.
test.use({ isolated: true });

const TABLES = [
  ['/categories/wrenches?view=table', 'Tools compared by their shared properties'],
  ['/categories/hand-tools?view=table', 'Tools compared by their shared properties'],
  ['/tools/combination-wrench-19-mm', 'Sizes side by side'],
] as const;

/** Lists the parts of a row that a buyer needs most. */
function listParts(row: Locator): Locator[] {
  return [
    row.getByRole('rowheader').getByText(/^[A-Z]{2}-/),
    row.getByText(/^\$\d/).filter({ visible: true }),
    row.getByRole('button', { name: 'Add to basket' }).filter({ visible: true }),
  ];
}

/** Whether somebody can press the middle of an element: it is on the screen, and nothing covers it. */
function isReachable(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = left >= 0 && right <= document.documentElement.clientWidth;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return isInside && (element.contains(hit) || (hit?.contains(element) ?? false));
  });
}

async function expectReachable(page: Page, table: Locator): Promise<void> {
  const row = table.getByRole('row').nth(2);
  await row.scrollIntoViewIfNeeded();
  for (const part of listParts(row)) {
    await expect(part).toHaveCount(1);
    await expect.poll(() => isReachable(part)).toBe(true);
  }
  // The page itself does not scroll sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

for (const [path, name] of TABLES) {
  for (const width of [390, 768, 1024, 1440]) {
    test(`name, price and order stay in sight at ${width} px while ${path} scrolls sideways`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const group = page.getByRole('group', { name });
      await expectReachable(page, group);
      await group.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
      await expectReachable(page, group);
    });
  }
}

test('an element with the focus in a wide table is never covered by the fixed column', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(TABLES[0][0]);
  const group = page.getByRole('group', { name: TABLES[0][1] });
  const minimum = group.getByRole('columnheader', { name: /^Minimum/ }).getByRole('link');
  await minimum.focus();
  await expect.poll(() => isReachable(minimum)).toBe(true);
  await expectAccessible(page);
});

test.describe('over a slow connection', () => {
  test.use({ hydrates: false });

  test('a wide table is not shown before its last row has arrived, so no column moves', async ({ page, shop }) => {
    const html = await (await fetch(`${shop.origin}/categories/hand-tools?view=table`)).text();
    const firstRows = html.indexOf('</tr>', html.indexOf('<tbody'));
    let sendRest = () => {};
    const seen = new Promise<void>((resolve) => {
      sendRest = resolve;
    });
    // The page works without its scripts, which this server does not have.
    const slow = await startFakeServer(async ({ url }, response) => {
      if (!url.startsWith('/categories/')) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, firstRows));
      await seen;
      response.end(html.slice(firstRows));
    });
    try {
      const readLayoutShift = await trackLayoutShift(page);
      await page.goto(`${slow.origin}/categories/hand-tools?view=table`, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: 'Hand tools' })).toBeVisible();
      const table = page.locator('table');
      await expect(table.locator('tbody th')).toHaveCount(1);
      await expect(table).toBeHidden();
      sendRest();
      await expect(table).toBeVisible();
      expect(await readLayoutShift()).toBeLessThan(0.005);
    } finally {
      sendRest();
      await slow.close();
    }
  });
});
