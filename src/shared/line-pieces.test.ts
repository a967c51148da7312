import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLeftToShip } from './line-pieces.ts';

const pieces = fc.nat({ max: 1_000 }).chain((quantity) =>
  fc.record({
    quantity: fc.constant(quantity + 1),
    shippedQuantity: fc.nat({ max: quantity + 1 }),
    canceledQuantity: fc.nat({ max: quantity + 1 }),
  }),
);

test('the remaining quantity is never negative, and shipping it leaves nothing', () => {
  fc.assert(
    fc.property(pieces, (line) => {
      const left = countLeftToShip(line);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(line.shippedQuantity + left).toBeLessThanOrEqual(line.quantity);
      expect(countLeftToShip({ ...line, shippedQuantity: line.shippedQuantity + left })).toBe(0);
    }),
  );
});

test('a fully refunded line has nothing to ship', () => {
  expect(countLeftToShip({ quantity: 3, shippedQuantity: 0, canceledQuantity: 3 })).toBe(0);
});
