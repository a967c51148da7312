import type { Page } from '@playwright/test';
import type { Refund } from '#src/features/refunds/contract.ts';
import type { RefundablePurchase } from '#src/features/refunds/ui/refundable-purchase.ts';
import type { PageState } from './page-state.ts';
import { PAYMENTS_PAGE_STATES } from './payments-page-states.ts';

const PURCHASE: RefundablePurchase = {
  _id: 'k'.repeat(24),
  number: 'IM-2026-000123',
  name: 'Ada Smith',
  state: 'paid',
  total: '1654.00',
  cancelRequest: null,
  lines: [
    ['a', 'Claw hammer, 450 g', 10, 18.9, 6, 2],
    ['b', 'Bench vise, 120 mm, with swivel base', 10, 129, 10, 0],
    ['c', 'Flat file', 25, 7, 0, 25],
  ].map(([id, itemName, quantity, unitPrice, shippedQuantity, refundedQuantity]) => ({
    _id: String(id).repeat(24),
    itemName: String(itemName),
    quantity: Number(quantity),
    unitPrice: Number(unitPrice),
    payable: (Number(unitPrice) * Number(quantity)).toFixed(2),
    shippedQuantity: Number(shippedQuantity),
    refundedQuantity: Number(refundedQuantity),
    canceledQuantity: Number(refundedQuantity),
    paid: true,
  })),
};

const refund = (at: number, parts: Partial<Refund>): Refund => ({
  _id: `re${at}`,
  amount: '37.80',
  state: 'succeeded',
  reason: 'Two of the handles were cracked.',
  cancels: false,
  createdAt: new Date(Date.now() - at * 86_400_000).toISOString(),
  settledAt: null,
  handled: false,
  by: 'Grace Owner',
  error: null,
  shipping: '0.00',
  lines: [],
  ...parts,
});

const line = (order: string, itemName: string, quantity: number, amount: string, restocked: number) => ({
  order: order.repeat(24),
  itemName,
  quantity,
  shipped: quantity - restocked,
  amount,
  price: amount,
  restocked,
});

/** One refund in each state. */
const REFUNDS: Refund[] = [
  refund(5, { lines: [line('a', 'Claw hammer, 450 g', 2, '37.80', 2)] }),
  refund(4, { amount: '12.00', reason: null, by: null }),
  refund(3, {
    amount: '175.00',
    state: 'pending',
    reason: 'Ordered twice.',
    lines: [line('c', 'Flat file', 25, '175.00', 25)],
  }),
  refund(2, {
    amount: '5.00',
    state: 'requested',
    reason: 'A scratch.',
    error: 'The card provider cannot be reached.',
  }),
  refund(1, {
    amount: '129.00',
    state: 'failed',
    reason: 'The jaw is out of true.',
    error: 'The buyer’s bank rejected this refund, and the money is back with the shop.',
    lines: [line('b', 'Bench vise, 120 mm, with swivel base', 1, '129.00', 0)],
  }),
];

const openWith = (purchase: Partial<RefundablePurchase>, refunds: Refund[]) => async (page: Page) => {
  await page.route(`/api/purchases/${PURCHASE._id}`, (route) => route.fulfill({ json: { ...PURCHASE, ...purchase } }));
  await page.route(`/api/purchases/${PURCHASE._id}/refunds`, (route) => route.fulfill({ json: refunds }));
  await page.getByRole('button', { name: 'Refund', exact: true }).first().click();
};

const payments = PAYMENTS_PAGE_STATES.find(({ name }) => name === 'payments') as PageState;
const { lines } = PURCHASE;
const UNSHIPPED = lines.map((one) => ({ ...one, shippedQuantity: 0, refundedQuantity: 0, canceledQuantity: 0 }));

/** The owner's dialog for refunding a purchase. */
export const REFUND_PAGE_STATES: readonly PageState[] = [
  {
    ...payments,
    name: 'refund-first',
    shows: 'Left to refund',
    act: openWith({ lines: UNSHIPPED }, []),
  },
  {
    ...payments,
    name: 'refund-pieces',
    shows: 'Restock',
    async act(page) {
      await openWith({}, REFUNDS)(page);
      await page.getByLabel('What to refund').selectOption('Some pieces');
      await page.getByRole('button', { name: 'One more' }).first().click();
      await page.getByRole('button', { name: 'Refund …' }).click();
    },
  },
  {
    ...payments,
    name: 'refund-cancel-asked',
    shows: 'Ada Smith asks to cancel this order.',
    act: openWith(
      { lines: UNSHIPPED, cancelRequest: { at: PURCHASE._id, reason: 'We found a box of them in the cellar.' } },
      [],
    ),
  },
  {
    ...payments,
    name: 'refund-nothing-left',
    shows: 'This payment has been or is being refunded',
    act: openWith({}, [refund(1, { amount: '1654.00', cancels: true })]),
  },
  {
    ...payments,
    name: 'refund-not-loaded',
    shows: 'The order could not be loaded',
    async act(page) {
      await page.route('/api/purchases/**', (route) => route.fulfill({ status: 503, json: { code: 'busy' } }));
      await page.getByRole('button', { name: 'Refund', exact: true }).first().click();
    },
  },
];
