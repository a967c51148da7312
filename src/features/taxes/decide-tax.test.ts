import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateTotals } from '#src/shared/totals/purchase-totals.ts';
import { hasValidCheckDigits } from './check-vat-id.ts';
import { decideTax, type TaxCase } from './decide-tax.ts';
import { isInEuVatArea } from './eu-vat-area.ts';
import type { TaxRateEntry } from './rules.ts';

const rate = (country: string, millionths: number, more: Partial<TaxRateEntry> = {}): TaxRateEntry => ({
  name: 'VAT',
  taxClass: 'standard',
  country,
  region: '',
  postalFrom: '',
  postalTo: '',
  rate: millionths,
  isAdded: false,
  validFrom: '2020-01-01',
  ...more,
});
const at = (country: string, postalCode = '', region = '') => ({ country, region, postalCode });
const GERMAN = rate('DE', 190_000);
const FRENCH_ID = 'FR40303265045';

const decide = (more: Partial<TaxCase>) =>
  decideTax({
    origin: at('DE'),
    destination: at('DE'),
    vatId: '',
    isVatIdValid: false,
    rates: [GERMAN],
    onDay: '2026-11-24',
    taxClasses: ['standard'],
    pricesInclude: 'gross',
    taxRounding: 'document',
    shippingTax: 'goods',
    reverseCharge: true,
    smallBusiness: false,
    smallBusinessSentence: '',
    exemptionSentence: null,
    ...more,
  });
const business = { vatId: FRENCH_ID, isVatIdValid: true };
const standard = ({ terms }: ReturnType<typeof decide>) => terms.classes.standard?.map((tax) => tax.rate);
const relief = ({ terms }: ReturnType<typeof decide>) => terms.relief?.classes.standard?.map((tax) => tax.rate);

test('a purchase keeps the taxes of its own classes and of its shipping, and no others', () => {
  const rates = [GERMAN, rate('DE', 70_000, { taxClass: 'reduced' }), rate('DE', 50_000, { taxClass: 'books' })];
  const { terms } = decide({ rates, taxClasses: ['reduced', 'zero'], shippingTax: 'standard' });
  expect(terms).toMatchObject({ shipping: [{ rate: 190_000 }], relief: null });
  expect(Object.keys(terms.classes).toSorted()).toEqual(['reduced', 'zero']);
  const away = decide({ rates, taxClasses: ['reduced'], destination: at('FR'), ...business }).terms;
  expect([away.classes, Object.keys(away.relief?.classes ?? {})]).toEqual([{}, ['reduced']]);
});

describe('a shop in Germany', () => {
  test('charges its own tax at home and in countries of the Union where it has no rate', () => {
    expect(decide({})).toMatchObject({ kind: 'domestic', sentence: null });
    expect(standard(decide({ destination: at('FR') }))).toEqual([190_000]);
    expect(decide({ destination: at('FR') }).kind).toBe('domestic');
  });

  test('charges the tax of the buyer’s country where it has a rate', () => {
    const rates = [GERMAN, rate('FR', 200_000), rate('GB', 200_000)];
    expect(standard(decide({ rates, destination: at('FR') }))).toEqual([200_000]);
    expect(decide({ rates, destination: at('GB') }).kind).toBe('domestic');
  });

  test('charges no tax to a business in another country of the Union, and takes it out of gross prices', () => {
    const decision = decide({ destination: at('FR'), ...business });
    expect(decision).toMatchObject({ kind: 'intra_community', terms: { classes: {} } });
    expect(decision.sentence).toContain('Article 138');
    expect(relief(decision)).toEqual([190_000]);
    // Goods for a French business with a Belgian address also leave the country.
    expect(decide({ destination: at('BE'), ...business }).kind).toBe('intra_community');
    expect(decide({ destination: at('GB', 'BT1 5GS'), vatId: 'XI980780684', isVatIdValid: true }).kind).toBe(
      'intra_community',
    );
  });

  test.each([
    ['the owner has not turned it on', { reverseCharge: false }],
    ['the number is wrong', { isVatIdValid: false }],
    ['there is no number', { vatId: '' }],
    ['the number is of the shop’s own country', { vatId: 'DE136695976' }],
    ['the number is from outside the Union', { vatId: 'CHE107787577MWST' }],
    ['the goods stay in the country', { destination: at('DE') }],
  ])('charges tax to a business if %s', (_, more) => {
    expect(decide({ destination: at('FR'), ...business, ...more }).kind).toBe('domestic');
  });

  test.each([
    ['Switzerland', at('CH', '8001')],
    ['Great Britain', at('GB', 'SW1A 1AA')],
    ['the United States', at('US', '44114')],
    ['the Canary Islands', at('ES', '35001')],
    ['Büsingen', at('DE', '78266')],
  ])('exports to %s without tax', (_, destination) => {
    const decision = decide({ destination, rates: [GERMAN, rate('ES', 210_000)], ...business });
    expect(decision.kind).toBe('export');
    expect(decision.sentence).toContain('Article 146');
    expect(relief(decision)).toEqual([190_000]);
  });

  test('taxes shipping by its own class', () => {
    const rates = [GERMAN, rate('DE', 70_000, { taxClass: 'reduced' })];
    expect(decide({ rates, shippingTax: 'reduced' }).terms.shipping).toEqual([{ name: 'VAT', rate: 70_000 }]);
    expect(decide({ rates, shippingTax: 'freight' }).terms.shipping).toEqual([{ name: 'VAT', rate: 190_000 }]);
    expect(decide({ rates }).terms.shipping).toBe('goods');
  });

  test('charges no tax as a small business, and says so', () => {
    const decision = decide({ smallBusiness: true });
    expect(decision).toMatchObject({ kind: 'small_business', terms: { classes: {}, relief: null } });
    expect(decision.sentence).toContain('§ 19 UStG');
    expect(decide({ smallBusiness: true, origin: at('IE') }).sentence).toContain('Article 284');
    expect(decide({ smallBusiness: true, smallBusinessSentence: 'Our words.' }).sentence).toBe('Our words.');
  });
});

describe('a shop in the United States', () => {
  const rates = [rate('US', 57_500, { region: 'OH', name: 'Ohio sales tax' })];
  const shop = { origin: at('US'), rates, pricesInclude: 'net' } as const;

  test('charges tax only in states for which it has a rate', () => {
    expect(decide({ ...shop, destination: at('US', '44114', 'OH') }).kind).toBe('domestic');
    expect(decide({ ...shop, destination: at('US', '73301', 'TX') })).toMatchObject({
      kind: 'untaxed',
      sentence: null,
    });
    expect(decide({ ...shop, destination: at('DE', '10115') })).toMatchObject({ kind: 'untaxed', sentence: null });
  });

  test('charges no tax where a certificate covers what would be taxed, and gross prices lose it', () => {
    const exemptionSentence = 'Tax-exempt: resale certificate 12.';
    const destination = at('US', '44114', 'OH');
    const decision = decide({ ...shop, pricesInclude: 'gross', destination, exemptionSentence });
    expect(decision).toMatchObject({ kind: 'exempt', sentence: exemptionSentence });
    expect(relief(decision)).toEqual([57_500]);
    expect(decide({ ...shop, destination: at('US', '73301', 'TX'), exemptionSentence }).kind).toBe('untaxed');
    expect(decide({ ...shop, destination, exemptionSentence, smallBusiness: true }).kind).toBe('small_business');
  });

  test('leaves the tax to businesses in a country of the Union where it is registered', () => {
    const decision = decide({ ...shop, rates: [...rates, GERMAN], vatId: 'DE136695976', isVatIdValid: true });
    expect(decision.kind).toBe('reverse_charge');
    expect(decision.sentence).toContain('Reverse charge');
    expect(decide({ ...shop, rates: [...rates, GERMAN] }).kind).toBe('domestic');
  });
});

test('a country outside the Union exports without its own tax', () => {
  const decision = decide({ origin: at('CH'), rates: [rate('CH', 81_000)], destination: at('DE') });
  expect(decision.kind).toBe('export');
  expect(relief(decision)).toEqual([81_000]);
});

test('a VAT ID counts only with the right check digits', () => {
  for (const good of [FRENCH_ID, 'EL094259216', 'XI980780684']) expect(hasValidCheckDigits(good)).toBe(true);
  for (const bad of ['FR40303265046', 'CHE107787577MWST', 'DE', '', 'US123456789'])
    expect(hasValidCheckDigits(bad)).toBe(false);
});

test('Monaco is in the area of European VAT, and Great Britain without Northern Ireland is not', () => {
  expect(isInEuVatArea(at('MC', '98000'))).toBe(true);
  expect(isInEuVatArea(at('GB', 'B1 1AA'))).toBe(false);
  expect(isInEuVatArea(at('GB', 'bt1 5gs'))).toBe(true);
});

const countries = fc.constantFrom('DE', 'FR', 'CH', 'US', 'GB', 'MC', '');
const cases = fc.record({
  origin: countries.map((country) => at(country)),
  destination: fc.tuple(countries, fc.constantFrom('', 'BT1', '78266')).map(([country, code]) => at(country, code)),
  vatId: fc.constantFrom('', FRENCH_ID, 'DE136695976', 'XI980780684'),
  isVatIdValid: fc.boolean(),
  reverseCharge: fc.boolean(),
  smallBusiness: fc.boolean(),
  exemptionSentence: fc.constantFrom(null, 'Tax-exempt: resale certificate 12.'),
  pricesInclude: fc.constantFrom('net' as const, 'gross' as const),
  shippingTax: fc.constantFrom('goods', 'zero', 'standard'),
  rates: fc.subarray([GERMAN, rate('FR', 200_000), rate('CH', 81_000), rate('GB', 200_000)]),
});
const lines = [{ totalMinor: 11_900, taxClass: 'standard' }];

test('a case charges tax or says why not, and never both', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const { terms, kind, sentence } = decide(given);
      const totals = calculateTotals({ lines, discountMinor: 0, shippingMinor: 500, tax: terms });
      if (kind === 'domestic') expect(totals.taxMinor).toBeGreaterThan(0);
      else expect(totals.taxMinor).toBe(0);
      expect(sentence === null).toBe(kind === 'domestic' || kind === 'untaxed');
      expect(terms.relief === null).toBe(['domestic', 'untaxed', 'small_business'].includes(kind));
      // Nobody pays more than the price that includes the tax.
      if (given.pricesInclude === 'gross') expect(totals.totalMinor).toBeLessThanOrEqual(12_400);
      else if (kind !== 'domestic') expect(totals.totalMinor).toBe(12_400);
    }),
  );
});

test('a certificate of the destination says nothing about the tax of the shop’s own country', () => {
  const sentence = 'Tax-exempt: certificate of France.';
  expect(decide({ destination: at('FR'), exemptionSentence: sentence })).toMatchObject({
    kind: 'domestic',
    home: 'DE',
  });
  const rates = [GERMAN, rate('FR', 200_000)];
  expect(decide({ rates, destination: at('FR'), exemptionSentence: sentence })).toMatchObject({
    kind: 'exempt',
    sentence,
  });
});
