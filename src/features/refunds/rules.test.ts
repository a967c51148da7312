import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundShipped, countLeftWithBuyer, splitPieces } from './rules.ts';

const count = fc.nat({ max: 40 });
const line = fc
  .record({ kept: count, returned: count, canceled: count, toShip: count })
  .map(({ kept, returned, canceled, toShip }) => ({
    quantity: kept + returned + canceled + toShip,
    shippedQuantity: kept + returned,
    refundedQuantity: returned + canceled,
    canceledQuantity: canceled,
  }));

test('exactly the numbers of shipped pieces within the bounds can be refunded, and the rest are canceled', () => {
  fc.assert(
    fc.property(line, count, count, (one, quantity, shipped) => {
      const { min, max } = boundShipped(one, quantity);
      expect(splitPieces(one, quantity, shipped)).toBe(shipped >= min && shipped <= max ? quantity - shipped : null);
      const left = one.quantity - one.refundedQuantity;
      expect(min <= max).toBe(quantity <= left);
    }),
  );
});

test('pieces that were not shipped are refunded first', () => {
  const one = { quantity: 10, shippedQuantity: 4, refundedQuantity: 3, canceledQuantity: 2 };
  expect(countLeftWithBuyer(one)).toBe(3);
  expect([2, 4, 6, 7, 8].map((quantity) => splitPieces(one, quantity))).toEqual([2, 4, 4, 4, null]);
});
