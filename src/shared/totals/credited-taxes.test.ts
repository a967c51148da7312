import { expect, test } from 'vitest';
import { creditLines, creditUpTo, listTaxesOf } from './credited-taxes.ts';
import { chargeLines, NO_TERMS } from './purchase-charges.ts';
import { listTaxLines } from './tax-lines.ts';

const SALES_TAX = { name: 'Sales tax', rate: 20_000 };

test('two taxes of the same name and rate on one line, which earlier versions had, are credited in full', () => {
  const tax = {
    pricesInclude: 'net' as const,
    rounding: 'document' as const,
    classes: { standard: [SALES_TAX, SALES_TAX] },
    shipping: 'goods' as const,
    relief: null,
  };
  const { totals } = chargeLines({ ...NO_TERMS, tax }, [{ totalMinor: 10_000, taxClass: 'standard' }]);
  expect(totals).toMatchObject({ taxMinor: 400, totalMinor: 10_400 });
  const invoiced = listTaxLines(totals.lines, 'domestic');
  const credit = (amountMinor: number) => {
    const upTo = listTaxLines(
      creditUpTo(totals.lines.map((part) => ({ part, refundedMinor: amountMinor }))),
      'domestic',
    );
    return listTaxesOf(creditLines({ amountMinor, invoiced, credited: [], upTo }));
  };
  expect(credit(10_400)).toEqual(totals.taxes);
  expect(credit(5_200)).toMatchObject([{ amountMinor: 200 }]);
});

const VAT = { kind: 'domestic' as const, name: 'VAT', rate: 190_000 };
const toLine = (netMinor: number, taxMinor: number) => ({ ...VAT, baseMinor: netMinor, netMinor, taxMinor });

test('a note never takes back what earlier ones said too much, and the last one says exactly what is left', () => {
  const given = { invoiced: [toLine(105, 20)], amountMinor: 2 };
  // Two earlier notes said a cent of tax more than both should now.
  expect(creditLines({ ...given, credited: [toLine(69, 14)], upTo: [toLine(72, 13)] })).toEqual([toLine(2, 0)]);
  expect(creditLines({ ...given, credited: [toLine(103, 20)], upTo: [toLine(105, 20)] })).toEqual([toLine(2, 0)]);
  expect(creditLines({ ...given, credited: [toLine(105, 18)], upTo: [toLine(104, 21)] })).toEqual([
    { ...toLine(0, 2), baseMinor: 0 },
  ]);
});
