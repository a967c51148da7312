import { expect, type Page } from '@playwright/test';
import type { RunningShop } from '#tests/support/running-shop.ts';
import { dismissDialog, fetchJson, getDialog, newCustomer, signInAsNewCustomer, type Tool, test } from './fixtures.ts';

/** A tool that no other test can sell out. */
interface SoldTool extends Tool {
  packMultiple: number;
  volumePrices: unknown[];
}

async function readPlentiful(shop: RunningShop): Promise<Tool> {
  // A tool that is sold by the piece, without volume prices.
  const [tool] = (await fetchJson<SoldTool[]>(shop, '/tools?sort=-stock&limit=50')).filter(
    ({ packMultiple, volumePrices }) => packMultiple === 1 && volumePrices.length === 0,
  );
  if (!tool) throw new Error('there is no tool');
  return tool;
}

test('a customer who follows a broken link to a tool sees the error picture, and no technical terms', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  for (const path of ['/singleTool/xyz', `/singleTool/${'a'.repeat(24)}`]) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(main.getByRole('img')).toHaveAccessibleName('A broken twist drill');
    await expect(main).not.toContainText('undefined');
  }
});

test('a keyboard user who leaves a field with a wrong quantity is told so, and continues where they went', async ({
  page,
  shop,
}) => {
  const tool = await readPlentiful(shop);
  await signInAsNewCustomer(page, shop);
  await page.goto(`/singleTool/${tool._id}`);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await quantity.fill('999999999');
  await quantity.press('Tab');
  await expect(getDialog(page)).toContainText(`Please Order Between ${tool.minOrderQuantity} && ${tool.quantity}`);
  await page.keyboard.press('Escape');
  await expect(getDialog(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: 'place order' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(quantity).toBeFocused();
});

test('a customer who logged out in another tab can sign in on the same page', async ({ page, context, shop }) => {
  const tool = await readPlentiful(shop);
  const customer = await signInAsNewCustomer(page, shop);
  await page.goto(`/singleTool/${tool._id}`);
  await expect(page.getByText('Total', { exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/home');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`/signIn?from=%2FsingleTool%2F${tool._id}`);
  const form = page.getByRole('main');
  await form.getByLabel('Email').fill(customer.email);
  await form.getByLabel('Password').fill(customer.password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`/singleTool/${tool._id}`);
});

test('a new sign-in attempt removes the identity service’s message about the previous one', async ({ page, shop }) => {
  const known = await newCustomer(shop);
  await page.goto('/signUp');
  const form = page.getByRole('main');
  await form.getByLabel('Display name').fill('Ada Smith');
  await form.getByLabel('Email').fill(known.email);
  await form.getByLabel('Password').fill('correct horse');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(form.getByRole('alert')).toContainText('Error: ');
  await form.getByLabel('Password').fill('x'.repeat(200));
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(form.getByLabel('Password')).toHaveAccessibleDescription(/Please choose at most 128 characters\.$/);
  await expect(form.getByRole('alert')).toHaveCount(0);
});

/** Returns the scroll positions at which something covers a button that is on the screen. */
function listCoveredPositions(page: Page, name: string): Promise<number[]> {
  return page.getByRole('button', { name, exact: true }).evaluate((button) => {
    const covered: number[] = [];
    const begin = window.scrollY;
    for (let y = 0; y < document.documentElement.scrollHeight; y += 20) {
      window.scrollTo({ top: y, behavior: 'instant' });
      const { left, top, width, height } = button.getBoundingClientRect();
      if (top < 0 || top + height > window.innerHeight) continue;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!hit || !button.contains(hit)) covered.push(y);
    }
    window.scrollTo({ top: begin, behavior: 'instant' });
    return covered;
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a customer who opens a tool has its order button in view, and orders', async ({ page, shop }) => {
    const tool = await readPlentiful(shop);
    await signInAsNewCustomer(page, shop);
    await page.goto(`/singleTool/${tool._id}`);
    const order = page.getByRole('main').getByRole('button', { name: 'place order' });
    await expect(order).toBeInViewport({ ratio: 1 });
    expect(await listCoveredPositions(page, 'One more')).toEqual([]);
    await order.tap();
    await dismissDialog(page, 'Good job!', 'You clicked the button!');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor is not offered a sign-in that could not work', async ({ page }) => {
    for (const path of ['/signIn', '/signUp']) {
      await page.goto(path);
      // Other locators do not find text inside noscript.
      await expect(page.locator('main noscript p')).toContainText('needs JavaScript');
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    }
  });
});
