import { describe, expect, test } from 'vitest';
import { newRefundSchema } from '../contract.ts';
import { EMPTY_REFUND, previewRefund, readRefundForm, toRefundFields, toRefundFormErrors } from './read-refund-form.ts';

const A = 'a'.repeat(24);
const B = 'b'.repeat(24);
const line = (_id: string, unitPrice: number, refundedQuantity = 0) => ({
  _id,
  itemName: 'Rule',
  quantity: 10,
  unitPrice,
  payable: (unitPrice * 10).toFixed(2),
  shippedQuantity: 0,
  refundedQuantity,
  canceledQuantity: refundedQuantity,
  paid: true,
});
const LINES = [line(A, 18.9, 4), line(B, 0.07)];
const form = (fields: Partial<typeof EMPTY_REFUND>) => ({ ...EMPTY_REFUND, reason: 'Bent', ...fields });

describe('the result of the form', () => {
  test.each([
    ['everything that is left', {}, { pieces: 16, minor: 5_000 }],
    ['pieces at their price', { what: 'lines', quantities: { [A]: 3, [B]: 1 } }, { pieces: 4, minor: 5_677 }],
    ['pieces at another amount', { what: 'lines', quantities: { [A]: 3 }, amount: '5' }, { pieces: 3, minor: 500 }],
    ['an amount', { what: 'amount', amount: ' 12.5 ' }, { pieces: 0, minor: 1_250 }],
    ['an amount with a decimal comma', { what: 'amount', amount: '12,50' }, { pieces: 0, minor: 1_250 }],
    ['no amount yet', { what: 'amount' }, { pieces: 0, minor: null }],
    ['half a cent', { what: 'amount', amount: '0.005' }, { pieces: 0, minor: null }],
  ] as const)('is %s', (_what, fields, expected) => {
    expect(previewRefund(form(fields), LINES, { leftMinor: 5_000, leftShippingMinor: 0 }, [])).toEqual(expected);
  });
});

describe('the request of the form', () => {
  test.each([
    ['all', {}, { reason: 'Bent' }],
    ['everything, and nothing is restocked', { restock: 'none' }, { reason: 'Bent', restock: false }],
    [
      'pieces',
      { what: 'lines', quantities: { [A]: 0, [B]: 2 } },
      { lines: [{ order: B, quantity: 2 }], reason: 'Bent' },
    ],
    [
      'an amount without pieces',
      { what: 'amount', amount: '1', quantities: { [A]: 1 }, restock: 'all' },
      { amount: '1', reason: 'Bent' },
    ],
  ] as const)('is %s', (_what, fields, body) => {
    const read = readRefundForm(form(fields), LINES, 5_000);
    expect(read).toEqual({ body, errors: null });
    expect(newRefundSchema.safeParse(read.body).success).toBe(true);
  });

  test('is empty if a value is missing, and its field has an error', () => {
    expect(readRefundForm(form({ what: 'lines', reason: ' ' }), LINES, 5_000).errors).toEqual({
      [`quantity-${A}`]: expect.any(String),
      reason: expect.any(String),
    });
    expect(readRefundForm(form({ what: 'amount', amount: '0' }), LINES, 5_000).errors).toEqual({
      amount: expect.any(String),
    });
  });

  test('is empty if more than the rest is requested, and the error says how much is left', () => {
    const { errors } = readRefundForm(form({ what: 'amount', amount: '50.01' }), LINES, 5_000);
    expect(errors).toEqual({ amount: 'At most $50.00 is left.' });
    expect(readRefundForm(form({ what: 'amount', amount: '50' }), LINES, 5_000).errors).toBeNull();
  });

  test('is empty if more pieces than the rest are requested, or no whole number of them', () => {
    const read = (quantity: number | null) =>
      readRefundForm(form({ what: 'lines', quantities: { [A]: quantity, [B]: 1 } }), LINES, 50_000).errors;
    expect(read(6)).toBeNull();
    for (const quantity of [7, null])
      expect(read(quantity)).toEqual({ [`quantity-${A}`]: 'Please enter a whole number from 0 to 6.' });
  });

  test('has an amount with a decimal comma as a decimal', () => {
    expect(readRefundForm(form({ what: 'amount', amount: '12,50' }), LINES, 5_000).body).toMatchObject({
      amount: '12.50',
    });
  });

  test('maps the errors of the response to the fields of the lines', () => {
    const body = { lines: [{ order: B, quantity: 99 }], reason: 'Bent' };
    expect(toRefundFormErrors({ 'lines.0.quantity': 'At most 10.', amount: 'Too much.' }, body)).toEqual({
      [`quantity-${B}`]: 'At most 10.',
      amount: 'Too much.',
    });
  });
});

test('a failed refund is retried with its pieces, amount and reason', () => {
  const failed = {
    amount: '20.00',
    reason: 'Bent',
    cancels: false,
    shipping: '0.00',
    lines: [{ order: A, itemName: 'Rule', quantity: 2, shipped: 0, amount: '20.00', price: '37.80', restocked: 0 }],
  };
  expect(readRefundForm(toRefundFields(failed, 5_000), LINES, 5_000).body).toEqual({
    lines: [{ order: A, quantity: 2 }],
    amount: '20.00',
    reason: 'Bent',
  });
});

test('a failed full refund is retried as a full refund, no matter what its pieces cost', () => {
  const lines = [
    { order: A, itemName: 'Rule', quantity: 6, shipped: 0, amount: '113.40', price: '113.40', restocked: 0 },
  ];
  const failed = { amount: '159.00', reason: 'Bent', cancels: false, shipping: '0.00', lines };
  expect(readRefundForm(toRefundFields(failed, 15_900), LINES, 15_900).body).toEqual({ reason: 'Bent' });
  expect(readRefundForm(toRefundFields({ ...failed, cancels: true }, 20_000), LINES, 20_000).body).toEqual({
    reason: 'Bent',
  });
});

describe('for a partly shipped line', () => {
  const partly = { ...line(A, 18.9), shippedQuantity: 6 };
  const send = (fields: Partial<typeof EMPTY_REFUND>) =>
    readRefundForm(form({ what: 'lines', quantities: { [A]: 3 }, ...fields }), [partly], 18_900).body?.lines;

  test('the form must say how many of the pieces were shipped', () => {
    expect(send({})).toEqual([{ order: A, quantity: 3, shipped: 0 }]);
    expect(send({ shipped: { [A]: 3 } })).toEqual([{ order: A, quantity: 3, shipped: 3 }]);
    expect(send({ quantities: { [A]: 8 }, shipped: { [A]: 0 } })).toEqual([{ order: A, quantity: 8, shipped: 4 }]);
  });

  test('the form does not ask if only one split is possible', () => {
    expect(send({ quantities: { [A]: 10 } })).toEqual([{ order: A, quantity: 10 }]);
  });
});

test('all the remaining money is for all pieces, also as an amount', () => {
  expect(
    previewRefund(form({ what: 'amount', amount: '50.00' }), LINES, { leftMinor: 5_000, leftShippingMinor: 0 }, []),
  ).toEqual({ pieces: 16, minor: 5_000 });
});
