import type { Refund } from '#src/features/refunds/contract.ts';
import { listProviderRefunds, listRefundsOfPurchase } from '#src/features/refunds/refund-lists.server.ts';
import { toRefundState } from '#src/features/refunds/rules.ts';
import { findPurchaseId } from '#src/flows/purchases/find-purchase-id.server.ts';
import { type Caller, toReader } from '#src/platform/caller.ts';
import type { Db } from '#src/platform/database.server.ts';
import { mapSlice, toPlainSlice } from '#src/platform/pagination.server.ts';
import { parseCursor } from '#src/shared/list-cursor.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import type { ListSlice } from '#src/shared/pagination.ts';

/**
 * The refunds of a purchase before `cursor`, oldest first, including those made at the card provider. Null if the
 * caller has no such purchase. Its buyer does not see who decided, or why one failed.
 */
export async function listRefunds(
  db: Db,
  caller: Caller,
  idOrNumber: string,
  cursor?: string,
): Promise<ListSlice<Refund> | null> {
  const purchaseId = await findPurchaseId(db, toReader(caller), idOrNumber);
  if (!purchaseId) return null;
  const isShop = toReader(caller) === 'shop';
  const [own, told] = await Promise.all([listRefundsOfPurchase(db, purchaseId), listProviderRefunds(db, purchaseId)]);
  const foreign = told.filter((one) => one.own === null && one.paymentState === 'captured');
  const rows = [
    ...own.map(
      ({ refund, by, lines }): Refund => ({
        _id: refund.id,
        amount: minorToDecimal(refund.amountMinor),
        state: refund.state,
        reason: refund.requestedBy ? refund.reason : null,
        cancels: refund.cancels,
        createdAt: refund.requestedAt.toISOString(),
        settledAt: refund.settledAt?.toISOString() ?? null,
        handled: refund.handledAt !== null,
        by: isShop ? by : null,
        error: isShop ? refund.lastError : null,
        shipping: minorToDecimal(refund.shippingMinor),
        lines: lines.map(({ line, itemName }) => ({
          order: line.orderId,
          itemName,
          quantity: line.quantity,
          shipped: line.quantity - line.canceledQuantity,
          amount: minorToDecimal(line.amountMinor),
          price: line.priceMinor === null ? null : minorToDecimal(line.priceMinor),
          restocked: line.restockedQuantity,
        })),
      }),
    ),
    ...foreign.map(
      ({ refund: { id, amountMinor, status, createdAt } }): Refund => ({
        _id: id,
        amount: minorToDecimal(amountMinor),
        state: toRefundState(status),
        reason: null,
        cancels: false,
        createdAt: createdAt.toISOString(),
        settledAt: null,
        handled: false,
        by: null,
        error: null,
        shipping: minorToDecimal(0),
        lines: [],
      }),
    ),
  ];
  // Their number is bounded, so the place is the number of refunds before it.
  const places = rows
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map((refund, seq) => ({ refund, id: refund._id, seq }));
  const newestFirst = places.slice(0, cursor === undefined ? undefined : parseCursor(cursor)?.seq).reverse();
  const slice = toPlainSlice(newestFirst, newestFirst.length, (place) => place);
  return mapSlice(
    slice,
    slice.rows.map(({ refund }) => refund),
  );
}
