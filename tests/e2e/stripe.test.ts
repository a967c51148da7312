import { test as base, expect } from '@playwright/test';
import { type RunningShop, removeDataDir, startShop } from '#tests/support/running-shop.ts';
import { collectPageErrors, placeOrder, signInAsNewCustomer } from './fixtures.ts';

/** Invented keys. Stripe is never called, since the shop's process cannot reach other machines. */
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_aMadeUpKeyThatNobodyHas',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_aMadeUpKeyThatNobodyHas',
  STRIPE_WEBHOOK_SECRET: 'whsec_aMadeUpSecret',
};

const LOOPBACK_ONLY = new URL('../support/loopback-only.mjs', import.meta.url).href;

const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ env: { PAYMENTS: 'stripe', ...KEYS, NODE_OPTIONS: `--import=${LOOPBACK_ONLY}` } });
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.origin),
});

/**
 * The part of Stripe's script that a card form needs. It creates a frame and sends a request, as Stripe's own script
 * does.
 */
const SCRIPT = `
  window.Stripe = (key) => {
    const card = {
      mount(place) {
        const frame = document.createElement('iframe');
        frame.title = 'Secure card payment input frame';
        frame.src = 'https://js.stripe.com/card.html';
        place.append(frame);
      },
      on() { return card; }, once() { return card; }, off() { return card; },
      update() {}, destroy() {}, unmount() {}, focus() {},
    };
    return {
      elements: () => ({
        create: (_kind, options) => { window.cardStyle = options.style; return card; },
        getElement: () => card,
      }),
      createToken() {}, createPaymentMethod() {},
      async confirmCardPayment(secret) {
        const response = await fetch('https://api.stripe.com/v1/confirm', { method: 'POST', body: key + ' ' + secret });
        return response.json();
      },
    };
  };`;

test('a shop with Stripe starts although Stripe is unavailable, says so, and has no sandbox', async ({
  request,
  shop,
}) => {
  const payments = async () => {
    const { status, ports } = await (await request.get('/readyz')).json();
    return [status, ports.find(({ port }: { port: string }) => port === 'payments')];
  };
  await expect
    .poll(payments, { timeout: 15_000 })
    .toEqual(['ready', { port: 'payments', mode: 'stripe', health: 'down' }]);
  expect(shop.output()).toContain('a dependency is down');
  expect((await request.get('/card-sandbox/v1/payment_intents/pi_1')).status()).toBe(404);
  const page = await (await request.get('/home')).text();
  expect(page).toContain('&quot;payments&quot;:&quot;stripe&quot;');
  expect(page + shop.output()).not.toContain('aMadeUp');
});

test('a buyer sees that the card provider is unavailable, and later gets Stripe’s card form, which mentions no sandbox', async ({
  page,
  shop,
}) => {
  const pageErrors = collectPageErrors(page.context());
  const { id } = await placeOrder(shop, await signInAsNewCustomer(page, shop));
  await page.goto(`/dashboard/payment/${id}`);
  await expect(page.getByText('The card provider cannot be reached right now.')).toBeVisible({ timeout: 20_000 });

  let confirmed = '';
  await page.route('/api/create-payment-intent', (route) =>
    route.fulfill({
      json: {
        clientSecret: 'pi_1_secret_2',
        publishableKey: KEYS.STRIPE_PUBLISHABLE_KEY,
        scriptUrl: 'https://js.stripe.com/release/stripe.js',
      },
    }),
  );
  await page.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
      : route.fulfill({ contentType: 'text/html', body: '<label>Card number <input></label>' }),
  );
  await page.route('https://api.stripe.com/**', (route) => {
    confirmed = route.request().postData() ?? '';
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ headers, json: { error: { message: 'Your card was declined.' } } });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await frame.getByLabel('Card number').fill('4242 4242 4242 4242');
  await expect(page.getByText(/no money moves|sandbox/i)).toHaveCount(0);
  // Its frame cannot see the shop's colors, so the shop passes them.
  const style = await page.evaluate(() => (window as unknown as { cardStyle: { base: { color: string } } }).cardStyle);
  expect(style.base.color).toMatch(/^#[0-9a-f]{6}$/);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card was declined.');
  expect(confirmed).toBe(`${KEYS.STRIPE_PUBLISHABLE_KEY} pi_1_secret_2`);
  expect(pageErrors).toEqual([]);
});
