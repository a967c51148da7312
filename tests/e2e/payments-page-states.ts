import type { Page } from '@playwright/test';
import type { Payment } from '#src/features/payments/contract.ts';
import { signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

function payment(at: number, parts: Partial<Payment> = {}): Payment {
  return {
    _id: `payment${at}`.padEnd(24, '0'),
    state: 'captured',
    amount: '945.00',
    createdAt: ago(at),
    purchase: 'k'.repeat(24),
    number: `IM-2026-${String(at).padStart(6, '0')}`,
    lineCount: at,
    order: {
      toolId: 'x'.repeat(24),
      _id: `order${at}`.padEnd(24, '0'),
      itemName: 'Bench vise, 120 mm',
      quantity: 50,
      name: 'Ada Smith',
      email: 'ada.smith@smith-and-daughters.example.com',
      state: 'paid',
    },
    intent: `pi_3QxHk2LkdIwHu7ix0${at}Mc9TzQa`,
    providerState: 'succeeded',
    askedAt: ago(at / 2),
    refunds: [],
    refunded: null,
    disputes: [],
    differences: [],
    stuckEvents: 0,
    ...parts,
  };
}

const refund = (at: number, amount: string, state = 'succeeded') => ({
  _id: `re_${at}`,
  amount,
  state,
  createdAt: ago(at),
});

/** One payment of each possible kind. */
const EVERY_KIND: Payment[] = [
  payment(1, { state: 'open', providerState: 'requires_payment_method' }),
  payment(2, { state: 'creating', intent: null, providerState: null, askedAt: null }),
  payment(3),
  payment(4, { refunds: [refund(1, '12.00'), refund(2, '8.00')], refunded: '20.00' }),
  payment(5, {
    disputes: [{ _id: 'du_1', amount: '945.00', state: 'needs_answer', reason: 'fraudulent', answerBy: ago(-6) }],
  }),
  payment(6, {
    state: 'canceled',
    providerState: 'requires_action',
    differences: ['state'],
    stuckEvents: 2,
  }),
  payment(7, { refunds: [refund(3, '945.00', 'failed')], differences: ['refund_failed'] }),
  payment(8, { providerState: 'unknown', differences: ['unknown_there'] }),
  payment(9, {
    state: 'refunded',
    refunds: [refund(5, '945.00')],
    refunded: '945.00',
    disputes: [{ _id: 'du_2', amount: '945.00', state: 'lost', reason: 'general', answerBy: null }],
  }),
];

const withPayments = (payments: Payment[]) => async (page: Page) => {
  await page.route('/api/payments?*', (route) =>
    route.fulfill({ json: payments, headers: { 'x-total-count': String(payments.length) } }),
  );
  await signInAsAdmin(page);
  return '/dashboard/payments';
};

/** Payments in all their states at once, and none. */
export const PAYMENTS_PAGE_STATES: readonly PageState[] = [
  { name: 'payments', path: withPayments(EVERY_KIND), heading: 'Payments', shows: 'Disputed: answer by' },
  { name: 'payments-none', path: withPayments([]), heading: 'Payments', shows: 'No payments yet' },
];
