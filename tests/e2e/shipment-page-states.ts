import type { Page } from '@playwright/test';
import type { ManagedShipment } from '#src/features/shipments/contract.ts';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { newCustomer, signInAsAdmin, signInAsNewCustomer } from './fixtures.ts';
import { getRows } from './list-helpers.ts';
import type { PageState } from './page-state.ts';
import { payNewPurchase } from './purchase-helpers.ts';
import { addTool } from './tool-helpers.ts';

const HEADING = 'All Orders';

async function payTwoTools(shop: RunningShop) {
  const tools = [await addTool(shop), await addTool(shop)];
  return payNewPurchase(
    shop,
    await newCustomer(shop),
    tools.map(({ id }) => id),
    5,
  );
}

/** Opens the list of orders to ship, filtered to one purchase of two lines. */
const toShip = async (page: Page, shop: RunningShop) => {
  const { number } = await payTwoTools(shop);
  await signInAsAdmin(page);
  return `/dashboard/allorder?state=to_ship&q=${number}`;
};

/** Does the same for a purchase with an address, and possibly a dispute. */
const withAddress = (dispute: object | null) => async (page: Page, shop: RunningShop) => {
  await page.route(/\/api\/purchases\/\w+$/, async (route) => {
    const response = await route.fetch();
    const purchase = (await response.json()) as { lines: object[] };
    const delivery = {
      name: 'Ada Smith',
      company: 'Smith & Daughters, Precision Toolmakers',
      line1: '1815 Analytical Engine Road',
      line2: 'Dock 4',
      city: 'Akron',
      region: 'OH',
      postalCode: '44308',
      country: 'US',
      phone: '',
      vatId: '',
      lines: [
        'Smith & Daughters, Precision Toolmakers',
        'Ada Smith',
        '1815 Analytical Engine Road',
        'Dock 4',
        'Akron, OH 44308',
      ],
    };
    const lines = purchase.lines.map((line) => ({ ...line, dispute }));
    await route.fulfill({ response, json: { ...purchase, delivery, lines } });
  });
  return toShip(page, shop);
};

const pressPending = async (page: Page) => {
  await getRows(page).first().getByRole('button', { name: 'pending' }).click();
  await page.getByRole('alertdialog').waitFor();
};
const ship = async (page: Page) => {
  await pressPending(page);
  await page.getByRole('button', { name: 'Yes, ship it' }).click();
};
const openShipments = (page: Page) => page.getByRole('button', { name: 'Shipments' }).first().click();

function shipment(number: number, parts: Partial<ManagedShipment> = {}): ManagedShipment {
  return {
    _id: `shipment${number}`.padEnd(24, '0'),
    number,
    carrier: 'UPS',
    tracking: '1Z 999 AA1 01 2345 6784',
    trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    shippedAt: '2026-03-02T09:30:00.000Z',
    lines: [
      { order: 'a', itemName: 'Bench vise, 120 mm, with swivel base', quantity: 1_200 },
      { order: 'b', itemName: 'Claw hammer, 16 oz, hickory', quantity: 5 },
    ],
    correctedAt: null,
    correctionReason: '',
    shippedBy: 'grace.hopper@ironmonger.example',
    undoneAt: null,
    undoneBy: null,
    undoableUntil: '2026-03-02T09:31:00.000Z',
    ...parts,
  };
}

const undone = { undoneAt: '2026-03-02T09:30:30.000Z', undoneBy: 'grace.hopper@ironmonger.example' };

/** One of each kind. */
const EVERY_KIND = [
  shipment(1, { ...undone, carrier: '', tracking: '', trackingUrl: null }),
  shipment(2, { ...undone, correctedAt: undone.undoneAt, correctionReason: 'The crate stood in the wrong bay.' }),
  shipment(3, { carrier: 'Our own van', tracking: '', trackingUrl: null }),
  shipment(4),
];

/** Opens a shipped purchase with these shipments. */
const withShipments = (shipments: ManagedShipment[] | null) => async (page: Page, shop: RunningShop) => {
  const { id, number } = await payTwoTools(shop);
  await sendRequest('POST', `${shop.origin}/api/purchases/${id}/shipments`, {}, await signInAdmin(shop.origin));
  await page.route('/api/purchases/*/shipments?*', (route) =>
    shipments ? route.fulfill({ json: shipments }) : route.abort(),
  );
  await signInAsAdmin(page);
  return `/dashboard/allorder?q=${number}`;
};

/** Shipping in all its states: form, error, shipped, and the list of shipments. */
export const SHIPMENT_PAGE_STATES: readonly PageState[] = [
  { name: 'ship', path: toShip, heading: HEADING, act: pressPending, shows: 'No address yet' },
  {
    name: 'ship-to-address',
    path: withAddress({ state: 'needs_answer', answerBy: null }),
    heading: HEADING,
    act: pressPending,
    shows: 'Akron, OH 44308',
  },
  {
    name: 'ship-refused',
    path: toShip,
    heading: HEADING,
    act: async (page) => {
      await pressPending(page);
      await page
        .getByLabel(/^Pieces of/)
        .first()
        .fill('99');
      await page.getByRole('button', { name: 'Yes, ship it' }).click();
    },
    shows: 'Please enter a whole number from 0 to 5.',
  },
  { name: 'shipped-just-now', path: toShip, heading: HEADING, act: ship, shows: /Shipped: IM-/ },
  {
    name: 'ship-many',
    path: withAddress(null),
    heading: HEADING,
    act: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await page.getByRole('button', { name: 'Ship 1 order' }).click();
    },
    shows: 'Yes, ship 1',
  },
  {
    name: 'ship-many-left-out',
    path: toShip,
    heading: HEADING,
    act: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await page.getByRole('button', { name: 'Ship 1 order' }).click();
    },
    shows: 'No address yet',
  },
  {
    name: 'shipments',
    path: withShipments(EVERY_KIND),
    heading: HEADING,
    act: openShipments,
    shows: 'Track at UPS',
  },
  {
    name: 'shipments-unreachable',
    path: withShipments(null),
    heading: HEADING,
    act: openShipments,
    shows: 'Try again',
  },
  {
    name: 'my-shipments',
    path: async (page, shop) => {
      const customer = await signInAsNewCustomer(page, shop);
      const { id } = await payNewPurchase(shop, customer, [(await addTool(shop)).id], 5);
      const body = { carrier: 'dhl', tracking: '00340434161094042557' };
      await sendRequest('POST', `${shop.origin}/api/purchases/${id}/shipments`, body, await signInAdmin(shop.origin));
      return '/dashboard/myorder';
    },
    heading: 'My Order',
    act: openShipments,
    shows: 'Track at DHL',
  },
];
