import type { Page } from '@playwright/test';
import type { BasketLine } from '#src/features/basket/contract.ts';
import type { RunningShop } from '#tests/support/running-shop.ts';
import { keepInBrowser, storeBasket } from './basket-helpers.ts';
import { fetchJson, signInAsAdmin, signInAsNewCustomer, type Tool } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const NAMES = ['Claw hammer, 16 oz, hickory', 'Combination wrench, 13 mm', 'Bench vise, 150 mm, ductile iron'];
const DRAWINGS = ['claw-hammer', 'combination-wrench', 'bench-vise'];

function line(at: number, parts: Partial<BasketLine> = {}): BasketLine {
  return {
    toolId: `tool${at}`.padEnd(24, 'x'),
    quantity: 10,
    added: { at: '2026-11-20T10:00:00.000Z', unitPrice: 18.9, minimum: 10, available: 640 },
    itemName: NAMES[at % 3] ?? '',
    slug: 'claw-hammer-16-oz-hickory',
    sku: `HM-C${at}`,
    image: `/images/drawings/${DRAWINGS[at % 3]}.svg`,
    state: 'on_sale',
    balance: 18.9,
    volumePrices: [],
    minOrderQuantity: 10,
    packMultiple: 1,
    maxOrderQuantity: null,
    available: 640,
    unitPrice: 18.9,
    total: '189.00',
    problem: null,
    detail: null,
    offers: [],
    changed: null,
    ...parts,
  };
}

const NO_CHANGE = { unitPrice: null, minimum: null, stock: null, archived: false };

/** One line of each possible kind. */
const EVERY_KIND: BasketLine[] = [
  line(0, {
    changed: { ...NO_CHANGE, unitPrice: { before: 17.5, now: 18.9 }, minimum: { before: 5, now: 10 } },
    offers: [{ quantity: 50, unitPrice: 17.2, total: '860.00', why: 'lower_unit_price' }],
    volumePrices: [{ quantity: 50, unitPrice: 17.2 }],
  }),
  line(1, {
    quantity: 30,
    packMultiple: 12,
    problem: 'part_of_pack',
    total: null,
    detail: 'It is sold in packs of 12.',
    offers: [
      { quantity: 24, unitPrice: 18.9, total: '453.60', why: 'nearest_below' },
      { quantity: 36, unitPrice: 18.9, total: '680.40', why: 'nearest_above' },
    ],
  }),
  line(2, {
    quantity: 400,
    available: 120,
    problem: 'above_stock',
    total: null,
    detail: 'Only 120 are left.',
    changed: { ...NO_CHANGE, stock: { before: 640, now: 120 } },
    offers: [{ quantity: 120, unitPrice: 18.9, total: '2268.00', why: 'nearest_below' }],
  }),
  line(3, {
    state: 'archived',
    problem: 'not_for_sale',
    total: null,
    detail: 'This tool is no longer sold.',
    changed: { ...NO_CHANGE, archived: true },
  }),
  line(4, {
    state: 'gone',
    itemName: '',
    slug: '',
    sku: '',
    image: '',
    problem: 'not_for_sale',
    total: null,
    detail: 'This tool is no longer sold.',
    changed: { ...NO_CHANGE, archived: true },
  }),
];

/** Opens a visitor's basket with these lines. */
const withLines = (lines: BasketLine[]) => async (page: Page) => {
  await keepInBrowser(page, lines);
  await page.route('/api/basket/preview', (route) => route.fulfill({ json: { lines, total: '189.00' } }));
  return '/basket';
};

const asCustomer = async (page: Page, shop: RunningShop) => {
  const { token } = await signInAsNewCustomer(page, shop);
  const [tool] = await fetchJson<Tool[]>(shop, '/tools?sort=created&limit=1');
  await storeBasket(shop, token, [{ toolId: tool?._id ?? '', quantity: tool?.minOrderQuantity ?? 1 }]);
  return '/basket';
};

/** The basket, and the buttons that fill it. */
export const BASKET_PAGE_STATES: readonly PageState[] = [
  { name: 'basket-empty', path: '/basket', heading: 'Basket', shows: 'Your basket is empty' },
  { name: 'basket-lines', path: withLines([line(0), line(1), line(2)]), heading: 'Basket', shows: '$567.00' },
  { name: 'basket-changed', path: withLines(EVERY_KIND), heading: 'Basket', shows: 'It is sold in packs of 12.' },
  {
    name: 'basket-line-removed',
    continues: true,
    path: withLines(EVERY_KIND),
    heading: 'Basket',
    act: (page) =>
      page
        .getByRole('button', { name: `Remove ${NAMES[0]}` })
        .first()
        .click(),
    shows: 'was removed from the basket',
  },
  {
    name: 'basket-many',
    path: withLines(Array.from({ length: 100 }, (_, at) => line(at))),
    heading: 'Basket',
    shows: '100 tools',
  },
  {
    name: 'basket-loading',
    path: async (page) => {
      await keepInBrowser(page, [line(0)]);
      await page.route('/api/basket/preview', () => {});
      return '/basket';
    },
    heading: 'Basket',
    shows: 'Loading',
  },
  {
    name: 'basket-unreachable',
    path: async (page, shop) => {
      await page.route('/api/basket', (route) => route.abort());
      return asCustomer(page, shop);
    },
    heading: 'Basket',
    shows: 'Try again',
  },
  { name: 'basket-of-customer', path: asCustomer, heading: 'Basket', shows: 'Check out' },
  {
    name: 'basket-not-stored',
    continues: true,
    path: asCustomer,
    heading: 'Basket',
    act: async (page) => {
      await page.route('/api/basket', (route) => route.abort());
      await page.getByRole('button', { name: /^One (pack )?more$/ }).click();
    },
    shows: 'Your last change is not saved yet',
  },
  {
    name: 'basket-admin',
    path: async (page) => {
      await signInAsAdmin(page);
      return '/basket';
    },
    heading: 'Basket',
    shows: 'Only customers can order',
  },
  {
    name: 'home-added-to-basket',
    path: '/home',
    heading: /^Hand tools/,
    act: (page) => page.getByRole('button', { name: 'Add to basket' }).first().click(),
    shows: 'In basket',
  },
  {
    name: 'tool-page-in-basket',
    path: '/tools/tape-measure-5-m-25-mm-class-ii',
    heading: /^Tape measure/,
    act: (page) => page.getByRole('main').getByRole('button', { name: 'Add to basket' }).first().click(),
    shows: 'In basket',
  },
];
