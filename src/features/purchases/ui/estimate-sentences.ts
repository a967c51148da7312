import { decimalToMinor, formatDecimalMoney, formatMoney } from '#src/shared/money.ts';
import type { Estimate } from '../contract.ts';
import { checkoutCopy, estimateCopy as copy } from '../copy.ts';

/** Whether nothing ships this at a known price, and its buyer has not chosen to pick it up. */
export const isUnshipped = ({ shipping }: Pick<Estimate, 'shipping'>) => shipping.byQuote && shipping.chosen === null;

/** What the total of an estimate is called: `whole` if nothing will be added to it. */
export function nameTotal(estimate: Estimate, whole: string): string {
  if (isUnshipped(estimate)) return estimate.beforeTax ? copy.totalWithoutBoth : copy.totalWithoutShipping;
  return estimate.beforeTax ? copy.totalBeforeTax : whole;
}

/** What is missing to the smallest order that the shop accepts; null if nothing is. */
export function refuseTooSmall({ minimum, totals }: Estimate): string | null {
  if (minimum === null) return null;
  const missingMinor = (decimalToMinor(minimum) ?? 0) - (decimalToMinor(totals.goods) ?? 0);
  return copy.tooSmall(formatMoney(missingMinor), formatDecimalMoney(minimum));
}

/** What a buyer can do about goods that nothing ships there at a known price. */
export function refuseUnshipped({ shipping }: Estimate): string {
  const canPickUp = shipping.methods.some(({ price }) => price !== null);
  return canPickUp ? checkoutCopy.shipping.chooseFirstOrPickup : checkoutCopy.shipping.chooseFirst;
}

/** The shipping and the taxes in a total; null if there are none. Taxes of one name are one amount. */
export function describeTotal({ totals, tax }: Estimate): string | null {
  const taxes = Map.groupBy(tax, ({ name }) => name);
  const sum = (rows: readonly { amount: string }[]) =>
    rows.reduce((minor, { amount }) => minor + (decimalToMinor(amount) ?? 0), 0);
  const parts = [
    ...(Number(totals.shipping) > 0 ? [copy.shipping(formatDecimalMoney(totals.shipping))] : []),
    ...Array.from(taxes, ([name, rows]) => `${formatMoney(sum(rows))} ${name}`),
  ];
  return parts.length > 0 ? copy.including(parts) : null;
}
