import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToBasket,
  areSameLines,
  type Line,
  MAX_BASKET_LINES,
  MAX_BASKET_QUANTITY,
  mergeBaskets,
  rebaseBasket,
  takeOrdered,
} from './rules.ts';

const quantity = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: MAX_BASKET_QUANTITY }));
const basketOf = (ids: number): fc.Arbitrary<Line[]> =>
  fc.uniqueArray(fc.record({ toolId: fc.integer({ min: 1, max: ids }).map(String), quantity }), {
    selector: ({ toolId }) => toolId,
    maxLength: MAX_BASKET_LINES,
  });
/** Baskets with common tools, which together are sometimes too large. */
const basket = fc.oneof(basketOf(12), basketOf(180));

const toQuantities = (...lines: readonly (readonly Line[])[]) => {
  const quantities = new Map<string, number>();
  for (const line of lines.flat())
    quantities.set(line.toolId, Math.max(line.quantity, quantities.get(line.toolId) ?? 0));
  return quantities;
};
const isBasket = (lines: readonly Line[]) =>
  lines.length <= MAX_BASKET_LINES &&
  new Set(lines.map(({ toolId }) => toolId)).size === lines.length &&
  lines.every((line) => line.quantity >= 1 && line.quantity <= MAX_BASKET_QUANTITY);

describe('two merged baskets', () => {
  test('lose nothing: the larger quantity of each tool is in the basket, or reported as left over', () => {
    fc.assert(
      fc.property(basket, basket, (local, stored) => {
        const { lines, left } = mergeBaskets(local, stored);
        expect(isBasket(lines)).toBe(true);
        expect(toQuantities(lines, left)).toEqual(toQuantities(local, stored));
        expect(lines.length + left.length).toBe(toQuantities(local, stored).size);
        if (left.length > 0) expect(lines).toHaveLength(MAX_BASKET_LINES);
      }),
    );
  });

  test('have the same content in either order of merging', () => {
    fc.assert(
      fc.property(basketOf(50), basketOf(50), (one, other) => {
        expect(toQuantities(mergeBaskets(one, other).lines)).toEqual(toQuantities(mergeBaskets(other, one).lines));
      }),
    );
  });

  test('do not change when they are merged again', () => {
    fc.assert(
      fc.property(basket, basket, (local, stored) => {
        const { lines } = mergeBaskets(local, stored);
        expect(mergeBaskets(local, lines).lines).toEqual(lines);
      }),
    );
  });

  test('keep the order of the stored lines, then of the others', () => {
    const line = (toolId: string, pieces: number) => ({ toolId, quantity: pieces });
    expect(mergeBaskets([line('c', 1), line('b', 9), line('d', 1)], [line('b', 2), line('a', 1)]).lines).toEqual([
      line('b', 9),
      line('a', 1),
      line('c', 1),
      line('d', 1),
    ]);
  });
});

describe('changes after another device was faster', () => {
  test('apply if the other device changed nothing', () => {
    fc.assert(
      fc.property(basket, basket, (base, mine) => {
        expect(toQuantities(rebaseBasket(base, mine, base).lines)).toEqual(toQuantities(mine));
      }),
    );
  });

  test('keep the other device’s lines if nothing was changed here', () => {
    fc.assert(
      fc.property(basket, basket, (base, theirs) => {
        expect(rebaseBasket(base, base, theirs)).toEqual({ lines: theirs, left: [] });
      }),
    );
  });

  test('lose nothing that either device added or increased', () => {
    fc.assert(
      fc.property(basketOf(12), basketOf(12), basketOf(12), (base, mine, theirs) => {
        const before = toQuantities(base);
        const { lines } = rebaseBasket(base, mine, theirs);
        expect(isBasket(lines)).toBe(true);
        const after = toQuantities(lines);
        for (const line of [...mine, ...theirs]) {
          if (line.quantity > (before.get(line.toolId) ?? 0))
            expect(after.get(line.toolId) ?? 0).toBeGreaterThanOrEqual(line.quantity);
        }
      }),
    );
  });

  test('do not bring back what one device removed and the other left as it was', () => {
    const line = (toolId: string) => ({ toolId, quantity: 5 });
    const base = [line('a'), line('b'), line('c')];
    expect(rebaseBasket(base, [line('b'), line('c')], [line('a'), line('b')]).lines).toEqual([line('b')]);
  });
});

describe('added pieces', () => {
  test('never exceed the maximum of a line', () => {
    fc.assert(
      fc.property(basket, basket, (lines, added) => {
        const result = addToBasket(lines, added);
        expect(isBasket(result.lines)).toBe(true);
        const [before, more] = [toQuantities(lines), toQuantities(added)];
        for (const { toolId, quantity: pieces } of result.lines)
          expect(pieces).toBe(Math.min(MAX_BASKET_QUANTITY, (before.get(toolId) ?? 0) + (more.get(toolId) ?? 0)));
      }),
    );
  });
});

describe('after an order, the ordered quantity', () => {
  test('is removed, and what was added in the meantime stays', () => {
    fc.assert(
      fc.property(basket, basketOf(12), (ordered, more) => {
        const { lines } = addToBasket(ordered, more);
        const held = new Set(lines.map(({ toolId }) => toolId));
        const rest = takeOrdered(lines, ordered);
        const orderedIds = new Set(ordered.map(({ toolId }) => toolId));
        const expected = more.flatMap((line) => {
          if (!held.has(line.toolId)) return [];
          if (!orderedIds.has(line.toolId)) return [line];
          const before = ordered.find(({ toolId }) => toolId === line.toolId)?.quantity ?? 0;
          const kept = Math.min(MAX_BASKET_QUANTITY, before + line.quantity) - before;
          return kept > 0 ? [{ ...line, quantity: kept }] : [];
        });
        expect(toQuantities(rest)).toEqual(toQuantities(expected));
      }),
    );
  });
});

test('two baskets are equal only with the same lines in the same order', () => {
  const [a, b] = [
    { toolId: 'a', quantity: 1 },
    { toolId: 'b', quantity: 2 },
  ];
  expect(areSameLines([a, b], [{ ...a }, { ...b }])).toBe(true);
  for (const other of [[b, a], [a], [a, { ...b, quantity: 3 }], []]) expect(areSameLines([a, b], other)).toBe(false);
});
