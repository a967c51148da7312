import { expect, type Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { dismissDialog, getDialog, newCustomer, signInAsAdmin, test } from './fixtures.ts';
import { payOrder } from './list-helpers.ts';
import { addTool } from './tool-helpers.ts';

/** Orders and pays this many pieces of a tool as a new customer. */
async function buy(shop: RunningShop, tool: { id: string; name: string }, quantity: number): Promise<void> {
  const customer = await newCustomer(shop);
  const price = (40 * quantity).toFixed(2);
  const order = {
    toolId: tool.id,
    itemName: tool.name,
    name: customer.name,
    email: customer.email,
    quantity,
    price,
    img: '/images/drawings/bench-vise.svg',
  };
  const placed = await sendRequest('POST', `${shop.origin}/api/order`, order, customer.token);
  await payOrder(shop, customer, ((await placed.json()) as { insertedId: string }).insertedId, price);
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save' });

/** Saves the form, and reads what was saved. */
async function saveChanges(page: Page, what: string | RegExp = /^Saved: \w/): Promise<void> {
  await save(page).click();
  await expect(getDialog(page)).toHaveAccessibleName(what);
  await expect(getDialog(page)).not.toContainText('You clicked the button!');
  await getDialog(page).getByRole('button', { name: 'OK' }).click();
  await expect(getDialog(page)).toHaveCount(0);
}

test('an owner finds a tool by its SKU, changes all of its fields, and customers see it at once', async ({
  page,
  shop,
}) => {
  const sku = `AN-${crypto.randomUUID().slice(0, 8)}`;
  const { id, name } = await addTool(shop, { sku });
  await signInAsAdmin(page);
  await page.goto('/dashboard/products');
  await page.getByRole('searchbox').fill(sku.toLowerCase());
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByLabel('Item name').fill(`${name}, mended`);
  await page.getByLabel('Unit price').fill('41.20');
  // Both stay in sight, however long the page is, and so does what is not saved.
  await expect(save(page)).toBeInViewport();
  await expect(page.getByRole('main')).toContainText('Not saved yet: Item name, Unit price');
  const index = page.getByRole('navigation', { name: 'Parts of this product' });
  await index.getByRole('link', { name: 'Details' }).click();
  await expect(section(page, 'Details').getByRole('heading')).toBeInViewport();
  await expect(index).toBeInViewport();
  await expect(save(page)).toBeInViewport();
  await page.getByLabel('Pack size').fill('5');
  await page.getByLabel('Maximum order quantity').fill('50');
  await page.getByLabel('Volume price 1, from pieces').fill('20');
  await page.getByLabel('Volume price 1, each in USD').fill('41.20');
  await save(page).click();
  const each = page.getByLabel('Volume price 1, each in USD');
  await expect(each).toHaveAccessibleDescription('Please enter less than the previous price, $41.20.');
  await expect(each).toBeFocused();
  await each.fill('38.00');
  const specification = page.getByLabel('Specification', { exact: true });
  await specification.fill('Face width: 95 mm\nNo colon here');
  await page.getByLabel('Weight', { exact: true }).fill('12 mm');
  await page.getByLabel('GTIN', { exact: true }).fill('4006381333932');
  await save(page).click();
  await expect(specification).toHaveAccessibleDescription(/Line 2: please enter a name, a colon and a value/);
  await expect(page.getByLabel('Weight', { exact: true })).toHaveAccessibleDescription(
    /a number and a unit \(g, kg, oz or lb\)/,
  );
  await expect(page.getByLabel('GTIN', { exact: true })).toHaveAccessibleDescription(/the last one is a check digit/);
  await specification.fill('Face width: 95 mm\nHardness: 50 to 57 HRC\nSteel: Cast');
  await page.getByLabel('Weight', { exact: true }).fill('12 kg');
  await page.getByLabel('Size', { exact: true }).fill('300 x 95 x 180 mm');
  await page.getByLabel('GTIN', { exact: true }).fill('4006381333931');
  await page.getByLabel('Safety warnings').fill('Bolt it down.');
  const address = `${sku.toLowerCase()}-mended`;
  await page.getByLabel('Page address').fill(address);
  await saveChanges(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}, mended`);
  // After saving, the page is still the same one, with one of each section, and the focus is unchanged.
  await expect(section(page, 'Stock')).toHaveCount(1);
  await expect(save(page)).toBeFocused();
  await expect(section(page, 'History')).toContainText('Price: $41.20 each, from 20 $38.00 by admin@');
  const tool = await (await page.request.get(`/api/tools/${id}`)).json();
  expect(tool).toMatchObject({
    itemName: `${name}, mended`,
    balance: 41.2,
    packMultiple: 5,
    maxOrderQuantity: 50,
    volumePrices: [{ quantity: 20, unitPrice: 38 }],
    sku,
    slug: address,
    gtin: '4006381333931',
    weight: { value: 12, unit: 'kg' },
    version: 2,
  });
  await page.goto(`/tools/${address}`);
  const shown = section(page, 'Specification');
  for (const text of ['95 mm', '50 to 57 HRC', 'Cast', '300 × 95 × 180 mm', '12 kg', '4006381333931'])
    await expect(shown).toContainText(text);
  await expect(section(page, 'Safety')).toContainText('Bolt it down.');
  await page.goBack();
  await expect(section(page, 'Stock')).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('an owner records a delivery, a damaged piece and a stock count, and the history adds up', async ({
    page,
    shop,
  }) => {
    const { id } = await addTool(shop);
    await signInAsAdmin(page);
    await page.goto(`/dashboard/products/${id}`);
    await page.getByRole('link', { name: 'Adjust stock' }).tap();
    const stock = section(page, 'Stock');
    const pieces = stock.getByRole('textbox').first();
    const submit = stock.getByRole('button', { name: 'Adjust stock' });
    await expect(submit).toBeVisible();
    await expect(stock.locator('p[role=status]')).toBeHidden();
    await submit.tap();
    await expect(pieces).toHaveAccessibleDescription('Please enter a whole number of pieces, such as 40.');
    await stock.getByLabel('Pieces received').fill('40');
    await expect(pieces).toHaveAccessibleDescription('Available pieces change from 60 to 100.');
    await stock.getByLabel('Note').fill('Delivery 4711');
    await submit.tap();
    await expect(stock.getByRole('status')).toHaveText('40 added. 100 are available now.');
    await expect(section(page, 'Someone else has changed this tool')).toHaveCount(0);
    await stock.getByLabel('Reason').selectOption('Pieces damaged or lost');
    await stock.getByLabel('Pieces to remove').fill('3');
    await submit.tap();
    await expect(stock.getByRole('status')).toHaveText('3 removed. 97 are available now.');
    await stock.getByLabel('Reason').selectOption('Available pieces counted');
    await stock.getByLabel('Available pieces').fill('95');
    await submit.tap();
    await expect(stock.getByRole('status')).toHaveText('2 removed. 95 are available now.');
    await expect(stock.getByRole('definition')).toHaveText(['95 pcs', '0 pcs', '0 pcs']);
    const entries = section(page, 'History').getByRole('listitem');
    await expect(entries.nth(0)).toContainText('Counted: −2');
    await expect(entries.nth(1)).toContainText('Damaged or lost: −3');
    await expect(entries.nth(2)).toContainText('Received: +40, Delivery 4711');
    await stock.getByLabel('Reason').selectOption('Pieces damaged or lost');
    await stock.getByLabel('Pieces to remove').fill('96');
    await submit.tap();
    await expect(stock.getByLabel('Pieces to remove')).toHaveAccessibleDescription(/Please remove at most 95\./);
  });
});

test('an owner sees how long stock will last, and finds tools that run out within two weeks', async ({
  page,
  shop,
}) => {
  const { id, name } = await addTool(shop, { quantity: 100 });
  await buy(shop, { id, name }, 70);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products/${id}`);
  const stock = section(page, 'Stock');
  // An adjustment recomputes it at once, and a job does so within a minute.
  await stock.getByLabel('Pieces received').fill('10');
  await stock.getByRole('button', { name: 'Adjust stock' }).click();
  await expect(stock).toContainText('Stock lasts about 4 days at the sales pace of the last 7 days (70 sold).');
  await page.goto('/dashboard/products?state=running_out&sort=cover');
  await expect(page.getByRole('row', { name }).getByRole('cell', { name: '4 days' })).toBeVisible();
  await page.getByRole('navigation', { name: 'DashBoard' }).getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Products lasting under two weeks' }).click();
  await expect(page).toHaveURL('/dashboard/products?state=running_out');
});

test('an owner whose page cannot reload its data reads that the stock was adjusted, and a reload loses no input', async ({
  page,
  shop,
}) => {
  const { id } = await addTool(shop);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products/${id}`);
  const stock = section(page, 'Stock');
  await stock.getByLabel('Reason').selectOption('Pieces damaged or lost');
  await stock.getByLabel('Pieces to remove').fill('3');
  await stock.getByLabel('Note').fill('Fell off the shelf');
  await page.reload();
  await expect(stock.getByLabel('Pieces to remove')).toHaveValue('3');
  await expect(stock.getByLabel('Note')).toHaveValue('Fell off the shelf');
  await page.route(`/api/tools/${id}/history?*`, (route) => route.abort());
  await stock.getByRole('button', { name: 'Adjust stock' }).click();
  await expect(stock.getByRole('status')).toHaveText(
    '3 removed. 57 are available now. The figures above do not include this change yet.',
  );
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page shows an earlier version.');
  await expect(stock.getByLabel('Pieces to remove')).toHaveValue('');
  await page.unroute(`/api/tools/${id}/history?*`);
  await page.reload();
  await expect(stock.getByRole('definition').first()).toHaveText('57 pcs');
  await expect(stock.getByRole('textbox').first()).toHaveValue('');
});

test('when two admins change the same tool, the second sees the differences and loses no input', async ({
  page,
  shop,
}) => {
  const { id } = await addTool(shop);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products/${id}`);
  await page.getByLabel('About').fill('Mine.');
  await page.getByLabel('Unit price').fill('44.00');
  const theirs = { about: 'Theirs.', minOrderQuantity: 6, version: 1 };
  await sendRequest('PATCH', `${shop.origin}/api/tools/${id}`, theirs, await signInAdmin(shop.origin));
  await save(page).click();
  const conflict = section(page, 'Someone else has changed this tool');
  await expect(conflict).toContainText('YoursMine.Saved versionTheirs.');
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(['About']);
  await expect(page.getByLabel('Minimum order quantity')).toHaveValue('6');
  await expect(page.getByLabel('Unit price')).toHaveValue('44.00');
  await conflict.getByRole('button', { name: 'Use saved version of About' }).click();
  await expect(page.getByLabel('About')).toHaveValue('Theirs.');
  await saveChanges(page, 'Price saved: $44.00');
  const tool = await (await page.request.get(`/api/tools/${id}`)).json();
  expect(tool).toMatchObject({ about: 'Theirs.', balance: 44, minOrderQuantity: 6, version: 3 });
});

test('an owner archives a tool, restores it, and duplicates it', async ({ page, shop }) => {
  const { id, name } = await addTool(shop, { volumePrices: [{ quantity: 10, unitPrice: 39 }] });
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products/${id}`);
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(getDialog(page)).toContainText(`Archive ${name}?`);
  await getDialog(page).getByRole('button', { name: 'Yes, archive it' }).click();
  await expect(page.getByRole('main')).toContainText('This tool is archived');
  expect((await (await page.request.get(`/api/tools/${id}`)).json()).state).toBe('archived');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();
  await page.getByRole('link', { name: 'Duplicate' }).click();
  const heavy = name.replace('Bench', 'Heavy');
  await expect(page.getByLabel('Item name')).toHaveValue(name);
  await expect(page.getByLabel('SKU')).toHaveValue('');
  await expect(page.getByLabel('Volume price 1, each in USD')).toHaveValue('39.00');
  await page.getByLabel('Item name').fill(heavy);
  await page.getByLabel('Quantity', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  const [found] = await (await page.request.get(`/api/tools?q=${encodeURIComponent(heavy)}`)).json();
  expect(found).toMatchObject({
    itemName: heavy,
    quantity: 7,
    balance: 40,
    volumePrices: [{ quantity: 10, unitPrice: 39 }],
    picture: '/images/drawings/bench-vise.svg',
  });
});

test('a save says what was saved, a price by its amount, and staff can set when to reorder', async ({ page, shop }) => {
  const { id } = await addTool(shop, { quantity: 50, minOrderQuantity: 1 });
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products/${id}`);
  await page.getByLabel('Unit price').fill('18.90');
  await saveChanges(page, 'Price saved: $18.90');
  await page.reload();
  await page.getByLabel('Reorder level').fill('51');
  await page.getByLabel('About').fill('Forged.');
  await saveChanges(page, 'Saved: About, Reorder level');
  await page.reload();
  await expect(page.getByLabel('Reorder level')).toHaveValue('51');
  await page.goto('/dashboard/products?state=reorder');
  await expect(page.locator(`a[href="/dashboard/products/${id}"]`).first()).toBeVisible();
});
