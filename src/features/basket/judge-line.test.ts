import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalToMinor, US_DOLLARS } from '#src/shared/money.ts';
import { judgeQuantity, type OrderTerms } from '#src/shared/quantity-solver.ts';
import { judgeLine } from './judge-line.ts';
import { MAX_BASKET_QUANTITY } from './rules.ts';

const TERMS: OrderTerms = {
  minOrderQuantity: 10,
  packMultiple: 5,
  maxOrderQuantity: 80,
  available: 60,
  unitPriceMinor: 200,
  volumePrices: [{ quantity: 40, unitPriceMinor: 150 }],
};

test.each<[string, Partial<OrderTerms>, number, string | null, number[]]>([
  ['a quantity that can be ordered', {}, 20, null, [40]],
  ['fewer than the minimum', {}, 3, 'below_minimum', [10]],
  ['part of a pack', {}, 12, 'part_of_pack', [10, 15]],
  ['more than the maximum', { available: 500 }, 100, 'above_maximum', [80]],
  ['more than the stock', {}, 75, 'above_stock', [60]],
  ['a stock below the minimum', { available: 9 }, 20, 'sold_out', []],
  ['an empty stock', { available: 0 }, 20, 'sold_out', []],
  [
    'more than the maximum of a card payment',
    { unitPriceMinor: US_DOLLARS.maxMinor, volumePrices: [] },
    20,
    'not_payable',
    [],
  ],
])('%s says so and what can be ordered', (_what, changed, quantity, problem, offers) => {
  const judgment = judgeLine({ ...TERMS, ...changed }, 'on_sale', quantity);
  expect(judgment.problem).toBe(problem);
  expect(judgment.offers.map((offer) => offer.quantity)).toEqual(offers);
  expect(judgment.detail === null).toBe(problem === null);
  expect(judgment.total).toBe(problem === null ? '40.00' : null);
});

test('a tool that is no longer sold has no total and no offers', () => {
  expect(judgeLine(TERMS, 'archived', 20)).toMatchObject({ problem: 'not_for_sale', total: null, offers: [] });
});

test('any quantity with any terms has either a total or a problem, and every offer can be ordered', () => {
  const terms = fc.record({
    minOrderQuantity: fc.integer({ min: 1, max: 60 }),
    packMultiple: fc.integer({ min: 1, max: 30 }),
    maxOrderQuantity: fc.option(fc.integer({ min: 60, max: 400 })),
    available: fc.integer({ min: 0, max: 500 }),
    unitPriceMinor: fc.integer({ min: 1, max: US_DOLLARS.maxMinor }),
    volumePrices: fc.constant([]),
  });
  fc.assert(
    fc.property(terms, fc.integer({ min: 1, max: MAX_BASKET_QUANTITY }), (of, quantity) => {
      const { total, problem, detail, offers } = judgeLine(of, 'on_sale', quantity);
      expect(problem === null).toBe(judgeQuantity(of, quantity).problem === null);
      expect([total === null, detail === null]).toEqual([problem !== null, problem === null]);
      if (total !== null) expect(decimalToMinor(total)).toBe(quantity * of.unitPriceMinor);
      for (const offer of offers) expect(judgeQuantity(of, offer.quantity).problem).toBeNull();
    }),
  );
});
