import { expect } from '@playwright/test';
import {
  ADMIN,
  type RunningShop,
  removeDataDir,
  sendRequest,
  signInAdmin,
  startShop,
} from '#tests/support/running-shop.ts';
import { answerWhere } from './checkout-helpers.ts';
import {
  collectPageErrors,
  fetchNewest,
  fillCard,
  MOVING,
  openDashboard,
  PREFETCHING,
  type Tool,
  test,
} from './fixtures.ts';

test.use(MOVING);
test.use(PREFETCHING);

let shop: RunningShop;

// An empty data directory and rate limits, as in a new installation.
test.beforeAll(async () => {
  shop = await startShop({ env: { RATE_LIMITS: 'on' } });
});
test.afterAll(async () => {
  await shop.stop();
  removeDataDir(shop.dataDir);
});

test('a visitor signs up, orders 25 of a tool and pays after a declined card, and an admin ships the order', async ({
  page,
  browser,
}) => {
  await test.step('the visitor reads the home page and wants a tool', async () => {
    await page.goto(`${shop.origin}/`);
    await expect(page).toHaveURL(`${shop.origin}/home`);
    await expect(page.getByRole('heading', { name: 'Claw hammer, 16 oz, hickory' })).toBeVisible();
    await expect(page.getByRole('link', { name: /place order/i })).toHaveCount(6);
    await page
      .getByRole('link', { name: /place order/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/signIn/);
  });

  await test.step('signs up and is sent back to the tool', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Toggle' }).click();
    await expect(page).toHaveURL(/\/signUp/);
    await page.getByLabel('Display name').fill('Ada Smith');
    await page.getByRole('main').getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(/\/singleTool\//);
    await expect(page.getByRole('heading', { level: 1, name: 'Claw hammer, 16 oz, hickory' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
  });

  await test.step('is told the range, then orders 25', async () => {
    const quantity = page
      .getByRole('textbox', { name: 'Quantity' })
      .or(page.getByRole('spinbutton', { name: 'Quantity' }));
    await quantity.fill('9');
    await quantity.blur();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Error!');
    await expect(dialog).toContainText('Please Order Between 10 && 640');
    await expect(dialog).toContainText(
      'You entered 9, so nothing was ordered. Enter a quantity from 10 to 640 pieces.',
    );
    await dialog.getByRole('button', { name: 'OK' }).click();
    await quantity.fill('9');
    await page.getByRole('button', { name: 'place order' }).click();
    await expect(dialog).toContainText('This Error From On Submit. Please Order Between 10 && 640');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(quantity).toHaveValue('9');
    await quantity.fill('25');
    await expect(page.getByText('472.50')).toBeVisible();
    await page.getByRole('button', { name: 'place order' }).click();
    await expect(dialog).toContainText('Good job!');
    await expect(dialog).toContainText('You clicked the button!');
    await expect(dialog).toContainText(
      /Order placed: 25 Claw hammer, 16 oz, hickory, \$472\.50, held for you until \w/,
    );
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText('615').first()).toBeVisible();
  });

  await test.step('sees it under My Order', async () => {
    await openDashboard(page, 'My Order');
    await expect(page.getByRole('main')).toContainText('Claw hammer, 16 oz, hickory');
    await expect(page.getByRole('main')).toContainText('472.50');
    await expect(page.getByRole('button', { name: /^Delete/ })).toBeVisible();
    await page.getByRole('link', { name: /^Pay/ }).click();
  });

  await test.step('pays with a second card after the first was declined', async () => {
    const pay = page.getByRole('button', { name: /^Pay/ });
    await answerWhere(page);
    await fillCard(page, '4000 0000 0000 0002');
    await expect(pay).toBeEnabled();
    await pay.click();
    await expect(page.getByText('Your card was declined.')).toBeVisible();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await expect(page.getByText('Your card was declined.')).toHaveCount(0);
    await fillCard(page, '4242 4242 4242 4242');
    await pay.click();
    await expect(page.getByText('Congrats! Your payment is completed.')).toBeVisible();
    await expect(page.getByText('Your transaction Id')).toBeVisible();
    await expect(page.getByText(/pi_[A-Za-z0-9]+/).first()).toBeVisible();
  });

  await test.step('sees it paid, with nothing to delete', async () => {
    await openDashboard(page, 'My Order');
    await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  });

  const adminPage = await browser.newPage();
  const adminPageErrors = collectPageErrors(adminPage.context());
  await test.step('an admin signs in, sees the order as paid and ships it', async () => {
    await adminPage.goto(`${shop.origin}/signIn`);
    await adminPage.getByRole('main').getByLabel('Email').fill(ADMIN.email);
    await adminPage.getByLabel('Password').fill(ADMIN.password);
    await adminPage.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(adminPage).toHaveURL(`${shop.origin}/home`);
    await openDashboard(adminPage, 'All Orders');
    const row = adminPage.getByRole('row').filter({ hasText: 'ada@example.com' });
    await expect(row).toContainText('472.50');
    await expect(row).toContainText('Paid');
    await row.getByRole('button', { name: /^pending/ }).click();
    await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Yes, ship it' }).click();
    await expect(row).toContainText('shipped');
    await expect(adminPage.getByRole('link', { name: 'My Order', exact: true })).toHaveCount(0);
  });

  await test.step('the customer sees it shipped', async () => {
    await page.reload();
    await expect(page.getByRole('main').getByText('shipped', { exact: true })).toBeVisible();
  });

  await test.step('both sign out and the guards hold', async () => {
    await adminPage.getByRole('button', { name: 'Log out' }).click();
    await adminPage.goto(`${shop.origin}/dashboard/allorder`);
    await expect(adminPage).toHaveURL(/\/signIn/);
    await page.goto(`${shop.origin}/dashboard/allusers`);
    await expect(page).toHaveURL(/\/signIn/);
    await page.goto(`${shop.origin}/home`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    for (const path of ['/dashboard', '/dashboard/myorder', '/about']) {
      await page.goto(shop.origin + path);
      await expect(page).toHaveURL(/\/signIn/);
    }
  });

  expect(adminPageErrors).toEqual([]);
});

test('wherever a sold-out tool is listed, a visitor is offered a quote instead of an order', async ({ page }) => {
  const [known] = await fetchNewest<Tool>(shop, '/tools');
  const few = {
    itemName: `Try square, ${Date.now()}`,
    about: 'A steel blade in a rosewood stock.',
    balance: '24.00',
    quantity: 9,
    minOrderQuantity: 10,
    picture: known?.picture,
  };
  const stored = await sendRequest('POST', `${shop.origin}/api/tools`, few, await signInAdmin(shop.origin));
  const { insertedId } = (await stored.json()) as { insertedId: string };
  for (const [path, role] of [
    ['/home', 'article'],
    ['/tools', 'row'],
  ] as const) {
    await page.goto(shop.origin + path);
    const entry = page.getByRole(role).filter({ hasText: few.itemName });
    await expect(entry).toContainText('Out of stock');
    await expect(entry.getByRole('link', { name: 'place order' })).toHaveCount(0);
    await expect(entry.getByRole('link', { name: few.itemName })).toHaveAttribute('href', /^\/tools\/[a-z0-9-]+$/);
    await entry.getByRole('link', { name: 'request a quote' }).click();
    await expect(page).toHaveURL(`${shop.origin}/quote?tool=${insertedId}`);
    await expect(page.getByLabel('Product', { exact: true })).toHaveValue(few.itemName);
  }
});
