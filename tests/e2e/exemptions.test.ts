import { expect, type Page } from '@playwright/test';
import { makePdf } from '#tests/support/pdfs.ts';
import { type RunningShop, removeDataDir, sendRequest, signInAdmin, startShop } from '#tests/support/running-shop.ts';
import { storeBasket } from './basket-helpers.ts';
import { addAddress } from './checkout-helpers.ts';
import { getDialog, newCustomer, signInAs, signInAsAdmin, test as visitorsTest } from './fixtures.ts';
import { addTool } from './tool-helpers.ts';

/** A separate shop that charges tax. */
const test = visitorsTest.extend<object, { shop: RunningShop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ env: { TAX: 'table' } });
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const getEntry = (page: Page, name: string) => page.getByRole('main').getByRole('article', { name });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a buyer uploads a certificate, an admin approves it, and checkout charges no tax and says why', async ({
  page,
  shop,
  browser,
}) => {
  const token = await signInAdmin(shop.origin);
  const rate = { name: 'Ohio sales tax', country: 'US', region: 'OH', rate: 10, validFrom: '2020-01-01' };
  expect((await sendRequest('POST', `${shop.origin}/api/tax-rates`, rate, token)).status).toBe(201);
  const tool = await addTool(shop, { balance: 20, minOrderQuantity: 1 });
  const buyer = await newCustomer(shop, 'Grace Miller');
  await addAddress(shop, buyer);
  await storeBasket(shop, buyer.token, [{ toolId: tool.id, quantity: 5 }]);
  await signInAs(page, buyer);

  await test.step('checkout charges tax before', async () => {
    await page.goto('/checkout');
    const summary = page.getByRole('main').getByRole('region', { name: 'Total' });
    await expect(summary).toContainText('Ohio sales tax 10 %');
    await expect(summary).toContainText('$110.00');
  });

  await test.step('the buyer is told at the fields what is missing, and loses nothing', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Tax exemption' }).click();
    const form = page.getByRole('form', { name: 'Upload a certificate' });
    await form.getByLabel('Certificate number').fill('OH-4711');
    await form.getByLabel('Valid until').fill(inDays(30));
    await form.getByRole('button', { name: 'Upload certificate' }).click();
    await expect(form.getByText('Please choose the states where the certificate holds.')).toBeVisible();
    await form.getByLabel('Ohio').check();
    await form.getByLabel('Texas').check();
    await form.getByRole('button', { name: 'Upload certificate' }).click();
    const file = form.getByLabel('Certificate', { exact: true });
    await expect(file).toBeFocused();
    await expect(form.getByText('Please choose the certificate as a PDF.')).toBeVisible();
    await file.setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') });
    await form.getByRole('button', { name: 'Upload certificate' }).click();
    await expect(form.getByText('This file is not a readable PDF')).toBeVisible();
    await expect(form.getByLabel('Certificate number')).toHaveValue('OH-4711');
    await expect(form.getByLabel('Texas')).toBeChecked();
    await file.setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: await makePdf() });
    await form.getByRole('button', { name: 'Upload certificate' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Uploaded. We will email you' })).toBeFocused();
    await expect(getEntry(page, 'Resale, no. OH-4711')).toContainText('Waiting');
    await expect(form.getByLabel('Certificate number')).toHaveValue('');
  });

  await test.step('an admin finds it on the overview, reads the file and approves it', async () => {
    const context = await browser.newContext({ baseURL: shop.origin, acceptDownloads: true });
    const admin = await context.newPage();
    await signInAsAdmin(admin);
    await admin.goto('/dashboard/exemptions?state=pending');
    const entry = getEntry(admin, 'Resale, no. OH-4711');
    await expect(entry).toContainText('Grace Miller');
    await expect(entry).toContainText('United States (OH, TX)');
    const download = admin.waitForEvent('download');
    await entry.getByRole('button', { name: 'Save PDF' }).click();
    expect((await download).suggestedFilename()).toBe('exemption-certificate.pdf');
    await entry.getByRole('button', { name: 'Approve' }).click();
    await expect(admin.getByText('Approved: Resale, no. OH-4711.')).toBeVisible();
    await expect(admin.getByText('Nothing is waiting')).toBeVisible();
    await expect(admin.getByText('No matches')).toHaveCount(0);
    await admin.getByRole('link', { name: 'Show all certificates' }).click();
    await expect(entry).toContainText('Approved');
    await admin.goto('/dashboard/exemptions?state=expiring');
    await expect(entry).toContainText('Expires soon');
    await context.close();
  });

  await test.step('checkout charges no tax and says why', async () => {
    await page.goto('/checkout');
    const summary = page.getByRole('main').getByRole('region', { name: 'Total' });
    await expect(summary).toContainText('Tax-exempt: resale certificate OH-4711, valid until');
    await expect(summary).toContainText('$100.00');
    await expect(summary).not.toContainText('Ohio sales tax');
    await summary.getByRole('button', { name: 'Place order' }).click();
    await expect(page).toHaveURL(/\/dashboard\/payment\//);
    await expect(page.getByRole('main')).toContainText('$100.00');
  });

  await test.step('the buyer withdraws it', async () => {
    await page.goto('/dashboard/certificates');
    const entry = getEntry(page, 'Resale, no. OH-4711');
    await expect(entry).toContainText('Approved');
    await entry.getByRole('button', { name: 'Withdraw' }).click();
    await getDialog(page).getByRole('button', { name: 'Yes, withdraw it' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Withdrawn: Resale, no. OH-4711.' })).toBeFocused();
    await expect(entry).toContainText('Withdrawn');
    await expect(entry.getByRole('button', { name: 'Withdraw' })).toBeHidden();
  });
});

test('an admin rejects a certificate, and its buyer reads why and deletes it', async ({ page, shop }) => {
  const buyer = await newCustomer(shop, 'Henry Vale');
  const body = new FormData();
  for (const [name, value] of [
    ['kind', 'nonprofit'],
    ['places', 'US-TX'],
    ['certificateNumber', 'TX-9'],
  ] as const)
    body.set(name, value);
  body.set('certificate', new File([new Uint8Array(await makePdf())], 'a.pdf', { type: 'application/pdf' }));
  const headers = { authorization: `Bearer ${buyer.token}` };
  expect((await fetch(`${shop.origin}/api/exemptions`, { method: 'POST', headers, body })).status).toBe(201);
  await signInAsAdmin(page);
  await page.goto('/dashboard/exemptions');
  await getEntry(page, 'Nonprofit organization, no. TX-9').getByRole('button', { name: 'Reject' }).click();
  await getDialog(page).getByLabel('Reason').fill('The signature is missing.');
  await getDialog(page).getByRole('button', { name: 'Reject it' }).click();
  await expect(page.getByText('Rejected: Nonprofit organization, no. TX-9.')).toBeVisible();
  await page.context().clearCookies();
  await signInAs(page, buyer);
  await page.goto('/dashboard/certificates');
  const entry = getEntry(page, 'Nonprofit organization, no. TX-9');
  await expect(entry).toContainText('The signature is missing.');
  await entry.getByRole('button', { name: 'Delete' }).click();
  await getDialog(page).getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('Deleted: Nonprofit organization, no. TX-9.')).toBeVisible();
  await expect(entry).toBeHidden();
});
