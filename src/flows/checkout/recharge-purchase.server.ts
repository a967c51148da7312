import { isDeepStrictEqual } from 'node:util';
import type { PurchaseRow, PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { recordCharges, recordPurchaseTexts } from '#src/features/purchases/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { changeUnpaidPurchase } from '#src/flows/payments/change-unpaid-purchase.server.ts';
import { decimalToMinor, formatMoney, minorToDecimal } from '#src/shared/money.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { checkTotal } from './check-order.server.ts';
import { isUnchanged, type OtherCharges } from './compare-charges.server.ts';
import type { PurchaseTexts } from './insert-purchase.server.ts';

interface Recharge {
  other: OtherCharges;
  /** The total that the buyer has agreed to, as a decimal. */
  agreed: string | number | undefined;
  merge: (purchase: PurchaseRow) => PurchaseTexts;
}

/**
 * Gives an unpaid purchase addresses with which it costs something else, if its buyer has agreed to that total. A paid
 * one cannot have them: otherwise somebody could pay for where it is cheap and have it sent to where it is not, or have a
 * business billed and then a person.
 */
export async function rechargePurchase(
  context: AppContext,
  found: PurchaseWithLines,
  { other: { charged, lines }, agreed, merge }: Recharge,
): Promise<Outcome<null>> {
  const { purchase } = found;
  const { totalMinor } = charged.totals;
  const refuse = (instead: string): Failure => {
    const field = isDeepStrictEqual(purchase.delivery, merge(purchase).delivery) ? 'billingAddressId' : 'addressId';
    const [is, was] = [formatMoney(totalMinor), formatMoney(purchase.totalMinor)];
    const inAll = is === was ? 'tax or shipping would be something else' : `the order costs ${is} instead of ${was}`;
    return fail('invalid', { fields: { [field]: `With this address, ${inAll}. ${instead}` } });
  };
  if (purchase.paidAt) return refuse('Please choose one where it is the same, or write to us.');
  if (totalMinor !== purchase.totalMinor && (agreed === undefined || decimalToMinor(agreed) !== totalMinor))
    return { ...refuse(AGREE), code: 'price_changed', extra: { total: minorToDecimal(totalMinor) } };
  const payable = checkTotal(charged, undefined);
  if (!payable.ok) return payable;
  const changed = await changeUnpaidPurchase(context, purchase.id, {
    event: 'cancel',
    refusal: 'The address was not changed.',
    check(locked) {
      if (locked.purchase.paidAt) return fail('already_paid');
      if (locked.purchase.state !== 'placed') return fail('order_ended');
      return isUnchanged(found, locked) ? ok(null) : CHANGED_MEANWHILE;
    },
    async apply(tx, { purchase: locked }) {
      await recordPurchaseTexts(tx, locked.id, merge(locked));
      await recordCharges(tx, locked.id, lines, charged);
    },
  });
  return changed.ok ? ok(null) : changed;
}

const AGREE = 'Please agree to the new total, or choose another address.';
/** Somebody else's device was faster: its buyer has to see the new total first. */
export const CHANGED_MEANWHILE = fail('price_changed', {
  fields: { addressId: 'This order has just been changed. Please check its total and choose the address again.' },
});
