import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsToDecimal } from '#src/shared/money.ts';
import { planRefund, type RefundableLine } from './plan-refund.ts';

const line = fc
  .record({ quantity: fc.integer({ min: 1, max: 500 }), unitPriceCents: fc.integer({ min: 1, max: 100_000 }) })
  .chain(({ quantity, unitPriceCents }) =>
    fc.record({
      quantity: fc.constant(quantity),
      unitPriceCents: fc.constant(unitPriceCents),
      shippedQuantity: fc.integer({ min: 0, max: quantity }),
      refundedQuantity: fc.integer({ min: 0, max: quantity }),
    }),
  );
const lines = fc
  .array(line, { minLength: 1, maxLength: 8 })
  .map((rows): RefundableLine[] => rows.map((row, at) => ({ id: `line${at}`, ...row })));
const requestOf = (of: readonly RefundableLine[]) =>
  fc.record(
    {
      lines: fc
        .array(fc.integer({ min: 0, max: 600 }), { minLength: of.length, maxLength: of.length })
        .map((quantities) =>
          of.flatMap(({ id }, at) => (quantities[at] ? [{ order: id, quantity: quantities[at] }] : [])),
        )
        // The contract refuses lines without any.
        .filter((named) => named.length > 0),
      amount: fc.integer({ min: 0, max: 60_000_000 }).map(centsToDecimal),
      restock: fc.boolean(),
    },
    { requiredKeys: [] },
  );
const cases = lines.chain((of) =>
  fc.record({
    of: fc.constant(of),
    left: fc.integer({
      min: 0,
      max: of.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0),
    }),
    request: requestOf(of),
  }),
);

describe('whatever is asked for', () => {
  test('a plan stays within what is left of the payment and of each line', () => {
    fc.assert(
      fc.property(cases, ({ of, left, request }) => {
        const planned = planRefund(of, left, request);
        if (!planned.ok) return void expect(['invalid', 'refund_too_large']).toContain(planned.code);
        const { amountCents, lines: pieces, cancels } = planned.value;
        expect(amountCents).toBeGreaterThan(0);
        expect(amountCents).toBeLessThanOrEqual(left);
        expect(pieces.reduce((sum, piece) => sum + piece.amountCents, 0)).toBeLessThanOrEqual(amountCents);
        for (const { orderId, quantity, restockedQuantity } of pieces) {
          const of1 = of.find(({ id }) => id === orderId);
          expect(quantity).toBeGreaterThan(0);
          expect(quantity).toBeLessThanOrEqual((of1?.quantity ?? 0) - (of1?.refundedQuantity ?? 0));
          expect(restockedQuantity).toBeGreaterThanOrEqual(0);
          expect(restockedQuantity).toBeLessThanOrEqual(quantity);
        }
        if (cancels) expect(of.every(({ shippedQuantity }) => shippedQuantity === 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('everything that is left is refunded whole, with every piece that is left', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 1_000_000 }), (of, left) => {
        const planned = planRefund(of, left, {});
        if (!planned.ok) throw new Error(planned.code);
        expect(planned.value.amountCents).toBe(left);
        const pieces = planned.value.lines.reduce((sum, { quantity }) => sum + quantity, 0);
        expect(pieces).toBe(of.reduce((sum, { quantity, refundedQuantity }) => sum + quantity - refundedQuantity, 0));
      }),
    );
  });
});
