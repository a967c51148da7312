import { isDeepStrictEqual } from 'node:util';
import type { PurchaseChange } from '#src/features/purchases/contract.ts';
import {
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
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { mergeAddresses, readBookAddresses } from './read-book-addresses.server.ts';
import { refuseOtherCharges } from './refuse-other-charges.server.ts';

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
  const refused = await refuseOtherCharges(context, caller, purchaseId, {
    billingAddressId: change.billingAddressId,
    named: named.value,
  });
  if (refused) return refused;
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (locked?.purchase.userId !== caller.userId) return NO_PURCHASE;
    const { purchase } = locked;
    if (purchase.state === 'canceled' || purchase.state === 'expired') return fail('order_ended');
    const wanted = {
      ...mergeAddresses(purchase, named.value, change),
      poNumber: change.poNumber ?? purchase.poNumber,
      note: change.note ?? purchase.note,
    };
    if (purchase.paidAt && isAgreed(purchase, wanted)) return fail('purchase_agreed');
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
  context: Pick<AppContext, 'db' | 'getCompany' | 'log'>,
  caller: Caller,
  purchaseId: string,
  { delivery, ...others }: PurchaseChange,
): Promise<Outcome<null>> {
  const [other] = Object.keys(others);
  if (other) return fail('invalid', { fields: { [other]: 'Only the buyer can change this.' } });
  if (!delivery) return fail('invalid', { fields: { delivery: 'Please enter the address.' } });
  if (!identifierSchema.safeParse(purchaseId).success) return NO_PURCHASE;
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

/** Stores what a paid purchase lacked, who added it, and the invoice that was waiting for it. */
async function addToPaid(
  tx: Tx,
  context: Pick<AppContext, 'getCompany' | 'log'>,
  caller: Caller,
  locked: PurchaseWithLines,
  texts: Texts,
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

type Texts = Pick<PurchaseRow, 'delivery' | 'billing' | 'poNumber' | 'note'>;

/** Whether something would change that existed when the purchase was paid. */
function isAgreed(purchase: Texts, wanted: Texts): boolean {
  return (['delivery', 'billing', 'poNumber', 'note'] as const).some(
    (name) => purchase[name] && !isDeepStrictEqual(purchase[name], wanted[name]),
  );
}
