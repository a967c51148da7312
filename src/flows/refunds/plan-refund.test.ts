import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minorToDecimal } from '#src/shared/money.ts';
import { getPayable } from '#src/shared/totals/purchase-charges.ts';
import { type PaidLine, planRefund } from './plan-refund.ts';

const count = fc.integer({ min: 0, max: 120 });
// Ordered pieces are either shipped and kept, shipped and refunded, refunded before shipping, or still to be shipped.
const line = fc
  .record({
    unitPriceMinor: fc.integer({ min: 1, max: 100_000 }),
    taxed: fc.integer({ min: 0, max: 25 }),
    kept: count,
    returned: count,
    canceled: count,
    toShip: count,
  })
  .filter(({ kept, returned, canceled, toShip }) => kept + returned + canceled + toShip > 0)
  .map(({ unitPriceMinor, taxed, kept, returned, canceled, toShip }) => ({
    totalMinor: (kept + returned + canceled + toShip) * unitPriceMinor,
    chargesMinor: Math.round(((kept + returned + canceled + toShip) * unitPriceMinor * taxed) / 100),
    quantity: kept + returned + canceled + toShip,
    shippedQuantity: kept + returned,
    refundedQuantity: returned + canceled,
    canceledQuantity: canceled,
  }));
const lines = fc
  .array(line, { minLength: 1, maxLength: 8 })
  .map((rows): PaidLine[] => rows.map((row, at) => ({ id: `line${at}`, ...row, refunds: [] })));
const requestOf = (of: readonly PaidLine[]) =>
  fc.record(
    {
      lines: fc
        .array(fc.integer({ min: 0, max: 600 }), { minLength: of.length, maxLength: of.length })
        .map((quantities) =>
          of.flatMap(({ id }, at) => (quantities[at] ? [{ order: id, quantity: quantities[at] }] : [])),
        )
        // The contract rejects requests without lines.
        .filter((named) => named.length > 0),
      amount: fc.integer({ min: 0, max: 60_000_000 }).map(minorToDecimal),
      shipping: fc.boolean(),
      restock: fc.boolean(),
    },
    { requiredKeys: [] },
  );
const cases = lines.chain((of) =>
  fc.record({
    of: fc.constant(of),
    left: fc
      .record({
        leftMinor: fc.integer({ min: 0, max: of.reduce((sum, one) => sum + getPayable(one), 0) }),
        leftShippingMinor: fc.integer({ min: 0, max: 100_000 }),
      })
      .map(({ leftMinor, leftShippingMinor }) => ({
        leftMinor,
        leftShippingMinor: Math.min(leftMinor, leftShippingMinor),
      })),
    request: requestOf(of),
  }),
);

describe('for any request', () => {
  test('a plan stays within the rest of the payment and of each line', () => {
    fc.assert(
      fc.property(cases, ({ of, left, request }) => {
        const planned = planRefund(of, left, request);
        if (!planned.ok) return void expect(['invalid', 'refund_too_large']).toContain(planned.code);
        const { amountMinor, shippingMinor, lines: pieces, cancels } = planned.value;
        expect(amountMinor).toBeGreaterThan(0);
        expect(amountMinor).toBeLessThanOrEqual(left.leftMinor);
        expect(shippingMinor).toBeLessThanOrEqual(left.leftShippingMinor);
        const named = pieces.reduce((sum, piece) => sum + piece.amountMinor, shippingMinor);
        expect(named).toBeLessThanOrEqual(amountMinor);
        for (const { orderId, quantity, canceledQuantity, restockedQuantity } of pieces) {
          const of1 = of.find(({ id }) => id === orderId);
          if (!of1) throw new Error('a line of the purchase');
          expect(quantity).toBeGreaterThan(0);
          expect(canceledQuantity).toBeGreaterThanOrEqual(0);
          expect(canceledQuantity).toBeLessThanOrEqual(of1.quantity - of1.shippedQuantity - of1.canceledQuantity);
          const returned = of1.refundedQuantity - of1.canceledQuantity + quantity - canceledQuantity;
          expect(returned).toBeLessThanOrEqual(of1.shippedQuantity);
          expect(restockedQuantity).toBeGreaterThanOrEqual(0);
          expect(restockedQuantity).toBeLessThanOrEqual(quantity);
        }
        if (cancels) expect(of.every(({ shippedQuantity }) => shippedQuantity === 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('a full refund covers the whole remaining amount and all remaining pieces', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 1_000_000 }), (of, left) => {
        const planned = planRefund(of, { leftMinor: left, leftShippingMinor: 0 }, {});
        if (!planned.ok) throw new Error(planned.code);
        expect(planned.value.amountMinor).toBe(left);
        const pieces = planned.value.lines.reduce((sum, { quantity }) => sum + quantity, 0);
        expect(pieces).toBe(of.reduce((sum, { quantity, refundedQuantity }) => sum + quantity - refundedQuantity, 0));
      }),
    );
  });

  test('once no money is left, no piece is left either', () => {
    fc.assert(
      fc.property(cases, ({ of, left, request }) => {
        const planned = planRefund(of, left, request);
        if (!planned.ok || planned.value.amountMinor < left.leftMinor) return;
        const pieces = planned.value.lines.reduce((sum, { quantity }) => sum + quantity, 0);
        expect(pieces).toBe(of.reduce((sum, { quantity, refundedQuantity }) => sum + quantity - refundedQuantity, 0));
      }),
      { numRuns: 500 },
    );
  });
});

describe('of ten pieces, six of which were shipped', () => {
  const hammer = {
    id: 'a',
    quantity: 10,
    totalMinor: 1_000,
    chargesMinor: 0,
    shippedQuantity: 6,
    refundedQuantity: 0,
    canceledQuantity: 0,
    refunds: [],
  };
  const plan = (quantity: number, shipped?: number) =>
    planRefund(
      [hammer],
      { leftMinor: 1_000, leftShippingMinor: 0 },
      { lines: [{ order: 'a', quantity, ...(shipped === undefined ? {} : { shipped }) }] },
    );

  test.each([
    [3, undefined, 3],
    [5, undefined, 4],
    [3, 3, 0],
    [3, 1, 2],
    [10, 6, 4],
  ])('a refund of %i, of which %s were shipped, withholds %i', (quantity, shipped, canceledQuantity) => {
    const planned = plan(quantity, shipped);
    expect(planned.ok && planned.value.lines).toMatchObject([{ quantity, canceledQuantity }]);
  });

  test.each([
    [3, 4],
    [7, 7],
    [6, 1],
  ])('a refund of %i, of which %i were shipped, is rejected', (quantity, shipped) => {
    expect(plan(quantity, shipped)).toMatchObject({ ok: false, fields: { 'lines.0.shipped': expect.any(String) } });
  });
});
