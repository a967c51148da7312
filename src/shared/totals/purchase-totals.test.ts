import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateTotals, type TaxRate, type TaxTerms, type ToTotal } from './purchase-totals.ts';

const VAT: TaxRate = { name: 'VAT', rate: 190_000 };
const REDUCED: TaxRate = { name: 'VAT', rate: 70_000 };
const GST: TaxRate = { name: 'GST', rate: 50_000 };
const QST: TaxRate = { name: 'QST', rate: 99_750 };

const terms = (changes: Partial<TaxTerms> = {}): TaxTerms => ({
  pricesInclude: 'net',
  rounding: 'document',
  classes: { standard: [VAT], reduced: [REDUCED] },
  shipping: 'goods',
  relief: null,
  ...changes,
});
const line = (totalMinor: number, taxClass = 'standard') => ({ totalMinor, taxClass });
const of = (changes: Partial<ToTotal>): ToTotal => ({
  lines: [line(10_000)],
  discountMinor: 0,
  shippingMinor: 0,
  tax: terms(),
  ...changes,
});

describe('worked examples', () => {
  test('without tax and shipping, the total is that of the lines', () => {
    expect(calculateTotals(of({ lines: [line(18_900), line(28_350)], tax: null }))).toMatchObject({
      goodsMinor: 47_250,
      taxMinor: 0,
      totalMinor: 47_250,
      taxes: [],
    });
  });

  test('19 % on a net price', () => {
    expect(calculateTotals(of({}))).toMatchObject({ taxMinor: 1_900, totalMinor: 11_900 });
  });

  test('19 % within a gross price', () => {
    const totals = calculateTotals(of({ lines: [line(11_900)], tax: terms({ pricesInclude: 'gross' }) }));
    expect(totals).toMatchObject({ taxMinor: 1_900, totalMinor: 11_900 });
    expect(totals.taxes).toEqual([{ ...VAT, baseMinor: 10_000, amountMinor: 1_900 }]);
  });

  test('lines of half a cent of tax differ by how they are rounded', () => {
    // Three lines of 0.50 at 7 %: 0.035 each, which is 0.04 three times, or 0.105 together.
    const lines = [line(50, 'reduced'), line(50, 'reduced'), line(50, 'reduced')];
    expect(calculateTotals(of({ lines, tax: terms({ rounding: 'line' }) })).taxMinor).toBe(12);
    expect(calculateTotals(of({ lines })).taxMinor).toBe(11);
  });

  test('shipping shares the rates of the goods in proportion to their value', () => {
    // 100.00 at 19 % and 50.00 at 7 %, with 6.00 for shipping: 4.00 at 19 % and 2.00 at 7 %.
    const totals = calculateTotals(of({ lines: [line(10_000), line(5_000, 'reduced')], shippingMinor: 600 }));
    expect(totals.taxes).toEqual([
      { ...VAT, baseMinor: 10_400, amountMinor: 1_976 },
      { ...REDUCED, baseMinor: 5_200, amountMinor: 364 },
    ]);
    expect(totals).toMatchObject({ totalMinor: 17_940, shipping: { payableMinor: 690, taxMinor: 90 } });
  });

  test('shipping has a rate of its own where the law says so', () => {
    const totals = calculateTotals(of({ shippingMinor: 1_000, tax: terms({ classes: {}, shipping: [VAT] }) }));
    expect(totals).toMatchObject({ taxMinor: 190, totalMinor: 11_190 });
  });

  test('two taxes of one line are rounded each by itself', () => {
    // Quebec: 5 % and 9.975 % of 12.34 are 0.617 and 1.230915.
    const totals = calculateTotals(of({ lines: [line(1_234)], tax: terms({ classes: { standard: [GST, QST] } }) }));
    expect(totals.taxes.map(({ name, amountMinor }) => [name, amountMinor])).toEqual([
      ['QST', 123],
      ['GST', 62],
    ]);
  });

  test('a tax that lines with different other taxes share is rounded once', () => {
    const tax = terms({ classes: { standard: [GST, QST], reduced: [GST] } });
    // 5 % of 0.10 and of 0.10 are 0.005 each, which is 0.01 together and would be 0.02 alone.
    const totals = calculateTotals(of({ lines: [line(10), line(10, 'reduced')], tax }));
    expect(totals.taxes.find(({ name }) => name === 'GST')).toMatchObject({ baseMinor: 20, amountMinor: 1 });
  });

  test('with reverse charge, a gross price loses the tax that it includes', () => {
    const { classes, shipping } = terms();
    const tax = terms({ pricesInclude: 'gross', relief: { classes, shipping } });
    const totals = calculateTotals(of({ lines: [line(11_900)], shippingMinor: 595, tax }));
    expect(totals).toMatchObject({
      goodsMinor: 11_900,
      taxMinor: 0,
      reliefMinor: 1_995,
      totalMinor: 10_500,
      taxes: [],
    });
  });

  test('with reverse charge, a net price stays', () => {
    const { classes, shipping } = terms();
    const tax = terms({ relief: { classes, shipping } });
    expect(calculateTotals(of({ tax }))).toMatchObject({ taxMinor: 0, reliefMinor: 0, totalMinor: 10_000 });
  });

  test('a discount lowers the tax of each rate in proportion', () => {
    const totals = calculateTotals(of({ lines: [line(10_000), line(10_000, 'reduced')], discountMinor: 2_000 }));
    expect(totals.taxes.map(({ baseMinor, amountMinor }) => [baseMinor, amountMinor])).toEqual([
      [9_000, 1_710],
      [9_000, 630],
    ]);
  });
});

const rates = fc.constantFrom<readonly TaxRate[]>([], [VAT], [REDUCED], [GST, QST], [GST]);
const classes = fc.dictionary(fc.constantFrom('standard', 'reduced', 'zero'), rates);
const shipping = fc.oneof(fc.constant('goods' as const), rates);
const taxTerms = fc.record<TaxTerms>({
  pricesInclude: fc.constantFrom('net', 'gross'),
  rounding: fc.constantFrom('document', 'line'),
  classes,
  shipping,
  relief: fc.option(fc.record({ classes, shipping })),
});
const anyLine = fc.record({
  totalMinor: fc.integer({ min: 1, max: 99_999_999 }),
  taxClass: fc.constantFrom('standard', 'reduced', 'zero'),
});
const anyPurchase = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 20 }),
    discounted: fc.integer({ min: 0, max: 100 }),
    shippingMinor: fc.integer({ min: 0, max: 1_000_000 }),
    tax: fc.option(taxTerms),
  })
  .map(({ lines, discounted, shippingMinor, tax }): ToTotal => {
    const goods = lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
    return { lines, discountMinor: Math.floor((goods * discounted) / 100), shippingMinor, tax };
  });
const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

test('all parts add up to the total, and none is negative', () => {
  fc.assert(
    fc.property(anyPurchase, (purchase) => {
      const totals = calculateTotals(purchase);
      const { goodsMinor, discountMinor, shippingMinor, taxMinor, reliefMinor, totalMinor, taxes } = totals;
      const added = purchase.tax?.pricesInclude === 'net' ? taxMinor : 0;
      expect(goodsMinor - discountMinor + shippingMinor + added - reliefMinor).toBe(totalMinor);
      const parts = [...totals.lines, totals.shipping];
      expect(add(parts.map(({ payableMinor }) => payableMinor))).toBe(totalMinor);
      expect(add(parts.map((part) => part.taxMinor))).toBe(taxMinor);
      expect(add(taxes.map(({ amountMinor }) => amountMinor))).toBe(taxMinor);
      for (const part of parts) {
        expect(part.taxMinor).toBeGreaterThanOrEqual(0);
        expect(part.payableMinor).toBeGreaterThanOrEqual(part.taxMinor);
      }
      for (const { baseMinor, amountMinor } of taxes)
        expect(Math.min(baseMinor, amountMinor)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('the order of lines changes nothing', () => {
  const shuffled = anyPurchase.chain((purchase) =>
    fc
      .shuffledSubarray([...purchase.lines], { minLength: purchase.lines.length })
      .map((lines): [ToTotal, ToTotal] => [purchase, { ...purchase, lines }]),
  );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      const { lines, ...totals } = calculateTotals(one);
      const { lines: turned, ...same } = calculateTotals(other);
      expect(same).toEqual(totals);
      const sorted = (parts: typeof lines) =>
        parts.map(({ payableMinor, taxMinor }) => `${payableMinor} ${taxMinor}`).toSorted();
      expect(sorted(turned)).toEqual(sorted(lines));
    }),
  );
});

test('without tax, every part is paid as it is priced', () => {
  fc.assert(
    fc.property(anyPurchase, (purchase) => {
      const { lines, shipping: freight } = calculateTotals({ ...purchase, discountMinor: 0, tax: null });
      expect(lines.map(({ payableMinor }) => payableMinor)).toEqual(purchase.lines.map(({ totalMinor }) => totalMinor));
      expect(freight.payableMinor).toBe(purchase.shippingMinor);
    }),
  );
});

test('with amounts that are multiples of ten, every part is one, too', () => {
  fc.assert(
    fc.property(anyPurchase, ({ lines, discountMinor, shippingMinor, tax }) => {
      const totals = calculateTotals({
        lines: lines.map((one) => ({ ...one, totalMinor: one.totalMinor * 10 })),
        discountMinor: discountMinor * 10,
        shippingMinor: shippingMinor * 10,
        tax,
        stepMinor: 10,
      });
      for (const { payableMinor, taxMinor } of [...totals.lines, totals.shipping])
        expect([payableMinor % 10, taxMinor % 10]).toEqual([0, 0]);
      for (const { amountMinor } of totals.taxes) expect(amountMinor % 10).toBe(0);
      expect(totals.totalMinor % 10).toBe(0);
    }),
  );
});
