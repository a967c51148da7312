import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { signInAdmin } from '#tests/support/running-shop.ts';
import { expectAccessible, fetchJson, linkInMail, newCustomer, signInAs, signInAsAdmin, test } from './fixtures.ts';
import { createSoldOutTool, requestAlert, type SoldOutTool } from './stock-alert-helpers.ts';

const newEmail = () => `${randomUUID()}@example.com`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Records a delivery in the dashboard as an admin. */
async function receive(page: Page, tool: SoldOutTool, pieces: number): Promise<void> {
  await page.goto(`/dashboard/products/${tool.id}`);
  await page.getByLabel('Pieces received').fill(String(pieces));
  await page.getByRole('button', { name: 'Adjust stock' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'are available now' })).toBeVisible();
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted });

    test(`a visitor requests an alert for a sold-out tool, is told that it is back, and ends all alerts (${scripted ? 'with' : 'without'} script)`, async ({
      page,
      shop,
      browser,
    }) => {
      const tool = await createSoldOutTool(shop);
      const email = newEmail();
      await page.goto(tool.page);
      await expect(page.getByRole('main').getByRole('link', { name: 'request a quote' })).toBeVisible();
      await requestAlert(page, email);
      if (scripted) {
        await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Please check your email/);
        await expect(page).toHaveURL(tool.page);
      } else {
        await expect(page).toHaveURL('/alerts/sent');
        await expect(heading(page)).toHaveText('Please check your email');
      }
      const confirm = await linkInMail(shop, 'stock_alert_confirm', email);
      await page.goto(confirm);
      await expect(heading(page)).toHaveText('Confirm your alert');
      await expect(page.getByRole('main')).toContainText(tool.itemName);
      await page.getByRole('button', { name: 'Confirm alert' }).click();
      await expect(heading(page)).toHaveText('Your alert is set');
      await page.goto(confirm);
      await expect(heading(page)).toHaveText('This link was already used');

      const adminContext = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: true });
      const adminPage = await adminContext.newPage();
      await signInAsAdmin(adminPage);
      await adminPage.goto(`/dashboard/products/${tool.id}`);
      await expect(adminPage.getByText('One person will get an email when it is back')).toBeVisible();
      await receive(adminPage, tool, 40);
      await adminContext.close();

      await page.goto(await linkInMail(shop, 'stock_alert', email));
      await expect(page).toHaveURL(tool.page);
      await expect(page.getByRole('main').getByLabel('Email address for the alert')).toHaveCount(0);

      const mails = await fetchJson<{ recipient: string; kind: string; text: string }[]>(
        shop,
        '/outbox',
        await signInAdmin(shop.origin),
      );
      const told = mails.filter(({ recipient, kind }) => recipient === email && kind === 'stock_alert');
      expect(told).toHaveLength(1);
      await page.goto(/\/alerts\/end\/[\w-]+/.exec(told[0]?.text ?? '')?.[0] ?? '');
      await expect(heading(page)).toHaveText('This alert has ended');
    });
  });
}

test('a visitor ends an alert with one click, and the alert for another tool stays', async ({ page, shop }) => {
  const email = newEmail();
  const ends: string[] = [];
  for (const tool of [await createSoldOutTool(shop), await createSoldOutTool(shop)]) {
    await page.goto(tool.page);
    await requestAlert(page, email);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Please check your email/);
    const confirm = await linkInMail(shop, 'stock_alert_confirm', email);
    await page.goto(confirm);
    await page.getByRole('button', { name: 'Confirm alert' }).click();
    await expect(heading(page)).toHaveText('Your alert is set');
    const mails = await fetchJson<{ recipient: string; text: string }[]>(
      shop,
      '/outbox',
      await signInAdmin(shop.origin),
    );
    const text = mails.findLast(({ recipient }) => recipient === email)?.text ?? '';
    ends.push(/\/alerts\/end\/[\w-]+/.exec(text)?.[0] ?? '');
  }
  await page.goto(ends[0] ?? '');
  await expect(page.getByRole('button', { name: 'End all 2 alerts' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End this alert' }).click();
  await expect(heading(page)).toHaveText('The alert has ended');
  await page.goto(ends[0] ?? '');
  await page.getByRole('button', { name: 'End other alert' }).click();
  await expect(heading(page)).toHaveText('The alert has ended');
  await page.goto(ends[1] ?? '');
  await expect(heading(page)).toHaveText('This alert has ended');
});

test('a customer finds their address filled in instead of the order form, and is told what is wrong with another', async ({
  page,
  shop,
}) => {
  const tool = await createSoldOutTool(shop);
  const customer = await newCustomer(shop);
  await signInAs(page, customer);
  await page.goto(`/singleTool/${tool.id}`);
  const field = page.getByRole('main').getByLabel('Email address for the alert');
  await expect(field).toHaveValue(customer.email);
  await requestAlert(page, 'ada at example');
  await expect(field).toHaveAccessibleDescription('Please enter an email address.');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('ada at example');
  await expectAccessible(page);
  await page.route('**/alerts/new.data*', (route) => route.abort());
  await requestAlert(page, customer.email);
  await expect(field).toHaveAccessibleDescription(/^The shop could not be reached/);
  await expect(field).toHaveValue(customer.email);
  await page.unroute('**/alerts/new.data*');
  await page.getByRole('main').getByRole('button', { name: 'Notify me' }).click();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Please check your email' })).toBeVisible();
  expect(await linkInMail(shop, 'stock_alert_confirm', customer.email)).toContain('/alerts/confirm/');
});

test('whoever requests an alert for a tool that is back in stock sees that it can be ordered', async ({
  page,
  shop,
}) => {
  const tool = await createSoldOutTool(shop);
  await page.goto(tool.page);
  await tool.receive(40);
  await requestAlert(page, newEmail());
  await expect(page.getByRole('main').getByRole('link', { name: 'place order' }).first()).toBeVisible();
  await expect(page).toHaveURL(tool.page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor whose address the shop rejects finds it with the error on the alert’s own page', async ({
    page,
    shop,
  }) => {
    const tool = await createSoldOutTool(shop);
    await page.goto(tool.page);
    // Browsers accept this as an address, but the shop, which must send email to it, does not.
    await requestAlert(page, 'ada@example');
    await expect(page).toHaveURL(`/alerts/new?tool=${tool.id}`);
    await expect(page.getByRole('main')).toContainText(tool.itemName);
    const field = page.getByRole('main').getByLabel('Email address for the alert');
    await expect(field).toHaveValue('ada@example');
    await expect(field).toHaveAccessibleDescription('Please enter an email address.');
    await requestAlert(page, newEmail());
    await expect(page).toHaveURL('/alerts/sent');
  });
});

test('whoever opens an unknown link is told what to do', async ({ page }) => {
  for (const purpose of ['confirm', 'end']) {
    const response = await page.goto(`/alerts/${purpose}/${'A'.repeat(43)}`);
    expect(response?.status()).toBe(404);
    await expect(heading(page)).toHaveText('This link does not work');
    await expect(page.getByRole('main').getByRole('link', { name: 'Go to the catalog' })).toBeVisible();
    await expectAccessible(page);
  }
});
