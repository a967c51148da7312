import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTerms } from '../tool/rules.ts';
import {
  type BulkTool,
  changePrice,
  computeChange,
  computeUndo,
  findRounding,
  listBulkKinds,
  type ResolvedChange,
} from './rules.ts';

const TOOL: BulkTool = {
  id: 'claw-hammer',
  unitPriceMinor: 1890,
  volumePrices: [{ quantity: 50, unitPriceMinor: 1720 }],
  available: 40,
  held: 10,
  state: 'on_sale',
  image: '/images/drawings/claw-hammer.svg',
  moreImages: [],
  categoryId: 'hammers',
  category: 'Hammers',
};

describe('a price changed by percent', () => {
  test.each([
    [1890, 3, 1947],
    [50, 1, 51],
    [49, 1, 49],
    [150, 1, 152],
    [1890, -2.5, 1843],
    [20, -2.5, 20],
    [1, 400, 5],
    [1890, -90, 189],
    [99_999_999, 0.01, 100_009_999],
  ])('%i cents changed by %d %% is %i cents', (minor, percent, expected) => {
    expect(changePrice(minor, percent)).toBe(expected);
  });

  test('is the exact product, rounded half up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: -9_000, max: 40_000 }),
        (minor, hundredths) => {
          const exact = BigInt(minor) * BigInt(10_000 + hundredths);
          expect(BigInt(changePrice(minor, hundredths / 100))).toBe((exact + 5_000n) / 10_000n);
        },
      ),
    );
  });

  test.each([
    ['a small price that whole cents raise by almost twice as much', 3, 0.17, 0.18, 5.88],
    ['a small price that cannot move', 3, 0.14, 0.14, 0],
    ['a price of some dollars', 3, 18.9, 19.47, null],
    ['a small price that is lowered', -2.5, 0.3, 0.29, -3.33],
  ])('says by how much it really changes: %s', (_, percent, before, after, real) => {
    const found = findRounding(percent, before, after);
    if (real === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(real, 2);
  });

  test('is always a valid price, or is rejected', () => {
    const prices = fc.uniqueArray(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 13 });
    fc.assert(
      fc.property(prices, fc.integer({ min: -9_000, max: 40_000 }), (unordered, hundredths) => {
        const [unitPriceMinor = 1, ...others] = unordered.toSorted((one, other) => other - one);
        const volumePrices = others.map((price, at) => ({ quantity: 20 * (at + 1), unitPriceMinor: price }));
        const outcome = computeChange(
          { ...TOOL, unitPriceMinor, volumePrices },
          { kind: 'price', percent: hundredths / 100 },
        );
        if (outcome.result !== 'changed') return;
        const bounds = { minOrderQuantity: 10, packMultiple: 1, maxOrderQuantity: null };
        expect(checkTerms({ ...bounds, ...(outcome.after as typeof TOOL) })).toBeNull();
      }),
    );
  });

  test.each<[string, Partial<BulkTool>, number, string]>([
    [
      'two volume prices that become one',
      { unitPriceMinor: 11, volumePrices: [{ quantity: 50, unitPriceMinor: 10 }] },
      -90,
      'From 50 pieces it would cost $0.01, which is not less than $0.01 before it.',
    ],
    ['a price of zero', { unitPriceMinor: 4, volumePrices: [] }, -90, 'It would cost nothing.'],
    [
      'a volume price of zero',
      { volumePrices: [{ quantity: 1_000, unitPriceMinor: 4 }] },
      -90,
      'From 1,000 pieces it would cost nothing.',
    ],
    [
      'more than the maximum of a payment',
      { unitPriceMinor: 99_999_999 },
      1,
      'It would cost $1,009,999.99. The maximum is $999,999.99.',
    ],
  ])('is rejected for %s', (_, parts, percent, reason) => {
    expect(computeChange({ ...TOOL, ...parts }, { kind: 'price', percent })).toMatchObject({
      result: 'refused',
      reason,
    });
  });

  test('does not change if it rounds to the same prices', () => {
    const cheap = { ...TOOL, unitPriceMinor: 10, volumePrices: [] };
    expect(computeChange(cheap, { kind: 'price', percent: 1 }).result).toBe('unchanged');
  });
});

test.each<[string, Partial<BulkTool>, ResolvedChange, object]>([
  [
    'adds pieces',
    {},
    { kind: 'stock', delta: 5, reason: 'received', note: '' },
    { result: 'changed', after: { available: 45 } },
  ],
  [
    'can take all available pieces',
    {},
    { kind: 'stock', delta: -40, reason: 'damaged', note: '' },
    { result: 'changed', after: { available: 0 } },
  ],
  [
    'never takes held pieces',
    {},
    { kind: 'stock', delta: -41, reason: 'damaged', note: '' },
    { result: 'refused', reason: 'Only 40 pieces are available; 10 more are held for orders.' },
  ],
  [
    'never exceeds the maximum stock',
    { available: 999_999_990 },
    { kind: 'stock', delta: 1, reason: 'received', note: '' },
    { result: 'refused' },
  ],
  [
    'puts a draft on sale',
    { state: 'draft' },
    { kind: 'state', action: 'publish' },
    { result: 'changed', after: { state: 'on_sale' } },
  ],
  ['does not publish a tool twice', {}, { kind: 'state', action: 'publish' }, { result: 'unchanged' }],
  [
    'does not publish an archived tool',
    { state: 'archived' },
    { kind: 'state', action: 'publish' },
    { result: 'refused' },
  ],
  ['archives', {}, { kind: 'state', action: 'archive' }, { result: 'changed', after: { state: 'archived' } }],
  ['never archives a draft', { state: 'draft' }, { kind: 'state', action: 'archive' }, { result: 'refused' }],
  [
    'restores an archived tool',
    { state: 'archived' },
    { kind: 'state', action: 'restore' },
    { result: 'changed', after: { state: 'on_sale' } },
  ],
  ['does not restore a draft', { state: 'draft' }, { kind: 'state', action: 'restore' }, { result: 'unchanged' }],
  [
    'sets a category',
    {},
    { kind: 'category', category: 'Mallets', categoryId: 'mallets' },
    { result: 'changed', after: { category: 'Mallets', categoryId: 'mallets' } },
  ],
  [
    'sets a category that does not exist yet',
    {},
    { kind: 'category', category: 'Hammers', categoryId: undefined },
    { result: 'changed' },
  ],
  [
    'removes a category',
    {},
    { kind: 'category', category: '', categoryId: null },
    { result: 'changed', after: { category: '', categoryId: null } },
  ],
  [
    'keeps a category that is already set',
    {},
    { kind: 'category', category: 'Renamed', categoryId: 'hammers' },
    { result: 'unchanged' },
  ],
])('a bulk change %s', (_, parts, change, outcome) => {
  expect(computeChange({ ...TOOL, ...parts }, change)).toMatchObject(outcome);
});

test.each([
  [
    ['range.keep', 'range.prices', 'stock.adjust'],
    ['price', 'stock', 'state', 'category'],
  ],
  [
    ['range.keep', 'stock.adjust'],
    ['stock', 'state', 'category'],
  ],
  [['range.keep'], ['state', 'category']],
  [[], []],
])('with the permissions %j, the kinds %j can be chosen', (permissions, kinds) => {
  expect(listBulkKinds((permission) => permissions.some((one) => one === permission))).toEqual(kinds);
});

describe('undoing', () => {
  const raised = computeChange(TOOL, { kind: 'price', percent: 3 });
  if (raised.result !== 'changed') throw new Error('a price was raised');

  test('any change restores a tool’s former values', () => {
    const changes: ResolvedChange[] = [
      { kind: 'price', percent: -7.25 },
      { kind: 'stock', delta: -13, reason: 'damaged', note: '' },
      { kind: 'state', action: 'archive' },
      { kind: 'category', category: '', categoryId: null },
    ];
    for (const change of changes) {
      const made = computeChange(TOOL, change);
      if (made.result !== 'changed') throw new Error('each of them changes something');
      const undone = computeUndo({ ...TOOL, ...made.after }, change.kind, made, false);
      expect(undone).toEqual({ result: 'changed', before: made.after, after: made.before });
    }
  });

  test('is rejected if a volume price has changed since then, regardless of the order of its keys', () => {
    const reordered = { ...raised.after, volumePrices: [{ unitPriceMinor: 1772, quantity: 50 }] };
    expect(computeUndo({ ...TOOL, ...reordered }, 'price', raised, false).result).toBe('changed');
    const other = { ...raised.after, volumePrices: [{ unitPriceMinor: 1771, quantity: 50 }] };
    expect(computeUndo({ ...TOOL, ...other }, 'price', raised, false).result).toBe('refused');
  });

  test('skips values that are already as before', () => {
    expect(computeUndo(TOOL, 'price', raised, false).result).toBe('unchanged');
  });

  test('takes back the added pieces, no matter what was ordered in the meantime', () => {
    const received = { before: { available: 40 }, after: { available: 60 } };
    expect(computeUndo({ ...TOOL, available: 55 }, 'stock', received, false)).toMatchObject({
      after: { available: 35 },
    });
    expect(computeUndo({ ...TOOL, available: 1 }, 'stock', received, false)).toMatchObject({
      reason: 'Only 1 piece is available; 10 more are held for orders.',
    });
  });
});
