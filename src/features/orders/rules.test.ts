import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuantityInRange, nextState, ORDER_STATES, type OrderEvent, type OrderState } from './rules.ts';

const EVENTS: OrderEvent[] = ['pay', 'ship', 'unship', 'delete', 'expire'];

describe('the states of an order', () => {
  const allowed = new Map<string, OrderState>([
    ['placed pay', 'paid'],
    ['placed delete', 'deleted'],
    ['placed expire', 'expired'],
    ['paid ship', 'shipped'],
    ['shipped unship', 'paid'],
  ]);

  test.each(ORDER_STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    '%s, then %s',
    (state, event) => {
      expect(nextState(state, event)).toBe(allowed.get(`${state} ${event}`) ?? null);
    },
  );

  test('a paid order never becomes unpaid, and an ended order never comes back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 20 }), (events) => {
        const path: OrderState[] = ['placed'];
        for (const event of events) path.push(nextState(path.at(-1) ?? 'placed', event) ?? path.at(-1) ?? 'placed');
        const paidAt = path.indexOf('paid');
        if (paidAt >= 0)
          expect(path.slice(paidAt).every((state) => state === 'paid' || state === 'shipped')).toBe(true);
        const endedAt = path.findIndex((state) => state === 'deleted' || state === 'expired');
        if (endedAt >= 0) expect(new Set(path.slice(endedAt)).size).toBe(1);
        if (path.includes('shipped')) expect(path).toContain('paid');
      }),
    );
  });
});

describe('the quantity', () => {
  const bounds = { min: 10, max: 25 };

  test.each([
    [9, false],
    [10, true],
    [24, true],
    [25, true],
    [26, false],
  ])('%d is within 10 to 25: %s', (quantity, inRange) => {
    expect(isQuantityInRange(quantity, bounds)).toBe(inRange);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -10, 0, 10.5, 2 ** 53])('%d is never in range', (quantity) => {
    expect(isQuantityInRange(quantity, { min: 1, max: Number.MAX_VALUE })).toBe(false);
  });

  test('nothing is in range if the stock is below the minimum', () => {
    fc.assert(fc.property(fc.integer(), (quantity) => !isQuantityInRange(quantity, { min: 10, max: 9 })));
  });
});
