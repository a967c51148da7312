import { describeMissingOrder, getOrder } from '#src/features/orders/queries.server.ts';
import type { OrderRow } from '#src/features/orders/wire.server.ts';
import { beginPurchaseYear } from '#src/features/purchases/purchase-numbers.server.ts';
import {
  getPurchaseId,
  getPurchaseWithLines,
  listUnpaidByTotal,
  NO_PURCHASE,
  type PurchaseRow,
  type PurchaseWithLines,
} from '#src/features/purchases/queries.server.ts';
import { splitLine } from '#src/features/purchases/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { chargeSeparated } from '#src/flows/purchases/charge-anew.server.ts';
import { refuseTooSmall } from '#src/flows/purchases/refuse-too-small.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { decimalToMinor, minorToDecimal } from '#src/shared/money.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { splitTotal } from '#src/shared/totals/purchase-charges.ts';
import { changeUnpaidPurchase } from './change-unpaid-purchase.server.ts';

/** What a client wants to pay: a purchase, an order with its total, or the only one with a total. */
export interface PaymentInput {
  price?: number | string | undefined;
  order?: string | undefined;
  purchase?: string | undefined;
}

/**
 * The id of the unpaid purchase that the caller wants to pay. A client that does not know purchases pays an order and
 * its total: if that is one line of several, it first becomes a purchase of its own.
 */
export async function findPurchaseToPay(
  context: AppContext,
  caller: Caller,
  { price, order, purchase }: PaymentInput,
): Promise<Outcome<string>> {
  const minor = price === undefined ? null : decimalToMinor(price);
  if (minor === null && (price !== undefined || !purchase))
    return fail('invalid', { fields: { price: 'Please send the total as a decimal number, such as 189.00.' } });
  if (purchase) return findPurchase(context, caller, purchase, minor);
  if (order) return findPurchaseOfOrder(context, caller, order, minor ?? 0);
  const [found, second] = await listUnpaidByTotal(context.db, caller.userId, minor ?? 0);
  if (!found || second)
    return fail('order_ambiguous', {
      fields: { price: 'You have no unpaid order with this total, or more than one.' },
    });
  return found.lineId ? findPurchaseOfOrder(context, caller, found.lineId, minor ?? 0) : ok(found.purchaseId);
}

async function findPurchase(
  context: AppContext,
  caller: Caller,
  id: string,
  minor: number | null,
): Promise<Outcome<string>> {
  const found = await getPurchaseWithLines(context.db, id);
  if (found?.purchase.userId !== caller.userId) return NO_PURCHASE;
  const { state, totalMinor } = found.purchase;
  if (state === 'canceled' || state === 'expired') return NO_PURCHASE;
  if (state !== 'placed') return fail('already_paid');
  return minor === null || isPriceOf(found.purchase, minor) ? ok(id) : refusePrice(totalMinor);
}

async function findPurchaseOfOrder(
  context: AppContext,
  caller: Caller,
  id: string,
  minor: number,
): Promise<Outcome<string>> {
  const order = await getOrder(context.db, id);
  if (!order || order.userId !== caller.userId || order.state === 'deleted' || order.state === 'expired')
    return describeMissingOrder(context.db, caller.userId, id);
  if (order.state !== 'placed') return fail('already_paid');
  const found = await getPurchaseWithLines(context.db, getPurchaseId(order));
  if (!found) return NO_PURCHASE;
  const { purchase, lines } = found;
  // The total of all lines is paid as one, whichever line the client names.
  if (isPriceOf(purchase, minor)) return ok(purchase.id);
  const isAlone = lines.filter(({ state }) => state === 'placed').length === 1;
  if (order.totalMinor !== minor) return refusePrice(isAlone ? purchase.totalMinor : order.totalMinor);
  if (isAlone) return ok(purchase.id);
  return refuseSeparation(context, found, order.id) ?? separate(context, caller, order, purchase);
}

/** Why a line cannot be paid apart from the others. */
function refuseSeparation(context: AppContext, { purchase, lines }: PurchaseWithLines, lineId: string): Failure | null {
  const unpaid = lines.filter(({ state }) => state === 'placed');
  const [line, others] = [unpaid.filter(({ id }) => id === lineId), unpaid.filter(({ id }) => id !== lineId)];
  return refuseTooSmall(context, { purchase, lines: unpaid, parts: [line, others] });
}

/**
 * Whether a client means a purchase by this amount: its total, or the sum of quantity × unit price, which is all that a
 * client knows that has never heard of tax and shipping. It is charged the total.
 */
const isPriceOf = (purchase: PurchaseRow, minor: number) =>
  purchase.totalMinor === minor || splitTotal(purchase).goodsMinor === minor;

function refusePrice(totalMinor: number): Failure {
  return fail('price_changed', {
    detail: 'This is not the total of the order.',
    fields: { price: `The total is ${minorToDecimal(totalMinor)}.` },
    extra: { price: minorToDecimal(totalMinor) },
  });
}

/** Moves an unpaid line into a purchase of its own, after making sure that nobody can pay the old total any more. */
async function separate(
  context: AppContext,
  caller: Caller,
  order: OrderRow,
  { id: purchaseId }: Pick<PurchaseRow, 'id'>,
): Promise<Outcome<string>> {
  await beginPurchaseYear(context);
  const separated = await changeUnpaidPurchase(context, purchaseId, {
    event: 'cancel',
    refusal: 'Nothing was changed.',
    check: ({ purchase, lines }) => {
      const unpaid = lines.filter(({ state }) => state === 'placed');
      const line = unpaid.find(({ id }) => id === order.id);
      if (!line || purchase.state !== 'placed') return fail(purchase.paidAt ? 'already_paid' : 'not_found');
      const isAlone = unpaid.length === 1;
      return (isAlone ? null : refuseSeparation(context, { purchase, lines }, line.id)) ?? ok({ line, isAlone });
    },
    apply: async (tx, { purchase, lines }, { line, isAlone }) => {
      if (isAlone) return;
      await splitLine(tx, { id: line.id, purchaseId, totalMinor: line.totalMinor });
      const others = lines.filter(({ id, state }) => state === 'placed' && id !== line.id);
      await chargeSeparated(tx, purchase, line, others);
      await recordAuditEvents(tx, {
        by: caller,
        action: 'order.separated',
        id: line.id,
        name: line.itemName,
        before: { purchase: purchase.number },
      });
    },
  });
  if (!separated.ok) return separated;
  return ok(separated.value.checked.isAlone ? purchaseId : order.id);
}
