import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLeftToShip } from '#src/shared/line-pieces.ts';
import { boundShipped, countShippedUnrefunded, countUnshipped } from './rules.ts';

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
      expect(countUnshipped(one, quantity, shipped)).toBe(shipped >= min && shipped <= max ? quantity - shipped : null);
      expect(min <= max).toBe(quantity <= one.quantity - one.refundedQuantity);
    }),
  );
});

test('pieces that were not shipped are refunded first', () => {
  const one = { quantity: 10, shippedQuantity: 4, refundedQuantity: 3, canceledQuantity: 2 };
  expect(countShippedUnrefunded(one)).toBe(3);
  expect([2, 4, 6, 7, 8].map((quantity) => countUnshipped(one, quantity))).toEqual([2, 4, 4, 4, null]);
});

test('the example of `RefundableLine` is true', () => {
  const one = { quantity: 10, shippedQuantity: 6, refundedQuantity: 2, canceledQuantity: 0 };
  expect([countLeftToShip(one), countShippedUnrefunded(one)]).toEqual([4, 4]);
  expect(boundShipped(one, 5)).toEqual({ min: 1, max: 4 });
  expect(countUnshipped(one, 5)).toBe(4);
});
