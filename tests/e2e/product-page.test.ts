import { expect, type Page } from '@playwright/test';
import { ADMIN, type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import {
  dismissDialog,
  fetchJson,
  getDialog,
  hydrate,
  logOut,
  newCustomer,
  signInAs,
  signInAsAdmin,
  signInAsNewCustomer,
  type Tool,
  test,
} from './fixtures.ts';
import { payOrder, submitForm } from './list-helpers.ts';

const CALIPER = '/tools/vernier-caliper-150-mm-0-02-mm';
const TAPE = '/tools/tape-measure-5-m-25-mm-class-ii';

/** Returns the schema.org objects on a page. */
async function readLinkedData(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.flatMap((text) => JSON.parse(text)['@graph'] ?? [JSON.parse(text)]);
}

async function addTool(shop: RunningShop, parts: object = {}): Promise<{ id: string; slug: string }> {
  const tool = {
    itemName: `Scriber ${crypto.randomUUID().slice(0, 8)}`,
    about: 'Hardened steel, with a tungsten carbide point.',
    balance: 4.5,
    quantity: 200,
    minOrderQuantity: 10,
    picture: '/images/drawings/cold-chisel.svg',
    ...parts,
  };
  const stored = await sendRequest('POST', `${shop.origin}/api/tools`, tool, await signInAdmin(shop.origin));
  const { insertedId: id } = (await stored.json()) as { insertedId: string };
  const { slug } = await fetchJson<{ slug: string }>(shop, `/tools/${id}`);
  return { id, slug };
}

test('a visitor reads everything about a tool, and signs in only to order it', async ({ page }) => {
  // Other tests add tools to the first page of the range.
  await page.goto('/tools?q=vernier');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Vernier caliper/ })
    .click();
  await expect(page).toHaveURL(CALIPER);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Vernier caliper, 150 mm, 0.02 mm');
  await expect(main).toContainText('SKU ME-V150');
  const specification = page.getByRole('region', { name: 'Specification' });
  await expect(specification.getByText('Reading', { exact: true })).toBeVisible();
  await expect(specification).toContainText('0.02 mm');
  await expect(specification).toContainText('235 × 78 × 16 mm');
  await expect(page.getByRole('region', { name: 'More tools' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  await expect(page).toHaveURL(/\/categories\/[a-z-]+$/);
  await page.goBack();
  await main.getByRole('article').first().getByRole('link', { name: 'place order' }).click();
  await expect(page).toHaveURL(/^[^?]*\/signIn\?from=%2FsingleTool%2F/);
  await expect(main).toContainText('to see this tool and order it');
});

test('a visitor on a phone sees prices, what volumes save, quantity, total and the link to ordering at once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(TAPE);
  const block = page.getByRole('main').getByRole('article').first();
  for (const shown of [
    block.getByRole('link', { name: 'place order' }),
    block.getByLabel('Quantity', { exact: true }),
    block.getByText('$140.40'),
    block.getByText('saves $42.00'),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 });
  const numbers = page.getByRole('main').getByRole('article').first().getByRole('definition');
  const volume = ['saves $42.00 $5.50 each', 'saves $312.00 $5.20 each'];
  const terms = ['$5.85 each', ...volume, '24 pcs', '12 pcs', '2,400 pcs'];
  expect((await numbers.allTextContents()).slice(0, 6)).toEqual(terms);
});

test('a visitor chooses a quantity on the page of a tool, sees its total, and takes it to the order or the basket', async ({
  page,
}) => {
  await page.goto(TAPE);
  const block = page.getByRole('main').getByRole('article').first();
  const quantity = block.getByLabel('Quantity', { exact: true });
  const order = block.getByRole('link', { name: 'place order' });
  await expect(order).toHaveAttribute('href', /^\/singleTool\/[^?]+$/);
  await quantity.fill('125');
  await expect(quantity).toHaveAccessibleDescription('From 24 to 2,400 pieces, in packs of 12.');
  await expect(quantity).toHaveAttribute('aria-invalid', 'true');
  await block.getByRole('button', { name: 'Add to basket' }).click();
  await expect(block.getByRole('alert')).toHaveText('Please choose a quantity that can be ordered first.');
  await block.getByRole('button', { name: 'One pack more' }).click();
  await expect(quantity).toHaveValue('132');
  await expect(block.getByText('$726.00')).toBeVisible();
  await expect(order).toHaveAttribute('href', /^\/singleTool\/.+\?quantity=132$/);
  await block.getByRole('button', { name: 'Add to basket' }).click();
  await expect(block.getByRole('link', { name: 'In basket (132)' })).toBeVisible();
});

test('the page of a tool that is no longer sold says nothing about stock', async ({ page, shop }) => {
  const { id, slug } = await addTool(shop);
  await page.goto(`/tools/${slug}`);
  const terms = page.getByRole('main').getByRole('article').first();
  await expect(terms).toContainText('In stock');
  await sendRequest('POST', `${shop.origin}/api/tools/${id}/archive`, {}, await signInAdmin(shop.origin));
  await page.reload();
  await expect(terms).toContainText('No longer sold.');
  await expect(terms).not.toContainText(/stock/);
  await expect(terms.getByRole('link', { name: 'request a quote' })).toHaveAttribute('href', `/quote?tool=${id}`);
});

test('the page of a tool with too few pieces left says how many, not that it is out of stock', async ({
  page,
  shop,
}) => {
  const { slug } = await addTool(shop, { quantity: 3 });
  await page.goto(`/tools/${slug}`);
  const terms = page.getByRole('main').getByRole('article').first();
  await expect(terms).toContainText(/In stock\s*3 pcs/);
  await expect(terms).toContainText('Only 3 are left, and the minimum order is 10. Tell us how many you need');
  await expect(terms).not.toContainText('Out of stock');
});

test('a customer finds the breadcrumb of a tool also where they order it', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto(TAPE);
  const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  const names = await steps.allTextContents();
  expect(names).toHaveLength(3);
  await page.getByRole('main').getByRole('article').first().getByRole('link', { name: 'place order' }).click();
  await expect(page).toHaveURL(/\/singleTool\/[^?]+$/);
  await expect(steps).toHaveText(names);
  await page.reload();
  await expect(steps).toHaveText(names);
});

test('a customer finds the same information about a tool on the page where they order it', async ({ page, shop }) => {
  const { id } = await addTool(shop, {
    specifications: [{ name: 'Point', value: '60', unit: '°' }],
    maker: { name: 'Scribers of Solingen', address: 'Solingen' },
    warnings: 'Keep the cap on.\nNot for live work.',
  });
  await page.request.post('/api/auth/sign-in/email', { data: await newCustomer(shop) });
  await page.goto(`/singleTool/${id}`);
  await expect(page.getByRole('region', { name: 'Specification' })).toContainText('60 °');
  const safety = page.getByRole('region', { name: 'Safety' });
  await expect(safety.getByRole('listitem')).toHaveText(['Keep the cap on.', 'Not for live work.']);
  await expect(safety).toContainText('Made by Scribers of Solingen');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads the whole page of a tool, and search engines find its price, stock and part numbers', async ({
    page,
  }) => {
    await page.goto(TAPE);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Tape measure, 5 m, 25 mm, class II');
    await expect(main.getByRole('link', { name: 'place order' }).first()).toHaveAttribute(
      'href',
      /^\/singleTool\/\w{24}$/,
    );
    await expect(main).toContainText('Stands out');
    const [product, path] = await readLinkedData(page);
    expect(product).toMatchObject({
      '@type': 'Product',
      sku: 'ME-T5',
      gtin: expect.stringMatching(/^\d{13}$/),
      offers: { price: '5.85', availability: 'https://schema.org/InStock', eligibleQuantity: { minValue: 24 } },
    });
    expect(path).toMatchObject({ '@type': 'BreadcrumbList' });
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(TAPE);
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(/\/images\/og\/tool\//);
  });
});

test('an old link redirects permanently to the current page, and so does a link with the id', async ({
  page,
  shop,
}) => {
  const { id, slug } = await addTool(shop);
  const change = { slug: `${slug}-carbide`, version: 1 };
  await sendRequest('PATCH', `${shop.origin}/api/tools/${id}`, change, await signInAdmin(shop.origin));
  for (const path of [`/tools/${slug}`, `/tools/${id}`]) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([301, `/tools/${slug}-carbide`]);
    await page.goto(path);
    await expect(page).toHaveURL(`/tools/${slug}-carbide`);
  }
});

test('the page of an archived tool says so, and drafts and unknown tools have no page', async ({ page, shop }) => {
  const { id, slug } = await addTool(shop);
  await page.goto(`/tools/${slug}`);
  await expect(page.getByRole('main')).toContainText('Sign in to order');
  await sendRequest('POST', `${shop.origin}/api/tools/${id}/archive`, {}, await signInAdmin(shop.origin));
  await page.goto(`/tools/${slug}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('No longer sold.');
  await expect(main.getByRole('article').first().getByRole('link', { name: 'place order' })).toHaveCount(0);
  const [product] = await readLinkedData(page);
  expect(product).toMatchObject({ offers: { availability: 'https://schema.org/Discontinued' } });
  const draft = { itemName: `Draft ${crypto.randomUUID().slice(0, 8)}`, state: 'draft' };
  const tool = {
    about: 'Later.',
    balance: 1,
    quantity: 1,
    minOrderQuantity: 1,
    picture: '/images/drawings/hacksaw.svg',
  };
  const body = { ...tool, ...draft };
  await sendRequest('POST', `${shop.origin}/api/tools`, body, await signInAdmin(shop.origin));
  for (const path of [
    `/tools/${draft.itemName.toLowerCase().replace(' ', '-')}`,
    '/tools/no-such-tool',
    '/tools/%00',
    '/tools/A%20B',
  ]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
});

test('names and pictures of a tool lead to its page, wherever its orders and quotes are shown', async ({
  page,
  shop,
}) => {
  const { id, slug } = await addTool(shop);
  const { itemName } = await fetchJson<Tool>(shop, `/tools/${id}`);
  const customer = await signInAsNewCustomer(page, shop);
  const order = {
    toolId: id,
    itemName,
    name: customer.name,
    email: customer.email,
    quantity: 10,
    price: '45.00',
    img: '/images/drawings/cold-chisel.svg',
  };
  const placed = await sendRequest('POST', `${shop.origin}/api/order`, order, customer.token);
  const orderId = ((await placed.json()) as { insertedId: string }).insertedId;
  const quote = { product: itemName, quantity: '500', message: 'Soon.', name: 'Ada', email: customer.email };
  await submitForm(shop, '/quote', { ...quote, company: '' });
  const main = page.getByRole('main');
  const leadsThere = async (path: string) => {
    await page.goto(path);
    await main.getByRole('link', { name: itemName }).first().click();
    await expect(page).toHaveURL(`/tools/${slug}`);
  };
  await leadsThere(`/dashboard/payment/${orderId}`);
  await leadsThere('/dashboard/myorder');
  await page.goto('/dashboard/myorder');
  // The picture is a second link, only for pointers.
  await expect(main.getByRole('listitem').getByRole('link', { name: itemName })).toHaveCount(1);
  await main.getByRole('listitem').locator('img').click();
  await expect(page).toHaveURL(`/tools/${slug}`);
  await payOrder(shop, customer, orderId, '45.00');
  await signInAsAdmin(page);
  for (const path of ['/dashboard/allorder', '/dashboard/payments', '/dashboard/inbox'])
    await leadsThere(`${path}?q=${encodeURIComponent(itemName)}`);
  await page.goto(`/dashboard/audit?q=${id}`);
  await main.getByRole('link', { name: itemName }).click();
  await expect(page).toHaveURL(`/dashboard/products/${id}`);
  await page.goto(`/dashboard/products?q=${encodeURIComponent(itemName)}`);
  await main.getByRole('row', { name: itemName }).locator('img').click();
  await expect(page).toHaveURL(`/dashboard/products/${id}`);
});

test('an admin, who cannot write reviews, is not asked for one, but the next user who signs in is', async ({
  page,
  shop,
}) => {
  const { slug } = await addTool(shop);
  const write = page.getByRole('region', { name: 'Reviews', exact: true }).getByRole('link', { name: 'Review it' });
  await page.goto(`/tools/${slug}`);
  await expect(write).toBeVisible();
  await signInAs(page, ADMIN);
  await page.goto('/dashboard/overview');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await page.goto(`/tools/${slug}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible();
  // Also before the page knows who is signed in.
  await expect(write).toHaveCount(0);
  await hydrate(page);
  await expect(write).toHaveCount(0);
  await logOut(page);
  await signInAsNewCustomer(page, shop);
  await page.goto(`/tools/${slug}`);
  await expect(write).toBeVisible();
});

test('a buyer whose order was shipped reviews the tool, and visitors read it on its page', async ({ page, shop }) => {
  const { id, slug } = await addTool(shop);
  const customer = await signInAsNewCustomer(page, shop);
  await page.goto(`/tools/${slug}`);
  const reviews = page.getByRole('region', { name: 'Reviews', exact: true });
  await expect(reviews).toContainText('No reviews yet.');
  const tool = await fetchJson<Tool>(shop, `/tools/${id}`);
  const order = { toolId: id, name: customer.name, email: customer.email, quantity: 10, price: '45.00' };
  const body = { ...order, img: tool.picture, itemName: tool.itemName };
  const placed = await sendRequest('POST', `${shop.origin}/api/order`, body, customer.token);
  const { insertedId } = (await placed.json()) as { insertedId: string };
  await payOrder(shop, customer, insertedId, '45.00');
  await page.goto('/dashboard/myorder');
  await expect(page.getByRole('link', { name: 'Review this tool' })).toHaveCount(0);
  await sendRequest('PUT', `${shop.origin}/api/updateStatus/${insertedId}`, {}, await signInAdmin(shop.origin));
  await page.reload();
  await page.getByRole('link', { name: 'Review this tool' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText(`You are reviewing ${tool.itemName}, which we shipped to you.`);
  // The shop knows a buyer by the order: neither company nor picture is needed.
  await page.getByLabel('Title').fill('Marks without slipping');
  await page.getByLabel('Rating').fill('4');
  await page.getByLabel('About').fill('The point is as it was after a month.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(getDialog(page)).toContainText(`now appears on the page of ${tool.itemName}.`);
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  await main.getByRole('link', { name: 'Show the tool' }).click();
  await expect(page).toHaveURL(`/tools/${slug}`);
  await expect(reviews).toContainText('4 of 5');
  await expect(reviews).toContainText('1 review, all by buyers');
  await expect(reviews.getByRole('listitem')).toContainText(['Marks without slipping']);
  await expect(reviews.getByRole('listitem')).toContainText('Verified buyer');
  const html = await (await page.request.get(`/tools/${slug}`)).text();
  expect(html).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":1}');
  await reviews.getByRole('link', { name: 'Review it' }).click();
  await expect(main).toContainText(`You have already reviewed ${tool.itemName}.`);
  await main.getByRole('link', { name: 'Change your review' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Marks without slipping');
});
