import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin, startShop } from '#tests/support/running-shop.ts';
import {
  collectPageErrors,
  expectAccessible,
  fetchJson,
  getPlentifulTool,
  hydrate,
  signInAsNewCustomer,
  test,
} from './fixtures.ts';

interface Stored {
  product?: string;
  message: string;
  email: string;
}

const newEmail = () => `${randomUUID()}@example.com`;
const main = (page: Page) => page.getByRole('main');

/** Returns what admins have received from this sender. */
async function arrived(shop: RunningShop, path: '/quotes' | '/messages', email: string): Promise<Stored[]> {
  const stored = await fetchJson<Stored[]>(shop, path, await signInAdmin(shop.origin));
  return stored.filter((one) => one.email === email);
}

async function fillQuote(page: Page, email: string, parts: { product?: string; quantity?: string } = {}) {
  const form = main(page);
  if (parts.product !== undefined) await form.getByLabel('Product', { exact: true }).fill(parts.product);
  await form.getByLabel('Quantity').fill(parts.quantity ?? '12,000');
  await form.getByLabel('What should we know?').fill('By the end of March.\nIn crates, please.');
  await form.getByLabel('Your name').fill('Ada Smith');
  await form.getByLabel('Email').fill(email);
}

async function fillMessage(page: Page, email: string) {
  const form = main(page);
  await form.getByLabel('Your name').fill('Ada Smith');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Subject').fill('The vise');
  await form.getByLabel('Message').fill('Is the jaw hardened?');
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted });

    test(`a visitor who sends far more than a form accepts reads so on the page itself (${scripted ? 'with' : 'without'} script)`, async ({
      page,
      shop,
    }) => {
      const email = newEmail();
      await page.goto('/contact');
      await fillMessage(page, email);
      const message = main(page).getByLabel('Message');
      // The field accepts no more than the shop does, so this takes a manipulated page.
      await message.evaluate((field) => field.removeAttribute('maxlength'));
      await message.fill('x'.repeat(70_000));
      await main(page).getByRole('button', { name: 'Send message' }).click();
      await expect(main(page).getByRole('alert')).toHaveText(/^This is too long to be sent at once/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
      if (scripted) await expect(main(page).getByLabel('Subject')).toHaveValue('The vise');
      expect(await arrived(shop, '/messages', email)).toEqual([]);
    });

    test(`a visitor asks for a quote, sees errors at the fields, and loses no input (${scripted ? 'with' : 'without'} script)`, async ({
      page,
      shop,
    }) => {
      const tool = await getPlentifulTool(shop);
      const email = newEmail();
      await page.goto(`/quote?tool=${tool._id}`);
      const form = main(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request a quote');
      await expect(form.getByLabel('Product', { exact: true })).toHaveValue(tool.itemName);
      await fillQuote(page, email, { quantity: 'a few' });
      await form.getByRole('button', { name: 'Send request' }).click();
      await expect(form.getByLabel('Quantity')).toHaveAccessibleDescription(
        /Please enter a whole number from 1 to 1,000,000\.$/,
      );
      await expect(form.getByLabel('Quantity')).toBeFocused();
      await expect(form.getByRole('alert')).toHaveText('Some fields need your attention.');
      await expect(form.getByLabel('Quantity')).toHaveValue('a few');
      await expect(form.getByLabel('Product', { exact: true })).toHaveValue(tool.itemName);
      await expect(form.getByLabel('What should we know?')).toHaveValue('By the end of March.\nIn crates, please.');
      await expect(form.getByLabel('Your name')).toHaveValue('Ada Smith');
      await expect(form.getByLabel('Email')).toHaveValue(email);
      await form.getByLabel('Quantity').fill('12 000');
      await form.getByRole('button', { name: 'Send request' }).click();
      await expect(page).toHaveURL(`/quote/sent?tool=${tool._id}&quantity=12000`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your request');
      await expect(form).toContainText('You can do that right away. We will reply about 12,000.');
      await expect(form.getByRole('link', { name: /^Order [\d,]+ at \$/ })).toBeVisible();
      await page.reload();
      expect(await arrived(shop, '/quotes', email)).toMatchObject([
        { product: tool.itemName, quantity: 12_000, message: 'By the end of March.\nIn crates, please.' },
      ]);
    });

    test(`a visitor writes to the shop (${scripted ? 'with' : 'without'} script)`, async ({ page, shop }) => {
      const email = newEmail();
      await page.goto('/contact');
      await fillMessage(page, email);
      await main(page).getByLabel('Email').fill('ada at example');
      // Without script, the browser itself rejects the address.
      await main(page).getByRole('button', { name: 'Send message' }).click();
      await expect(main(page).getByLabel('Email')).toBeFocused();
      await main(page).getByLabel('Email').fill(email);
      await main(page).getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your message');
      expect(await arrived(shop, '/messages', email)).toMatchObject([{ message: 'Is the jaw hardened?' }]);
    });
  });
}

test('a visitor who sends an empty form sees what each field needs, starts at the first, and sees each error disappear', async ({
  page,
}) => {
  await page.goto('/quote');
  const form = main(page);
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(form.getByLabel('Product', { exact: true })).toBeFocused();
  for (const label of ['Product', 'What should we know?', 'Your name']) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(/Please fill this in\.$/);
  }
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/Please enter an email address\.$/);
  await expect(form.getByLabel('Company')).not.toHaveAttribute('aria-invalid');
  await expectAccessible(page);
  const fields = ['Product', 'Quantity', 'What should we know?', 'Your name', 'Email'];
  for (const label of fields) {
    await expect(form.getByRole('alert')).toHaveText('Some fields need your attention.');
    await form.getByLabel(label).pressSequentially('a');
    await expect(form.getByLabel(label)).not.toHaveAttribute('aria-invalid');
  }
  await expect(form.getByRole('alert')).toHaveCount(0);
  // The next response refers to the current input.
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Product', { exact: true })).not.toHaveAttribute('aria-invalid');
});

test('a visitor’s input survives a reload and is gone once sent, and a double click sends it once', async ({
  page,
  shop,
}) => {
  const email = newEmail();
  await page.goto('/quote');
  await fillQuote(page, email, { product: 'A vise of two meters' });
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.reload();
  await expect(main(page).getByLabel('Product', { exact: true })).toHaveValue('A vise of two meters');
  await expect(main(page).getByLabel('What should we know?')).toHaveValue('By the end of March.\nIn crates, please.');
  await main(page).getByRole('button', { name: 'Send request' }).dblclick();
  await expect(page).toHaveURL('/quote/sent');
  expect(await arrived(shop, '/quotes', email)).toHaveLength(1);
  await page.goto('/quote');
  await expect(main(page).getByLabel('Email')).toBeEnabled();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
  await expect(main(page).getByLabel('Product', { exact: true })).toHaveValue('');
});

test('a visitor who types before the script has loaded loses nothing in a reload either', async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  await main(page).getByLabel('Subject').fill('Typed early');
  await main(page).getByLabel('Your name').focus();
  arrived.resolve();
  await hydrate(page);
  await expect(main(page).getByLabel('Subject')).toHaveValue('Typed early');
  await page.goto('/jobs');
  await page.goto('/contact');
  await expect(main(page).getByLabel('Subject')).toHaveValue('Typed early');
});

test('a visitor whose connection fails is told so, keeps all input, and sends it later', async ({ page, shop }) => {
  const email = newEmail();
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/contact');
  await fillMessage(page, email);
  await page.route('**/contact.data', (route) => route.abort());
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await expect(main(page).getByRole('alert')).toHaveText(/^The shop could not be reached/);
  await expect(main(page).getByRole('alert')).toBeInViewport();
  await expect(main(page).getByLabel('Message')).toHaveValue('Is the jaw hardened?');
  await page.unroute('**/contact.data');
  const busy = { title: 'busy', status: 503, code: 'busy', detail: 'The shop is too busy right now.' };
  await page.route('**/contact.data', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(busy) }),
  );
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await expect(main(page).getByRole('alert')).toHaveText('The shop is too busy right now.');
  await page.unroute('**/contact.data');
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL('/contact/sent');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(main(page)).toBeFocused();
  expect(await arrived(shop, '/messages', email)).toHaveLength(1);
});

test('a customer asks for a quote from a tool’s page with their name and address filled in', async ({ page, shop }) => {
  const tool = await getPlentifulTool(shop);
  const customer = await signInAsNewCustomer(page, shop, 'Grace Hopper');
  await page.goto(`/singleTool/${tool._id}`);
  await page.getByRole('link', { name: 'Request a quote' }).click();
  await expect(page).toHaveURL(new RegExp(`/quote\\?tool=${tool._id}&quantity=\\d+$`));
  const form = main(page);
  await expect(form.getByLabel('Product', { exact: true })).toHaveValue(tool.itemName);
  await expect(form.getByLabel('Your name')).toHaveValue('Grace Hopper');
  await expect(form.getByLabel('Email')).toHaveValue(customer.email);
  await page.goto('/contact');
  await expect(form.getByLabel('Email')).toHaveValue(customer.email);
});

test('a visitor who types a quantity reads what it costs or what to order instead, and the form opens with it', async ({
  page,
  shop,
}) => {
  const token = await signInAdmin(shop.origin);
  const name = `Bearing puller ${randomUUID().slice(0, 8)}`;
  const tool = {
    itemName: name,
    about: 'Three arms.',
    balance: 18.9,
    quantity: 120,
    minOrderQuantity: 24,
    packMultiple: 24,
    volumePrices: [{ quantity: 72, unitPrice: 17.2 }],
    picture: '/images/drawings/bench-vise.svg',
  };
  const stored = await sendRequest('POST', `${shop.origin}/api/tools`, tool, token);
  const { insertedId } = (await stored.json()) as { insertedId: string };
  await page.goto('/quote');
  await hydrate(page);
  const form = main(page);
  const offer = form.getByRole('status');
  await form.getByLabel('Product', { exact: true }).fill(name);
  await form.getByLabel('Quantity').fill('50');
  await expect(offer).toContainText('Order 48 or 72; 72 lowers the unit price to $17.20. For 50, send this request.');
  await expectAccessible(page);
  await form.getByLabel('Quantity').fill('48');
  await expect(offer).toContainText('48 at $18.90 each cost $907.20.');
  await form.getByLabel('Product', { exact: true }).fill(`${name}, in brass`);
  await expect(offer).toBeEmpty();
  await form.getByLabel('Product', { exact: true }).fill(name);
  await offer.getByRole('link', { name: 'Order 72 at $17.20 each' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await signInAsNewCustomer(page, shop);
  await page.goto(`/singleTool/${insertedId}?quantity=72`);
  await expect(form.getByLabel('Quantity')).toHaveValue('72');
  await page.goto(`/singleTool/${insertedId}?quantity=50`);
  await expect(form.getByLabel('Quantity')).toHaveValue('50');
  await expect(form.getByLabel('Quantity')).toHaveAccessibleDescription(/It is sold in packs of 24\. Order 48 or 72/);
  await page.goto(`/singleTool/${insertedId}?quantity=500`);
  await expect(form.getByLabel('Quantity')).toHaveValue('24');
  await expect(form.getByRole('alert')).toHaveText('Only 120 are left. Order 120.');
  await form.getByLabel('Quantity').fill('48');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await form.getByLabel('Quantity').fill('96');
  await form.getByRole('link', { name: 'Request a quote' }).click();
  await expect(page).toHaveURL(`/quote?tool=${insertedId}&quantity=96`);
  await expect(form.getByLabel('Quantity')).toHaveValue('96');
  await expect(offer).toContainText('96 at $17.20 each cost $1,651.20.');
  await form.getByLabel('Quantity').fill('25');
  await page.goto(`/singleTool/${insertedId}?quantity=72`);
  await form.getByRole('link', { name: 'Request a quote' }).click();
  await expect(page).toHaveURL(`/quote?tool=${insertedId}&quantity=72`);
  await expect(form.getByLabel('Quantity')).toHaveValue('72');
});

test('a quantity in the link replaces that of an older draft, and a reload keeps what was typed since', async ({
  page,
  shop,
}) => {
  const tool = await getPlentifulTool(shop);
  const form = main(page);
  const quantity = form.getByLabel('Quantity');
  await page.goto(`/quote?tool=${tool._id}`);
  await hydrate(page);
  await quantity.fill('25');
  await form.getByLabel('What should we know?').fill('In crates, please.');
  await page.goto(`/quote?tool=${tool._id}&quantity=96`);
  await expect(quantity).toHaveValue('96');
  await expect(form.getByLabel('What should we know?')).toHaveValue('In crates, please.');
  await quantity.fill('30');
  await form.getByLabel('Email').fill('nobody');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await page.reload();
  await expect(form.getByLabel('What should we know?')).toHaveValue('In crates, please.');
  await expect(quantity).toHaveValue('30');
  await page.goto('/contact');
  await page.goBack();
  await expect(form.getByLabel('What should we know?')).toHaveValue('In crates, please.');
  await expect(quantity).toHaveValue('30');
});

test('only the shop’s own pages can send a form, also with TLS in front, and its response is private', async () => {
  const shop = await startShop({ env: { PUBLIC_URL: 'https://shop.example', DEMO: 'on' } });
  try {
    const form = { product: 'FIND-ME', quantity: 'x' };
    const post = (path: string, origin: string | null) =>
      fetch(`${shop.origin}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: origin ? { origin } : {},
        redirect: 'manual',
      });
    for (const path of ['/quote', '/quote.data', '/newsletter', '/contact']) {
      for (const origin of ['https://elsewhere.example', 'null', 'https://shop.example.elsewhere.example']) {
        expect([path, origin, (await post(path, origin)).status]).toEqual([path, origin, 403]);
      }
      for (const origin of ['https://shop.example', null]) {
        expect([path, origin, (await post(path, origin)).status]).toEqual([path, origin, 422]);
      }
    }
    const response = await post('/quote', 'https://shop.example');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('FIND-ME');
    expect(await (await fetch(`${shop.origin}/quote`)).text()).not.toContain('FIND-ME');
    const large = await fetch(`${shop.origin}/quote`, {
      method: 'POST',
      body: new URLSearchParams({ message: 'x'.repeat(70_000) }),
    });
    expect(large.status).toBe(413);
  } finally {
    await shop.stop();
  }
});

test('a public form loads no validation code', async ({ browser, shop }) => {
  const context = await browser.newContext();
  const pageErrors = collectPageErrors(context);
  const page = await context.newPage();
  const addresses = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) addresses.add(request.url());
  });
  for (const path of ['/quote', '/contact', '/newsletter']) {
    await page.goto(`${shop.origin}${path}`, { waitUntil: 'networkidle' });
  }
  // A page that the browser has left no longer has the texts of its scripts.
  const scripts = await Promise.all([...addresses].map(async (address) => (await fetch(address)).text()));
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((script) => /ZodError|invalid_union/.test(script))).toEqual([]);
  expect(pageErrors).toEqual([]);
  await context.close();
});
