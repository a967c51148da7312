import { expect, type Page } from '@playwright/test';
import type { Estimate } from '#src/features/purchases/contract.ts';
import { type RunningShop, sendRequest } from '#tests/support/running-shop.ts';
import { storeBasket } from './basket-helpers.ts';
import { addAddress } from './checkout-helpers.ts';
import { type Customer, fetchJson, placeOrder, signInAsAdmin, signInAsNewCustomer, type Tool } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const listTools = (shop: RunningShop) => fetchJson<Tool[]>(shop, '/tools?sort=created&limit=12');

/** Signs in a customer with four tools in the basket, one of which cannot be ordered. */
const withBasket =
  (prepare: (page: Page, shop: RunningShop, customer: Customer) => Promise<unknown> = async () => {}) =>
  async (page: Page, shop: RunningShop) => {
    const customer = await signInAsNewCustomer(page, shop);
    const tools = (await listTools(shop)).slice(0, 4);
    const lines = tools.map(({ _id, minOrderQuantity }, at) => ({
      toolId: _id,
      quantity: at === 3 ? 900_000_000 : minOrderQuantity,
    }));
    await storeBasket(shop, customer.token, lines);
    await prepare(page, shop, customer);
    return '/checkout';
  };

const WITHOUT_SHIPPING = {
  totals: { goods: '595.50', discount: '0.00', shipping: '0.00', tax: '95.08', total: '595.50' },
  tax: [{ name: 'VAT', rate: 19, base: '500.42', amount: '95.08' }],
  total: '595.50',
  notes: [],
};

/** Signs in a customer with an address, in a shop that charges tax and ships like this. */
const withShipping = (shipping: Estimate['shipping']) =>
  withBasket(async (page, shop, customer) => {
    await addAddress(shop, customer);
    const estimate: Estimate = {
      lines: [],
      discount: '0.00',
      shipping,
      tax: [{ name: 'VAT', rate: 19, base: '505.46', amount: '96.04' }],
      totals: { goods: '595.50', discount: '0.00', shipping: '6.00', tax: '96.04', total: '601.50' },
      total: '601.50',
      minimum: null,
      relief: null,
      beforeTax: false,
      pricesInclude: 'gross',
      priceNote: 'incl. 19 % VAT, plus shipping',
      notes: ['Shipping includes a small-order surcharge of $5.00.'],
      ...(shipping.chosen === null ? WITHOUT_SHIPPING : {}),
    };
    await page.route('/api/purchases/estimate', (route) => route.fulfill({ json: estimate }));
  });

const METHOD = { id: 'parcel', name: 'Parcel', kind: 'flat', price: '6.00', days: { min: 1, max: 3 }, pickup: null };
const PICKUP = { ...METHOD, id: 'pickup', name: 'Pick-up at the works', kind: 'pickup', price: '0.00', days: null };
const METHODS = [
  { ...METHOD, arrives: { from: '2026-12-02', to: '2026-12-04' } },
  { ...METHOD, id: 'freight', name: 'Freight with a lift', price: '1249.00', days: null },
  { ...PICKUP, pickup: { address: '1992 Foundry Street', hours: 'Monday to Friday, 8 AM to 5 PM' } },
];

const order = async (page: Page) => page.getByRole('button', { name: 'Place order and pay' }).click();

/** Opens the page of a new customer's purchase, with these changes to the API's response. Its lines have its state. */
const atOrder =
  (changes: { state?: string; [field: string]: unknown }, { address = true, isAdmin = false } = {}) =>
  async (page: Page, shop: RunningShop) => {
    const customer = await signInAsNewCustomer(page, shop);
    await placeOrder(shop, customer, address ? {} : { address: null });
    const [placed] = await fetchJson<{ number: string }[]>(shop, '/purchases', customer.token);
    const path = `/purchases/${placed?.number}`;
    const purchase = await fetchJson<{ lines: object[] }>(shop, path, customer.token);
    const { state } = changes;
    const lines = purchase.lines.map((line) => (state ? { ...line, state } : line));
    await page.route(`/api${path}`, (route) => route.fulfill({ json: { ...purchase, lines, ...changes } }));
    if (isAdmin) {
      await page.context().clearCookies();
      await signInAsAdmin(page);
    }
    return `/dashboard/orders/${placed?.number}`;
  };

const PAID = { state: 'paid', paidAt: '2026-11-20T10:00:00.000Z', transactionId: 'pi_3QxHk2LkdIwHu7ix01Mc9TzQa' };

/** The checkout, and the page of an order. */
export const CHECKOUT_PAGE_STATES: readonly PageState[] = [
  { name: 'checkout', path: withBasket(), heading: 'Check out', shows: 'Not included in this order' },
  {
    name: 'checkout-errors',
    continues: true,
    path: withBasket(),
    heading: 'Check out',
    act: order,
    shows: 'Please enter a city.',
  },
  {
    name: 'checkout-with-book',
    path: withBasket(async (_page, shop, customer) => {
      for (const line1 of ['1 Main Street', 'Dock 4']) await addAddress(shop, customer, { line1 });
    }),
    heading: 'Check out',
    shows: 'Dock 4',
  },
  {
    name: 'checkout-shipping',
    path: withShipping({ methods: METHODS, chosen: 'parcel', byQuote: false }),
    heading: 'Check out',
    shows: 'Arrives Dec 2 – Dec 4',
  },
  {
    name: 'checkout-by-quote',
    path: withShipping({ methods: METHODS.slice(2), chosen: null, byQuote: true }),
    heading: 'Check out',
    shows: 'Ask us what shipping there costs, or pick it up.',
  },
  {
    name: 'checkout-price-changed',
    path: withBasket(async (page, shop, customer) => {
      await addAddress(shop, customer);
      const problem = { code: 'price_changed', status: 409, detail: 'The price has changed.' };
      await page.route('/api/purchases', (route) => route.fulfill({ status: 409, json: problem }));
    }),
    heading: 'Check out',
    act: order,
    shows: 'The total has changed',
  },
  {
    name: 'checkout-no-answer',
    path: withBasket(async (page, shop, customer) => {
      await addAddress(shop, customer);
      await page.route('/api/purchases', (route) => route.abort());
    }),
    heading: 'Check out',
    act: order,
    shows: 'it will not be ordered twice',
  },
  {
    name: 'checkout-empty',
    path: async (page, shop) => {
      await signInAsNewCustomer(page, shop);
      return '/checkout';
    },
    heading: 'Check out',
    shows: 'Your basket is empty',
  },
  {
    name: 'checkout-admin',
    path: async (page) => {
      await signInAsAdmin(page);
      return '/checkout';
    },
    heading: 'Check out',
    shows: 'Only customers can order',
  },
  {
    name: 'payment-where',
    path: async (page, shop) => {
      const customer = await signInAsNewCustomer(page, shop);
      await addAddress(shop, customer);
      return `/dashboard/payment/${(await placeOrder(shop, customer, { address: null })).id}`;
    },
    heading: 'Payment',
    act: (page) => expect(page.getByLabel('Card number')).toBeVisible(),
    shows: 'Please confirm the shipping address to pay',
  },
  {
    name: 'payment-of-several',
    path: async (page, shop) => {
      const customer = await signInAsNewCustomer(page, shop);
      const addressId = await addAddress(shop, customer);
      const tools = (await listTools(shop)).slice(0, 3);
      const lines = tools.map(({ _id, minOrderQuantity }) => ({ toolId: _id, quantity: minOrderQuantity }));
      const placed = await sendRequest('POST', `${shop.origin}/api/purchases`, { lines, addressId }, customer.token);
      return `/dashboard/payment/${((await placed.json()) as { orders: string[] }).orders[1]}`;
    },
    heading: 'Payment',
    act: (page) => expect(page.getByLabel('Card number')).toBeVisible(),
    shows: '3 tools, ',
  },
  { name: 'order', path: atOrder({}), heading: /^Order IM-/, shows: 'Order history' },
  {
    name: 'order-promised',
    path: atOrder({
      shippingMethod: 'Parcel',
      promised: {
        leaves: '2026-11-30',
        arrives: { from: '2026-12-02', to: '2026-12-04' },
        ifPaidBy: '2026-11-30T19:00:00.000Z',
      },
    }),
    heading: /^Order IM-/,
    shows: 'Arrives Dec 2 – Dec 4',
  },
  { name: 'order-where', path: atOrder({}, { address: false }), heading: /^Order IM-/, shows: 'Use this address' },
  {
    name: 'order-refunded',
    path: atOrder({ ...PAID, refunded: '5.00', poNumber: 'PO-4711', note: 'The gate is open from 8 to 16.' }),
    heading: /^Order IM-/,
    shows: 'Paid after refunds',
  },
  {
    name: 'order-canceled',
    path: atOrder({ state: 'canceled', endedAt: PAID.paidAt, endReason: 'Out of stock.', holdExpiresAt: null }),
    heading: /^Order IM-/,
    shows: 'This order was canceled.',
  },
  {
    name: 'order-of-shop-without-address',
    path: atOrder(
      { ...PAID, cancelRequest: { at: PAID.paidAt, reason: 'Too late.' } },
      { address: false, isAdmin: true },
    ),
    heading: /^Order IM-/,
    shows: 'No shipping address yet',
  },
  {
    name: 'order-papers-failed',
    path: async (page, shop) => {
      await page.route('/api/purchases/*/papers', (route) => route.abort());
      return atOrder({})(page, shop);
    },
    heading: /^Order IM-/,
    shows: 'The documents could not be loaded',
  },
  {
    name: 'order-history-failed',
    path: async (page, shop) => {
      await page.route('/api/purchases/*/timeline', (route) => route.abort());
      return atOrder({})(page, shop);
    },
    heading: /^Order IM-/,
    shows: 'The history could not be loaded',
  },
  {
    name: 'order-unreachable',
    path: async (page, shop) => {
      const path = await atOrder({})(page, shop);
      await page.route('/api/purchases/*', (route) => route.abort());
      return path;
    },
    heading: 'Something went wrong',
    shows: 'Try again',
  },
  {
    name: 'order-not-found',
    path: async (page, shop) => {
      await signInAsNewCustomer(page, shop);
      return '/dashboard/orders/IM-2026-999999';
    },
    heading: 'Not found',
    shows: 'There is no such order.',
  },
];
