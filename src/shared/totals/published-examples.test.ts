import { describe, expect, test } from 'vitest';
import { type CreditedPart, creditLines, creditUpTo, listTaxesOf } from './credited-taxes.ts';
import { calculateTotals, type TaxRate, type TaxTerms, type ToTotal } from './purchase-totals.ts';
import { listTaxLines } from './tax-lines.ts';

// Examples and rules that others have published. Where a rule has no figures, they are ours, and the rule is
// calculated a second time as its text says.

const tax = (name: string, percent: number): TaxRate => ({ name, rate: Math.round(percent * 10_000) });
const net = (classes: TaxTerms['classes'], more: Partial<TaxTerms> = {}): TaxTerms => ({
  pricesInclude: 'net',
  rounding: 'document',
  classes,
  shipping: 'goods',
  relief: null,
  ...more,
});
const line = (totalMinor: number, taxClass = 'standard') => ({ totalMinor, taxClass });
const calculate = (lines: ToTotal['lines'], terms: TaxTerms, more: Partial<ToTotal> = {}) =>
  calculateTotals({ lines, discountMinor: 0, shippingMinor: 0, tax: terms, ...more });
const creditTaxes = (before: readonly CreditedPart[], after: readonly CreditedPart[]) => {
  const add = (parts: readonly CreditedPart[]) => parts.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0);
  const listLines = (parts: readonly CreditedPart[]) => listTaxLines(creditUpTo(parts), 'domestic');
  const invoiced = listLines(after.map(({ part }) => ({ part, refundedMinor: part.payableMinor })));
  const amountMinor = add(after) - add(before);
  return listTaxesOf(creditLines({ amountMinor, invoiced, credited: listLines(before), upTo: listLines(after) }));
};
const amounts = (totals: ReturnType<typeof calculate>) =>
  totals.taxes.map(({ name, baseMinor, amountMinor }) => [name, baseMinor, amountMinor]);

test('Revenu Québec: $100.00 bears $5.00 of GST and $9.98 of QST, $114.98 in all', () => {
  // revenuquebec.ca/en/entreprise/taxes/tvq_tps/calcul-taxes.aspx: 'Only fractions equal to or greater than one-half
  // of a cent ($0.005) are counted as a whole cent', on 'the total price of all'.
  const totals = calculate([line(10_000)], net({ standard: [tax('GST', 5), tax('QST', 9.975)] }));
  expect(amounts(totals)).toEqual([
    ['QST', 10_000, 998],
    ['GST', 10_000, 500],
  ]);
  expect(totals.totalMinor).toBe(11_498);
});

describe('examples of EN 16931 (github.com/ConnectingEurope/eInvoicing-EN16931, ubl/examples)', () => {
  test('ubl-tc434-example4: lines at 25 % and at 12 % in Danish kroner', () => {
    const totals = calculate(
      [line(100_000), line(50_000), line(250_000, 'reduced')],
      net({ standard: [tax('VAT', 25)], reduced: [tax('VAT', 12)] }),
    );
    expect(amounts(totals)).toEqual([
      ['VAT', 150_000, 37_500],
      ['VAT', 250_000, 30_000],
    ]);
    expect(totals).toMatchObject({ taxMinor: 67_500, totalMinor: 467_500 });
  });

  test('ubl-tc434-example2: 1,460.50 kroner with freight at 25 % bear 365.13, and 1.00 at 15 % bears 0.15', () => {
    // The example has 1,460.50 at 25 %, of which 100.00 are freight with a rate of its own.
    const totals = calculate(
      [line(136_050), line(100, 'reduced')],
      net({ standard: [tax('VAT', 25)], reduced: [tax('VAT', 15)] }, { shipping: [tax('VAT', 25)] }),
      { shippingMinor: 10_000 },
    );
    expect(amounts(totals)).toEqual([
      ['VAT', 146_050, 36_513],
      ['VAT', 100, 15],
    ]);
    expect(totals.taxMinor).toBe(36_528);
  });

  test('category AE, reverse charge: the tax is 0 of the net amount (rules BR-AE-08 and BR-AE-09)', () => {
    const relief = { classes: { standard: [tax('VAT', 25)] }, shipping: 'goods' as const };
    const totals = calculate([line(146_050)], net({}, { relief }));
    expect(totals).toMatchObject({ taxMinor: 0, taxes: [], reliefMinor: 0, totalMinor: 146_050 });
  });

  test('a credit note for all of ubl-tc434-example4 has its taxes, and so have two for parts of it together', () => {
    const terms = net({ standard: [tax('VAT', 25)], reduced: [tax('VAT', 12)] });
    const totals = calculate([line(150_000), line(250_000, 'reduced')], terms);
    const credited = (first: number, second: number) =>
      totals.lines.map((part, at) => ({ part, refundedMinor: at ? second : first }));
    const all = credited(187_500, 280_000);
    expect(creditTaxes(credited(0, 0), all)).toEqual(totals.taxes);
    // 100.00 of 1,875.00 and 0.01 of 2,800.00 first.
    const [first, second] = [creditTaxes(credited(0, 0), credited(10_000, 1)), creditTaxes(credited(10_000, 1), all)];
    const sum = (rate: number) =>
      [...first, ...second].filter((one) => one.rate === rate).reduce((total, one) => total + one.amountMinor, 0);
    expect([sum(250_000), sum(120_000)]).toEqual([37_500, 30_000]);
  });
});

describe('Streamlined Sales and Use Tax Agreement, section 324, as in R.I. Gen. Laws § 44-18.1-25 and RCW 82.08.054', () => {
  // 'Tax computation must be carried to the third decimal place, and the tax must be rounded to a whole cent using a
  // method that rounds up to the next cent whenever the third decimal place is greater than four.'
  const roundBySection324 = (cents: number, rate: number) => {
    const tenths = (BigInt(cents) * BigInt(rate) * 10n) / 1_000_000n;
    return Number(tenths / 10n + (tenths % 10n > 4n ? 1n : 0n));
  };

  test.each([5.75, 6.25, 6.5, 7, 8.875, 10.35])('%s %% of every amount up to $50.00', (percent) => {
    const rate = tax('Sales tax', percent);
    const wrong = Array.from({ length: 5_000 }, (_, at) => at + 1).filter(
      (cents) => calculate([line(cents)], net({ standard: [rate] })).taxMinor !== roundBySection324(cents, rate.rate),
    );
    expect(wrong).toEqual([]);
  });

  test('sellers may compute the tax on an item or an invoice basis', () => {
    const lines = Array.from({ length: 3 }, () => line(1_060));
    const standard = [tax('Sales tax', 6.25)];
    // 6.25 % of 10.60 are 0.6625, and of 31.80 are 1.9875.
    expect(calculate(lines, net({ standard }, { rounding: 'line' })).taxMinor).toBe(
      3 * roundBySection324(1_060, 62_500),
    );
    expect(calculate(lines, net({ standard })).taxMinor).toBe(roundBySection324(3_180, 62_500));
  });
});

describe('HM Revenue & Customs, VAT Notice 700, paragraph 17.5: a trader rounds each line or the invoice', () => {
  // The notice allows both, to the nearest penny. tallyaccounts.co.uk/support/vat-calculations-rounding explains why
  // they 'may be a few pennies different'. The prices are ours: 20 % of 0.99 and 1.99 are 0.198 and 0.398.
  const lines = [line(99), line(99), line(199)];
  test.each([
    ['line', 20 + 20 + 40],
    ['document', 79],
  ] as const)('by %s', (rounding, taxMinor) => {
    expect(calculate(lines, net({ standard: [tax('VAT', 20)] }, { rounding })).taxMinor).toBe(taxMinor);
  });
});

test('National Tax Agency of Japan, Q&A on the invoice system: rounded once for each rate of an invoice, not by line', () => {
  // ark-outsourcing.com/news/detail_103.html has the rule in English (Q 46): 'only once in each tax rate', up, down or
  // to the nearest yen. The prices are ours: 8 % of 83 and 10 % of 77 are 6.64 and 7.7.
  const lines = [line(83, 'reduced'), line(83, 'reduced'), line(83, 'reduced'), line(77), line(77)];
  const terms = net({ standard: [tax('消費税', 10)], reduced: [tax('消費税', 8)] });
  expect(amounts(calculate(lines, terms))).toEqual([
    ['消費税', 154, 15],
    ['消費税', 249, 20],
  ]);
});

describe('shipping shares the rates of goods in proportion to their value', () => {
  test('in Germany and Austria: of goods of which 60 % bear 7 % and 40 % bear 19 %', () => {
    // help.page4.com/hc/de/articles/360020690257: 60 % of the shipping costs then bear 7 %, and 40 % bear 19 %. Prices
    // include the tax; the amounts are ours.
    const terms = net({ standard: [tax('MwSt', 19)], reduced: [tax('MwSt', 7)] }, { pricesInclude: 'gross' });
    const totals = calculate([line(6_000, 'reduced'), line(4_000)], terms, { shippingMinor: 500 });
    expect(totals.shipping.taxes.map(({ baseMinor, amountMinor }) => baseMinor + amountMinor)).toEqual([200, 300]);
    // 42.00 with 19 % have 6.71 in them, and 63.00 with 7 % have 4.12.
    expect(totals.taxes.map(({ amountMinor }) => amountMinor)).toEqual([671, 412]);
    expect(totals.totalMinor).toBe(10_500);
  });

  test('in the Netherlands: of 50 euros with 9 % and 50 euros with 21 %', () => {
    // jouwweb.freshdesk.com/de/support/solutions/articles/13000060595: half of the shipping costs with 9 %, and the
    // other half with 21 %.
    const terms = net({ standard: [tax('btw', 21)], reduced: [tax('btw', 9)] }, { pricesInclude: 'gross' });
    const totals = calculate([line(5_000), line(5_000, 'reduced')], terms, { shippingMinor: 700 });
    expect(totals.shipping.taxes.map(({ baseMinor, amountMinor }) => baseMinor + amountMinor)).toEqual([350, 350]);
  });
});
