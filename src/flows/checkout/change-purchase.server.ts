import { isDeepStrictEqual } from 'node:util';
import type { PurchaseChange } from '#src/features/purchases/contract.ts';
import {
  getPurchaseWithLines,
  lockPurchase,
  NO_PURCHASE,
  type PurchaseRow,
  type PurchaseWithLines,
} from '#src/features/purchases/queries.server.ts';
import { recordPurchaseTexts } from '#src/features/purchases/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { issueInvoice } from '#src/flows/papers/issue-papers.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { decimalToMinor, formatMoney, minorToDecimal } from '#src/shared/money.ts';
import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { compareCharges, isUnchanged } from './compare-charges.server.ts';
import type { PurchaseTexts } from './insert-purchase.server.ts';
import { mergeAddresses, readBookAddresses } from './read-book-addresses.server.ts';
import { CHANGED_MEANWHILE, rechargePurchase } from './recharge-purchase.server.ts';

/**
 * Changes where a purchase is sent, who is billed and the buyer's notes. Until it is paid, everything can change. After
 * that, only missing parts can be added, and adding the billing address issues the invoice.
 */
export async function changePurchase(
  context: AppContext,
  caller: Caller,
  purchaseId: string,
  change: PurchaseChange,
): Promise<Outcome<null>> {
  if (!identifierSchema.safeParse(purchaseId).success) return NO_PURCHASE;
  if (change.delivery)
    return fail('invalid', { fields: { delivery: 'Please choose an address from your address book.' } });
  const named = await readBookAddresses(context, caller.userId, change);
  if (!named.ok) return named;
  const merge = (purchase: PurchaseRow): PurchaseTexts => ({
    ...mergeAddresses(purchase, named.value, change),
    poNumber: change.poNumber ?? purchase.poNumber,
    note: change.note ?? purchase.note,
  });
  let found: PurchaseWithLines | null = null;
  if (named.value.delivery || named.value.billing) {
    found = await getPurchaseWithLines(context.db, purchaseId);
    if (found?.purchase.userId !== caller.userId) return NO_PURCHASE;
    const refused = refuseChange(found.purchase, merge(found.purchase));
    if (refused) return refused;
    const other = await compareCharges(context, caller, found, merge(found.purchase));
    if (!other.ok) return other;
    if (other.value) return rechargePurchase(context, found, { other: other.value, agreed: change.total, merge });
  }
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (locked?.purchase.userId !== caller.userId) return NO_PURCHASE;
    const { purchase } = locked;
    const wanted = merge(purchase);
    const refused = refuseChange(purchase, wanted);
    if (refused) return refused;
    if (found && !isUnchanged(found, locked)) return CHANGED_MEANWHILE;
    if (purchase.paidAt) await addToPaid(tx, context, caller, locked, wanted);
    else await recordPurchaseTexts(tx, purchase.id, wanted);
    return ok(null);
  });
}

/**
 * Adds the delivery address of a paid purchase that its buyer told an admin. It becomes the billing address, too, if
 * there is none, so that an invoice is issued. An existing address stays.
 */
export async function addMissingAddress(
  context: AppContext,
  caller: Caller,
  purchaseId: string,
  { delivery, total, ...others }: PurchaseChange,
): Promise<Outcome<null>> {
  const [other] = Object.keys(others);
  if (other) return fail('invalid', { fields: { [other]: 'Only the buyer can change this.' } });
  if (!delivery) return fail('invalid', { fields: { delivery: 'Please enter the address.' } });
  if (!identifierSchema.safeParse(purchaseId).success) return NO_PURCHASE;
  const found = await getPurchaseWithLines(context.db, purchaseId);
  const refused = found?.purchase.paidAt ? await askBeforeLoss(context, caller, found, { delivery, total }) : null;
  if (refused) return refused;
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked) return NO_PURCHASE;
    const { purchase } = locked;
    if (purchase.state === 'canceled' || purchase.state === 'expired') return fail('order_ended');
    if (!purchase.paidAt) return fail('not_paid', { detail: 'The buyer chooses the shipping address before paying.' });
    if (purchase.delivery) return fail('purchase_agreed');
    const { billing, poNumber, note } = purchase;
    await addToPaid(tx, context, caller, locked, { delivery, billing: billing ?? delivery, poNumber, note });
    return ok(null);
  });
}

/**
 * Whether a paid purchase should have cost something else at this address, so that the shop would bear the difference.
 * An admin who sends what was paid as `total` has read that.
 */
async function askBeforeLoss(
  context: AppContext,
  caller: Caller,
  found: PurchaseWithLines,
  { delivery, total }: { delivery: PostalAddress; total: PurchaseChange['total'] },
): Promise<Failure | null> {
  const { purchase } = found;
  if (purchase.delivery || (total !== undefined && decimalToMinor(total) === purchase.totalMinor)) return null;
  const wanted = { delivery, billing: purchase.billing ?? delivery };
  const other = await compareCharges(context, { ...caller, userId: purchase.userId }, found, wanted);
  if (other.ok && !other.value) return null;
  const reason = other.ok
    ? `At this address, the order costs ${formatMoney(other.value?.charged.totals.totalMinor ?? 0)}, and ${formatMoney(purchase.totalMinor)} was paid.`
    : (Object.values(other.fields ?? {})[0] ?? other.detail ?? '');
  return fail('price_changed', {
    detail: `${reason} To send it there anyway, save the address again.`,
    extra: { total: minorToDecimal(purchase.totalMinor) },
  });
}

/** Stores what a paid purchase lacked, who added it, and the invoice that was waiting for it. */
async function addToPaid(
  tx: Tx,
  context: Pick<AppContext, 'getCompany' | 'log'>,
  caller: Caller,
  locked: PurchaseWithLines,
  texts: PurchaseTexts,
): Promise<void> {
  const { purchase } = locked;
  await recordPurchaseTexts(tx, purchase.id, texts);
  await recordAuditEvents(tx, {
    by: caller,
    action: 'order.addressed',
    id: purchase.id,
    name: purchase.number,
    after: { country: texts.delivery?.country ?? '' },
  });
  await issueInvoice(tx, context, { ...locked, purchase: { ...purchase, ...texts } });
}

/** Why a purchase cannot get these: it has ended, or something would change that existed when it was paid. */
function refuseChange(purchase: PurchaseRow, wanted: PurchaseTexts): Failure | null {
  if (purchase.state === 'canceled' || purchase.state === 'expired') return fail('order_ended');
  const isAgreed = (['delivery', 'billing', 'poNumber', 'note'] as const).some(
    (name) => purchase[name] && !isDeepStrictEqual(purchase[name], wanted[name]),
  );
  return purchase.paidAt && isAgreed ? fail('purchase_agreed') : null;
}
