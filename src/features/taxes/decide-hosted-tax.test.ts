import { describe, expect, test } from 'vitest';
import type { HostedTaxEntry, HostedTaxPart } from '#src/shared/totals/hosted-tax.ts';
import { calculateTotals } from '#src/shared/totals/purchase-totals.ts';
import { type CalculatedTax, decideHostedTax, findIncludedTax } from './decide-hosted-tax.ts';

const at = (country: string, postalCode = '') => ({ country, region: '', postalCode });
const entry = (rate: number, amountMinor: number, more: Partial<HostedTaxEntry> = {}): HostedTaxEntry => ({
  ...{ name: 'VAT', rate, reason: 'standard_rated', taxableMinor: 10_000, amountMinor },
  ...more,
});
const part = (amountMinor: number, ...taxes: HostedTaxEntry[]): HostedTaxPart => ({
  amountMinor,
  taxMinor: taxes.reduce((sum, tax) => sum + tax.amountMinor, 0),
  taxes,
});
const untaxed = (reason: string) => part(10_000, entry(0, 0, { name: '', reason, taxableMinor: 0 }));
const calculated = (lines: HostedTaxPart[], shipping: HostedTaxPart | null = null): CalculatedTax => ({
  kind: 'calculated',
  lines,
  shipping,
});
const decide = (tax: CalculatedTax, more: Partial<Parameters<typeof decideHostedTax>[1]> = {}) =>
  decideHostedTax(tax, {
    ...{ origin: at('DE'), destination: at('FR'), pricesInclude: 'net', taxRounding: 'document', included: null },
    taxClasses: tax.lines.map(() => 'standard'),
    ...more,
  });

describe('rates', () => {
  test('are those of each line, by its class', () => {
    const tax = calculated([part(10_000, entry(200_000, 2_000)), part(10_000, entry(55_000, 550))]);
    expect(decide(tax, { taxClasses: ['standard', 'books'] })).toMatchObject({
      kind: 'domestic',
      terms: {
        classes: { standard: [{ name: 'VAT', rate: 200_000 }], books: [{ name: 'VAT', rate: 55_000 }] },
        shipping: [],
      },
      lineClasses: ['standard', 'books'],
    });
  });

  test('of one class that differ have classes of their own, whatever the order of the lines', () => {
    const taxedAt = (...rates: number[]) =>
      calculated(rates.map((rate) => part(10_000, entry(rate, Math.round(rate / 100)))));
    const one = decide(taxedAt(190_000, 70_000, 190_000));
    const other = decide(taxedAt(70_000, 190_000, 190_000));
    expect(one.lineClasses).toEqual(['standard', 'standard-2', 'standard']);
    expect(other.lineClasses).toEqual(['standard-2', 'standard', 'standard']);
    expect(other.terms).toEqual(one.terms);
  });

  test('never take the name of another class', () => {
    const tax = calculated([part(10_000, entry(190_000, 1_900)), untaxed('product_exempt'), untaxed('product_exempt')]);
    const { lineClasses, terms } = decide(tax, { taxClasses: ['standard', 'standard', 'standard-2'] });
    expect(lineClasses).toEqual(['standard-3', 'standard', 'standard-2']);
    expect(terms.classes['standard-2']).toEqual([]);
  });

  test('of a tax on a part of the amount, or of a fixed amount, lead to the amount that was calculated', () => {
    const tax = calculated([
      part(10_000, entry(100_000, 450, { reason: 'taxable_basis_reduced', taxableMinor: 4_500 })),
      part(50_000, entry(0, 28, { name: 'Delivery fee', taxableMinor: 0 })),
    ]);
    const { terms, lineClasses } = decide(tax);
    const lines = tax.lines.map(({ amountMinor }, line) => ({
      totalMinor: amountMinor,
      taxClass: lineClasses[line] ?? '',
    }));
    const totals = calculateTotals({ lines, discountMinor: 0, shippingMinor: 0, tax: terms });
    expect(totals.lines.map(({ taxMinor }) => taxMinor)).toEqual([450, 28]);
  });

  test('of a few cents stay, although their tax is none yet', () => {
    const tax = calculated([part(3, entry(70_000, 0, { taxableMinor: 3 }))]);
    expect(decide(tax).terms.classes.standard).toEqual([{ name: 'VAT', rate: 70_000 }]);
  });

  test('of two taxes with one name are one', () => {
    const city = entry(10_000, 100, { name: 'City sales tax' });
    expect(decide(calculated([part(10_000, city, city)])).terms.classes.standard).toEqual([
      { name: 'City sales tax', rate: 20_000 },
    ]);
  });

  test('of shipping that shares those of the goods are shared, too', () => {
    const lines = [part(9_000, entry(190_000, 1_710)), part(1_000, entry(70_000, 70))];
    const shared = part(
      600,
      entry(190_000, 103, { taxableMinor: 540, reason: 'proportionally_rated' }),
      entry(70_000, 4, { taxableMinor: 60, reason: 'proportionally_rated' }),
    );
    expect(decide(calculated(lines, shared)).terms.shipping).toBe('goods');
    const own = part(600, entry(190_000, 114, { taxableMinor: 600 }));
    expect(decide(calculated(lines, own)).terms.shipping).toEqual([{ name: 'VAT', rate: 190_000 }]);
  });

  test('within gross prices are of the net amount', () => {
    const tax = calculated([part(11_900, entry(190_000, 1_900))]);
    expect(decide(tax, { pricesInclude: 'gross' }).terms.classes.standard).toEqual([{ name: 'VAT', rate: 190_000 }]);
  });
});

describe('why nothing is charged', () => {
  const [german, swiss, american] = [at('DE'), at('CH'), at('US')];
  test.each([
    ['a business of another EU country', 'reverse_charge', german, at('FR'), 'intra_community', /intra-community/],
    ['one in the EU, from outside', 'reverse_charge', american, at('FR'), 'reverse_charge', /Reverse charge/],
    ['an exemption certificate', 'customer_exempt', american, american, 'exempt', /exemption certificate/],
    ['an export from the EU', 'not_collecting', german, swiss, 'export', /Article 146/],
    ['an export from elsewhere', 'not_collecting', swiss, american, 'export', /exported goods/],
    ['no registration', 'not_collecting', american, american, 'untaxed', null],
    ['an unknown place of the shop', 'not_collecting', at(''), american, 'untaxed', null],
  ])('%s', (_what, reason, origin, destination, kind, sentence) => {
    const decided = decide(calculated([untaxed(reason)]), { origin, destination });
    expect(decided).toMatchObject({ kind, terms: { classes: { standard: [] }, relief: null } });
    if (sentence) expect(decided.sentence).toMatch(sentence);
    else expect(decided.sentence).toBeNull();
  });

  test('gross prices lose the tax that they include', () => {
    const included = calculated([part(11_900, entry(190_000, 1_900))]);
    const { terms } = decide(calculated([untaxed('reverse_charge')]), { pricesInclude: 'gross', included });
    expect(terms.relief?.classes).toEqual({ standard: [{ name: 'VAT', rate: 190_000 }] });
    const totals = calculateTotals({
      lines: [{ totalMinor: 11_900, taxClass: 'standard' }],
      ...{ discountMinor: 0, shippingMinor: 0, tax: terms },
    });
    expect(totals).toMatchObject({ totalMinor: 10_000, taxMinor: 0, reliefMinor: 1_900 });
  });

  test.each([
    ['intra_community', 'home'],
    ['export', 'home'],
    ['exempt', 'destination'],
    ['reverse_charge', 'destination'],
    ['domestic', null],
    ['untaxed', null],
  ] as const)('%s: included is the tax of %s', (kind, place) => {
    expect(findIncludedTax(kind)).toBe(place);
  });
});
