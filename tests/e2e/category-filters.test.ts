import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './fixtures.ts';

// The demo range, without tools that other tests add.
test.use({ isolated: true });

const CATEGORY = '/categories/wrenches';
const getGroup = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const getCount = (page: Page) => page.getByRole('status').filter({ hasText: /^\d+ tools?$/ });
const getNote = (page: Page) => page.getByRole('status').filter({ hasText: 'not applied yet' });

/** Types into both fields of the price range. */
async function typePrice(page: Page, from: string, to: string): Promise<void> {
  await getGroup(page, 'Unit price in USD').getByLabel('From').fill(from);
  await getGroup(page, 'Unit price in USD').getByLabel('To').fill(to);
  await getGroup(page, 'Unit price in USD').getByLabel('To').press('Enter');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    for (const [from, to, field, sentence] of [
      ['cheap', '', 'From', 'Please enter a price from 0 to 999,999.99, such as 18.90.'],
      ['', '-5', 'To', 'Please enter a price from 0 to 999,999.99, such as 18.90.'],
      ['50', '10', 'To', 'The end of this range is below its start. Please enter 50 or more, or lower the start.'],
    ] as const) {
      test(`a buyer who filters by prices from “${from}” to “${to}” reads at the field what to enter`, async ({
        page,
      }) => {
        await page.goto(CATEGORY);
        const all = await getCount(page).textContent();
        await typePrice(page, from, to);
        const price = getGroup(page, 'Unit price in USD');
        await expect(price.getByLabel(field)).toHaveAccessibleDescription(`${field}: ${sentence}`);
        await expect(price.getByLabel(field)).toHaveAttribute('aria-invalid', 'true');
        await expect(price.getByLabel('From')).toHaveValue(from);
        await expect(price.getByLabel('To')).toHaveValue(to);
        await expect(getNote(page)).toHaveText(/^“Unit price in USD” is not applied yet\./);
        // The invalid filter is ignored, and all other filters apply.
        await expect(getCount(page)).toHaveText(all ?? '');
        await page.getByRole('link', { name: 'Table', exact: true }).click();
        await expect(page).toHaveURL(/view=table/);
        await expect(price.getByLabel('From')).toHaveValue(from);
        await typePrice(page, '', '8');
        await expect(getNote(page)).toHaveCount(0);
        await expect(price.getByLabel('To')).not.toHaveAttribute('aria-invalid');
        await expect(getCount(page)).not.toHaveText(all ?? '');
      });
    }

    test('a buyer who swaps the ends of a size range sees an error at the field, and can use other units', async ({
      page,
    }) => {
      await page.goto(CATEGORY);
      const length = getGroup(page, 'Length');
      await length.getByLabel('From').fill('200');
      await length.getByLabel('To').fill('4 in');
      await length.getByLabel('To').press('Enter');
      await expect(length.getByLabel('To')).toHaveAccessibleDescription(
        /^To: The end of this range is below its start/,
      );
      await expect(length.getByLabel('To')).toHaveValue('4 in');
      await length.getByLabel('To').fill('9 in');
      await length.getByLabel('To').press('Enter');
      await expect(page.getByRole('link', { name: 'Remove filter: Length: 200 to 228.6 mm' })).toBeVisible();
      await expect(length.getByLabel('To')).not.toHaveAttribute('aria-invalid');
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'if no tool has a length' : 'if no tool has a length, without script', () => {
    test.use({ javaScriptEnabled });

    test('a range of lengths stays when another filter is chosen, until it is removed', async ({ page }) => {
      await page.goto(`${CATEGORY}?spec.Length.min=5&spec.Length.unit=mm&price.max=0.01`);
      await expect(getGroup(page, 'Length').getByLabel('From')).toHaveValue('5 mm');
      await getGroup(page, 'Unit price in USD').getByLabel('To').fill('900');
      await getGroup(page, 'Unit price in USD').getByLabel('To').press('Enter');
      await expect(page).toHaveURL(/price\.max=900/);
      await expect(page).toHaveURL(/spec\.Length\.min=5/);
      await expect(getGroup(page, 'Length').getByLabel('From')).toHaveValue('5');
      await page.getByRole('link', { name: 'Remove filter: Length: from 5 mm' }).click();
      await expect(page).not.toHaveURL(/Length/);
    });
  });
}

test('a number applies when its field loses the focus, not with each key, and Enter adds one step to the history', async ({
  page,
}) => {
  await page.goto(CATEGORY);
  const entries = await page.evaluate(() => history.length);
  const from = getGroup(page, 'Unit price in USD').getByLabel('From');
  await from.pressSequentially('5x');
  await expect(page).toHaveURL(CATEGORY);
  await from.press('Backspace');
  await from.press('Enter');
  await expect(page).toHaveURL(/price\.min=5$/);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.goBack();
  await expect(page).toHaveURL(CATEGORY);
  await expect(from).toBeFocused();
  await expect(from).toHaveValue('');
});

test('on a phone the filters are open if one of them is invalid, even after it was corrected', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${CATEGORY}?price.min=50&price.max=10`);
  const to = getGroup(page, 'Unit price in USD').getByLabel('To');
  await expect(to).toBeVisible();
  await expectAccessible(page);
  await to.fill('60');
  await to.press('Enter');
  await expect(to).not.toHaveAttribute('aria-invalid');
  await expect(to).toBeVisible();
});

test('pages with invalid filters are neither indexed nor cached, and former addresses redirect', async ({ page }) => {
  for (const query of ['?price.min=cheap', '?price.min=dear', '']) {
    await page.goto(CATEGORY + query);
    const isWrong = query !== '';
    await expect(page.locator('link[rel=canonical]')).toHaveCount(isWrong ? 0 : 1);
    await expect(getGroup(page, 'Unit price in USD').getByLabel('From')).toHaveValue(query.split('=')[1] ?? '');
  }
});
