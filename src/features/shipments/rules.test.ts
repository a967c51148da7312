import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLeftToShip, isCompletelyShipped } from './rules.ts';

const pieces = fc.nat({ max: 1_000 }).chain((quantity) =>
  fc.record({
    quantity: fc.constant(quantity + 1),
    shippedQuantity: fc.nat({ max: quantity + 1 }),
    canceledQuantity: fc.nat({ max: quantity + 1 }),
  }),
);

test('the remaining quantity is never negative, and shipping it completes the line', () => {
  fc.assert(
    fc.property(pieces, (line) => {
      const left = countLeftToShip(line);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(line.shippedQuantity + left).toBeLessThanOrEqual(line.quantity);
      const shipped = { ...line, shippedQuantity: line.shippedQuantity + left };
      expect(isCompletelyShipped(shipped)).toBe(shipped.shippedQuantity > 0);
    }),
  );
});

test('a fully refunded line has nothing to ship, and does not count as shipped', () => {
  const refunded = { quantity: 3, shippedQuantity: 0, canceledQuantity: 3 };
  expect([countLeftToShip(refunded), isCompletelyShipped(refunded)]).toEqual([0, false]);
});
