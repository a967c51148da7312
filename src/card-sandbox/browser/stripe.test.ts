import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from '#tests/support/axe.ts';
import { type Sandbox, startSandbox } from '#tests/support/card-sandbox.ts';
import { type CheckoutServer, launchBrowser, serveCheckout } from '#tests/support/checkout-server.ts';

const SAVED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

let sandbox: Sandbox;
let checkout: CheckoutServer;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  checkout = await serveCheckout(sandbox);
  browser = await launchBrowser();
  // Long enough to install a browser first.
}, 300_000);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  expect(complaints.splice(0)).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await checkout.close();
  await sandbox.close();
});

async function openCheckout(options: { width?: number; colorScheme?: 'light' | 'dark' } = {}): Promise<string> {
  const intent = await sandbox.stripe.paymentIntents.create({ amount: 123_456, currency: 'usd' });
  const { width = 390, colorScheme = 'light' } = options;
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
  page = await context.newPage();
  page.setDefaultTimeout(5000);
  page.on('console', (message) => {
    // The browser itself reports each 402. Anything else is our error.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('status of 402')) {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${checkout.origin}/?client_secret=${intent.client_secret}`);
  await page.getByRole('button', { name: 'Pay', disabled: false }).waitFor();
  return intent.id;
}

/** Types key by key, so that the form moves the focus by itself. */
async function typeCard(number: string, expiry = '1234', cvc = '123', postcode = '94110'): Promise<void> {
  await page.getByLabel('Card number').click();
  await page.keyboard.type(number + expiry + cvc + postcode);
}

const pay = () => page.getByRole('button', { name: 'Pay' }).click();
const result = async (expected: RegExp | string): Promise<string> => {
  await page.locator('output', { hasText: expected }).waitFor();
  return (await page.locator('output').textContent()) ?? '';
};

test('the script stays small', () => {
  expect(gzipSync(checkout.script).length).toBeLessThan(12_000);
});

describe('the card form', () => {
  test('groups digits, moves the focus by itself, and pays', async () => {
    const id = await openCheckout();
    await typeCard('4242424242424242');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('12 / 34');
    expect(await page.getByLabel('CVC').inputValue()).toBe('123');
    expect(await page.getByLabel('ZIP code').inputValue()).toBe('94110');
    const last = await page.evaluate(() => window.changes.at(-1));
    expect(last).toEqual({
      elementType: 'card',
      empty: false,
      complete: true,
      brand: 'visa',
      error: undefined,
      value: { postalCode: '94110' },
    });
    await pay();
    expect(await result('paid')).toBe(`paid ${id} succeeded`);
    expect((await sandbox.stripe.paymentIntents.retrieve(id)).amount_received).toBe(123_456);
  });

  test('shows errors during typing, and sends nothing until the input is valid', async () => {
    await openCheckout();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByLabel('Card number').pressSequentially('4242424242424241');
    await page.getByText('Your card number is invalid.').waitFor();
    expect(await page.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Expiry date').fill('0120');
    await page.getByText("Your card's expiration year is in the past.").waitFor();
    await pay();
    expect(await result('validation_error')).toBe('validation_error invalid_number: Your card number is invalid.');
    await page.getByText("Your card's security code is incomplete.").waitFor();
    await page.getByText('Your ZIP code is incomplete.').waitFor();
    expect(await page.getByLabel('Card number').evaluate((input) => input === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
  });

  test('can be emptied by deleting backwards through the fields', async () => {
    await openCheckout();
    await typeCard('378282246310005', '1234', '1234');
    expect(await page.getByLabel('CVC').inputValue()).toBe('1234');
    for (let i = 0; i < 60; i += 1) await page.keyboard.press('Backspace');
    for (const label of ['Card number', 'Expiry date', 'CVC', 'ZIP code']) {
      expect(await page.getByLabel(label).inputValue()).toBe('');
    }
    expect(await page.evaluate(() => window.changes.at(-1)?.empty)).toBe(true);
  });

  test('keeps the caret in place when a digit in the middle is corrected', async () => {
    await openCheckout();
    const number = page.getByLabel('Card number');
    await number.pressSequentially('4242942424242');
    await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 6));
    await page.keyboard.press('Backspace');
    await page.keyboard.type('4');
    expect(await number.inputValue()).toBe('4242 4424 2424 2');
    expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
  });

  test('says that no money moves, and fills in the chosen test card', async () => {
    await openCheckout();
    await page.getByText('any future date and security code.').waitFor();
    await page.getByText('Test cards to try').click();
    await page.getByRole('button', { name: '4000 0000 0000 9995' }).click();
    await pay();
    expect(await result('insufficient')).toBe('card_error card_declined: Your card has insufficient funds.');
    const snapshot = await page.evaluate(() => window.changes.length);
    await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
    expect(await page.evaluate(() => window.changes.length)).toBe(snapshot + 1);
    await page.getByRole('button', { name: '3782 822463 10005' }).click();
    await pay();
    await result('succeeded');
  });

  test.each(['light', 'dark'] as const)(
    'fits 320 px, has large targets and no accessibility violations (%s)',
    async (colorScheme) => {
      await openCheckout({ width: 320, colorScheme });
      await page.getByText('Test cards to try').click();
      await page.getByLabel('Card number').pressSequentially('4242424242424241');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      const targets = page.locator('.card-sandbox input, .card-sandbox button, .card-sandbox summary');
      for (const target of await targets.all()) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await findAxeViolations(page)).toEqual([]);
    },
  );
});

describe('3-D Secure', () => {
  const open = async (number = '4000002500003155') => {
    const id = await openCheckout();
    await typeCard(number);
    await pay();
    await page.getByRole('dialog', { name: '3-D Secure' }).waitFor();
    return id;
  };

  test('completed: the card pays', async () => {
    const id = await open();
    await page.getByRole('dialog').getByText('$1,234.56').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    expect(await result('paid')).toBe(`paid ${id} succeeded`);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('failed, closed or left with Escape: the card does not pay, and another one can', async () => {
    const ways = [
      () => page.getByRole('button', { name: 'Fail authentication' }).click(),
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ];
    const id = await openCheckout();
    for (const leave of ways) {
      await page.getByLabel('Card number').fill('');
      await typeCard('4000002760003184');
      await pay();
      await page.getByRole('dialog').waitFor();
      await leave();
      expect(await result('authentication')).toBe(
        `invalid_request_error payment_intent_authentication_failure: ${SAVED}`,
      );
    }
    expect((await sandbox.stripe.charges.list({ payment_intent: id })).data).toEqual([]);
    await page.getByLabel('Card number').fill('');
    await typeCard('4242424242424242');
    await pay();
    await result('succeeded');
  });

  test('completed on a card without funds: declined after all', async () => {
    await open('4000008400001629');
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    expect(await result('declined')).toBe('card_error card_declined: Your card was declined.');
  });
});

test('without a connection, the buyer sees an error, and can pay once it is back', async () => {
  const id = await openCheckout();
  await typeCard('4242424242424242');
  await page.route('**/card-sandbox/v1/**', (route) => route.abort());
  await pay();
  expect(await result('reached')).toMatch(/^api_connection_error/);
  await page.unroute('**/card-sandbox/v1/**');
  await pay();
  expect(await result('paid')).toBe(`paid ${id} succeeded`);
  complaints.splice(0);
});
