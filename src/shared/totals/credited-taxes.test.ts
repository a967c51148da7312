import { expect, test } from 'vitest';
import { creditParts } from './credited-taxes.ts';
import { chargeLines, NO_TERMS } from './purchase-charges.ts';
import { addParts } from './purchase-totals.ts';

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
  const refunded = (refundedMinor: number) => totals.lines.map((part) => ({ part, refundedMinor }));
  const credit = (minor: number) => addParts(creditParts(refunded(0), refunded(minor))).taxes;
  expect(credit(10_400)).toEqual(totals.taxes);
  expect(credit(5_200)).toMatchObject([{ amountMinor: 200 }]);
});
