import type * as z from 'zod';
import { minorToDecimal } from '#src/shared/money.ts';
import { formatAddress } from '#src/shared/postal-address/address-format.ts';
import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { toWireTaxes, toWireTotals } from '#src/shared/totals/purchase-charges.ts';
import type { purchaseShape } from './contract.ts';
import type { PurchaseRow } from './queries.server.ts';

type WirePurchase = { [K in keyof typeof purchaseShape]: z.infer<(typeof purchaseShape)[K]> };

/**
 * A purchase on the wire, without its lines. `holdExpiresAt` is that of its unpaid lines. Addresses in `homeCountry`
 * don't name their country; with null, all do.
 */
export function toWirePurchase(
  row: PurchaseRow,
  { holdExpiresAt, homeCountry }: { holdExpiresAt: string | null; homeCountry: string | null },
): WirePurchase {
  return {
    _id: row.id,
    number: row.number,
    state: row.state,
    name: row.name,
    email: row.email,
    total: minorToDecimal(row.totalMinor),
    totals: toWireTotals(row),
    taxes: toWireTaxes(row.charges?.taxes ?? []),
    pricesInclude: row.charges?.tax?.pricesInclude ?? null,
    taxNote: row.charges?.taxNote ?? null,
    vatCheck: row.charges?.taxProof?.vatCheck ?? null,
    // Terms that only know a surcharge are no way of shipping.
    shippingMethod: (row.charges?.shipping?.methodId && row.charges.shipping.name) || null,
    promised: row.charges?.shipping?.promised ?? null,
    refunded: row.refundedMinor > 0 ? minorToDecimal(row.refundedMinor) : null,
    transactionId: row.transactionId,
    delivery: toWireAddress(row.delivery, homeCountry),
    billing: toWireAddress(row.billing, homeCountry),
    poNumber: row.poNumber,
    note: row.note,
    createdAt: row.placedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    shippedAt: row.shippedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    endReason: row.endReason,
    cancelRequest: row.cancelRequestedAt && {
      at: row.cancelRequestedAt.toISOString(),
      reason: row.cancelRequestReason,
    },
    awaitsBilling: row.paidAt !== null && row.state !== 'canceled' && row.billing === null && !row.isFromOrder,
    holdExpiresAt,
  };
}

const toWireAddress = (address: PostalAddress | null, homeCountry: string | null) =>
  address && { ...address, lines: formatAddress(address, homeCountry) };
