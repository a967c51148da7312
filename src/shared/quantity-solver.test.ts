import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { US_DOLLARS } from './money.ts';
import { describeQuantity } from './quantity-copy.ts';
import {
  getOrderableBounds,
  getUnitPriceMinor,
  judgeQuantity,
  listOffers,
  type OrderTerms,
  stepQuantity,
  sumTotals,
} from './quantity-solver.ts';

const TERMS: OrderTerms = {
  minOrderQuantity: 24,
  packMultiple: 24,
  maxOrderQuantity: 480,
  available: 400,
  unitPriceMinor: 1890,
  volumePrices: [
    { quantity: 72, unitPriceMinor: 1720 },
    { quantity: 240, unitPriceMinor: 1650 },
  ],
};

const terms: fc.Arbitrary<OrderTerms> = fc
  .record({
    minOrderQuantity: fc.integer({ min: 1, max: 60 }),
    packMultiple: fc.integer({ min: 1, max: 30 }),
    maxOrderQuantity: fc.option(fc.integer({ min: 1, max: 400 })),
    available: fc.integer({ min: 0, max: 500 }),
    unitPriceMinor: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: US_DOLLARS.maxMinor })),
    breaks: fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.double({ min: 0.3, max: 0.99, noNaN: true })), {
      maxLength: 4,
    }),
  })
  .map(({ breaks, ...bounds }) => {
    let previous = { quantity: bounds.minOrderQuantity, unitPriceMinor: bounds.unitPriceMinor };
    const volumePrices = breaks.flatMap(([more, share]) => {
      const next = { quantity: previous.quantity + more, unitPriceMinor: Math.floor(previous.unitPriceMinor * share) };
      if (next.unitPriceMinor < 1) return [];
      previous = next;
      return [next];
    });
    return { ...bounds, volumePrices };
  });

/** The definition, checked one quantity at a time. The solver computes its results directly. */
function isAllowed(of: OrderTerms, quantity: number): boolean {
  const total = quantity * getUnitPriceMinor(of, quantity);
  return (
    quantity >= of.minOrderQuantity &&
    quantity <= Math.min(of.available, of.maxOrderQuantity ?? of.available) &&
    quantity % of.packMultiple === 0 &&
    total >= US_DOLLARS.minMinor &&
    total <= US_DOLLARS.maxMinor
  );
}

const allowed = (of: OrderTerms) => Array.from({ length: 501 }, (_, at) => at).filter((at) => isAllowed(of, at));
const forAll = (check: (of: OrderTerms, quantity: number) => void) =>
  fc.assert(fc.property(terms, fc.integer({ min: 0, max: 520 }), check), { numRuns: 400 });

describe('the quantity solver', () => {
  test('finds exactly the orderable quantities, and its limits are the smallest and the largest of them', () => {
    forAll((of, quantity) => {
      expect(judgeQuantity(of, quantity)).toMatchObject({
        totalMinor: quantity * getUnitPriceMinor(of, quantity),
        problem: isAllowed(of, quantity) ? null : expect.any(String),
      });
      const all = allowed(of);
      expect(getOrderableBounds(of)).toEqual(all.length > 0 ? { min: all[0], max: all.at(-1) } : null);
    });
  });

  test('offers only orderable quantities, with their price and total', () => {
    forAll((of, quantity) => {
      for (const offer of listOffers(of, quantity)) {
        expect(isAllowed(of, offer.quantity)).toBe(true);
        expect(offer.unitPriceMinor).toBe(getUnitPriceMinor(of, offer.quantity));
        expect(offer.totalMinor).toBe(offer.quantity * offer.unitPriceMinor);
      }
    });
  });

  test('offers the nearest quantities below and above an invalid one, the larger never more expensive per piece', () => {
    forAll((of, quantity) => {
      fc.pre(!isAllowed(of, quantity));
      const all = allowed(of);
      const offers = listOffers(of, quantity);
      const find = (reason: string) => offers.find((offer) => offer.reason === reason);
      expect(find('nearest_below')?.quantity).toBe(all.findLast((at) => at < quantity));
      expect(find('nearest_above')?.quantity).toBe(all.find((at) => at > quantity));
      for (const offer of offers) expect(offer.unitPriceMinor).toBeLessThanOrEqual(of.unitPriceMinor);
      if (offers.length === 2)
        expect(find('nearest_above')?.unitPriceMinor).toBeLessThanOrEqual(find('nearest_below')?.unitPriceMinor ?? 0);
    });
  });

  test('in addition to an orderable quantity offers only the next one that is cheaper per piece', () => {
    forAll((of, quantity) => {
      fc.pre(isAllowed(of, quantity));
      const cheaper = allowed(of).find(
        (at) => at > quantity && getUnitPriceMinor(of, at) < getUnitPriceMinor(of, quantity),
      );
      expect(listOffers(of, quantity).map((offer) => offer.quantity)).toEqual(cheaper === undefined ? [] : [cheaper]);
    });
  });

  test('steps to the next orderable quantity from any input', () => {
    forAll((of, quantity) => {
      const all = allowed(of);
      expect(stepQuantity(of, quantity, 1)).toBe(all.find((at) => at > quantity) ?? null);
      expect(stepQuantity(of, quantity, -1)).toBe(all.findLast((at) => at < quantity) ?? null);
      expect(stepQuantity(of, null, 1)).toBe(all[0] ?? null);
    });
  });
});

describe('the sentence about a quantity', () => {
  test.each([
    [50, 'It is sold in packs of 24. Order 48 or 72; 72 lowers the unit price to $17.20.'],
    [100, 'It is sold in packs of 24. Order 96 or 120.'],
    [48, '48 at $18.90 each cost $907.20. 72 lowers the unit price to $17.20.'],
    [384, '384 at $16.50 each cost $6,336.00.'],
    [5, 'The minimum order is 24. Order 24.'],
    [390, 'It is sold in packs of 24. Order 384.'],
    [450, 'Only 400 are left. Order 384.'],
    [500, 'The maximum order is 480. Order 384.'],
  ])('for %i says %j', (quantity, sentence) => {
    expect(describeQuantity(TERMS, quantity)).toBe(sentence);
  });

  test.each([
    [{ available: 20 }, 'Only 20 are left, and the minimum order is 24.'],
    [{ available: 0 }, 'It is out of stock.'],
    [{ minOrderQuantity: 30, available: 40 }, 'Only 40 are left, and the minimum order is 48.'],
    [{ unitPriceMinor: US_DOLLARS.maxMinor, volumePrices: [] }, 'No quantity of it can be paid for by card.'],
  ])('for %j says why none can be ordered', (changed, sentence) => {
    expect(describeQuantity({ ...TERMS, ...changed }, 50)).toBe(sentence);
  });
});

test.each([23, 401, 0, -24, 24.5, Number.NaN])('%s pieces cannot be ordered', (quantity) => {
  expect(judgeQuantity(TERMS, quantity).problem).not.toBeNull();
});

test('the total of lines leaves out those that cannot be ordered, and stays a safe integer', () => {
  expect([sumTotals([]), sumTotals([1890, null, 10])]).toEqual([0, 1900]);
  expect(sumTotals([Number.MAX_SAFE_INTEGER, 1, 1])).toBe(Number.MAX_SAFE_INTEGER);
});

test('a total is quantity × unit price, exact to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 99_999_999 }), (quantity, minor) => {
      const { totalMinor } = judgeQuantity({ ...TERMS, unitPriceMinor: minor, volumePrices: [] }, quantity);
      expect(BigInt(totalMinor)).toBe(BigInt(quantity) * BigInt(minor));
    }),
  );
});
