import { isDeepStrictEqual } from 'node:util';
import type { PurchaseChange } from '#src/features/purchases/contract.ts';
import { lockPurchase, type PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { recordPurchaseTexts } from '#src/features/purchases/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { issueInvoice } from '#src/flows/papers/issue-papers.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { readBookAddresses } from './read-book-addresses.server.ts';

/**
 * Says where a purchase goes, who is billed, and what else its buyer notes. Until it is paid all of it can change; after that
 * only what is missing can be added, and the invoice follows its billing address.
 */
export async function changePurchase(
  context: Pick<AppContext, 'db' | 'getCompany' | 'log'>,
  caller: Caller,
  purchaseId: string,
  change: PurchaseChange,
): Promise<Outcome<null>> {
  const missing = fail('not_found', { detail: 'There is no such order.' });
  if (!identifierSchema.safeParse(purchaseId).success) return missing;
  const named = await readBookAddresses(context.db, caller.userId, change);
  if (!named.ok) return named;
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (locked?.purchase.userId !== caller.userId) return missing;
    const { purchase } = locked;
    if (purchase.state === 'canceled' || purchase.state === 'expired') return fail('order_ended');
    const { delivery, billing } = named.value;
    const wanted = {
      delivery: delivery ?? purchase.delivery,
      // A billing address that was said before stays when only the delivery changes.
      billing: change.billingAddressId ? billing : (purchase.billing ?? billing),
      poNumber: change.poNumber ?? purchase.poNumber,
      note: change.note ?? purchase.note,
    };
    if (purchase.paidAt && isAgreed(purchase, wanted)) return fail('purchase_agreed');
    await recordPurchaseTexts(tx, purchase.id, wanted);
    if (purchase.paidAt) {
      await recordAuditEvents(tx, {
        by: caller,
        action: 'order.addressed',
        id: purchase.id,
        name: purchase.number,
        after: { country: wanted.delivery?.country ?? '' },
      });
      await issueInvoice(tx, context, { ...locked, purchase: { ...purchase, ...wanted } });
    }
    return ok(null);
  });
}

type Texts = Pick<PurchaseRow, 'delivery' | 'billing' | 'poNumber' | 'note'>;

/** Whether something would change that was there when the purchase was paid. */
function isAgreed(purchase: Texts, wanted: Texts): boolean {
  return (['delivery', 'billing', 'poNumber', 'note'] as const).some(
    (name) => purchase[name] && !isDeepStrictEqual(purchase[name], wanted[name]),
  );
}
