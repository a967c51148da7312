import { expect } from '@playwright/test';
import { Client } from 'pg';
import { type FakeVies, startFakeVies } from '#tests/support/fake-vies.ts';
import {
  findDatabaseUrl,
  type RunningShop,
  removeDataDir,
  sendRequest,
  signInAdmin,
  startShop,
} from '#tests/support/running-shop.ts';
import { storeBasket } from './basket-helpers.ts';
import { addAddress } from './checkout-helpers.ts';
import { newCustomer, signInAs, signInAsAdmin, test as visitorsTest } from './fixtures.ts';
import { addTool } from './tool-helpers.ts';

/** A German shop that asks a VIES of its own. */
const test = visitorsTest.extend<object, { shop: RunningShop; vies: FakeVies }>({
  vies: [
    async ({ browserName: _ }, use) => {
      const vies = await startFakeVies();
      await use(vies);
      await vies.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ vies }, use) => {
      const shop = await startShop({ env: { TAX: 'table', VAT_CHECK: 'vies', VIES_URL: vies.url } });
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const VAT_ID = 'FR40303265045';

test('a business whose VAT ID is not registered reads why tax is charged; once it is, none is, and staff see the proof', async ({
  page,
  shop,
  vies,
  browser,
}) => {
  const token = await signInAdmin(shop.origin);
  const call = (method: string, path: string, body: object) =>
    sendRequest(method, `${shop.origin}/api${path}`, body, token);
  const { settings, version } = (await (
    await fetch(`${shop.origin}/api/settings`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { settings: object; version: number };
  const german = {
    ...{ country: 'Germany', taxNumber: 'DE136695976', reverseCharge: 'on', unverifiedVatId: 'charge' },
  };
  expect((await call('PUT', '/settings', { settings: { ...settings, ...german }, version })).status).toBe(200);
  const rate = { name: 'VAT', country: 'DE', rate: 19, validFrom: '2020-01-01' };
  expect((await call('POST', '/tax-rates', rate)).status).toBe(201);
  const tool = await addTool(shop, { balance: 20, minOrderQuantity: 1 });
  const buyer = await newCustomer(shop, 'Jean Dupont');
  const paris = { line1: '1 rue de la Forge', city: 'Paris', region: '', postalCode: '75011', country: 'FR' };
  await addAddress(shop, buyer, { ...paris, company: 'Ateliers Dupont', vatId: VAT_ID });
  await storeBasket(shop, buyer.token, [{ toolId: tool.id, quantity: 5 }]);
  await signInAs(page, buyer);
  const summary = page.getByRole('main').getByRole('region', { name: 'Total' });

  await test.step('VIES does not know the number', async () => {
    await page.goto('/checkout');
    await expect(summary).toContainText(`The VAT ID ${VAT_ID} is not registered at VIES, so tax is charged.`);
    await expect(summary).toContainText('$119.00');
  });

  await test.step('a day later, it is registered', async () => {
    vies.registered.add(VAT_ID);
    const database = new Client({ connectionString: await findDatabaseUrl(shop) });
    await database.connect();
    await database.query(
      "update vat_checks set checked_at = now() - interval '25 hours', asked_at = now() - interval '25 hours'",
    );
    await database.end();
    await page.goto('/checkout');
    await expect(summary).toContainText('Tax-exempt intra-community supply');
    await summary.getByRole('button', { name: 'Place order' }).click();
    await expect(page).toHaveURL(/\/dashboard\/payment\//);
  });

  await test.step('the order says when it was checked, with the consultation number', async () => {
    const context = await browser.newContext({ baseURL: shop.origin });
    const admin = await context.newPage();
    await signInAsAdmin(admin);
    const orders = await fetch(`${shop.origin}/api/purchases?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [{ number } = { number: '' }] = (await orders.json()) as { number: string }[];
    await admin.goto(`/dashboard/orders/${number}`);
    const main = admin.getByRole('main');
    await expect(main).toContainText(`${VAT_ID} is registered. Checked at VIES on`);
    await expect(main).toContainText('consultation no. WAPI2');
    await expect(main).toContainText('Tax-exempt intra-community supply');
    await context.close();
  });
});

test('an owner decides what happens while the register does not answer', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/settings');
  await expect(page.getByLabel('While the EU VAT register (VIES) does not answer')).toBeVisible();
});
