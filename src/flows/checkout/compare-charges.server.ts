import { isDeepStrictEqual } from 'node:util';
import { listToolsToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { toOrderBudget } from '#src/flows/taxes/ask-tax-service.server.ts';
import { readTaxBuyer } from '#src/flows/taxes/read-tax-buyer.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import type { ChargedPurchase, PurchaseCharges } from '#src/shared/totals/purchase-charges.ts';
import { readTaxCase } from '#src/shared/totals/tax-case.ts';
import { chooseShippingOrCheapest, prepareCharging } from './charge-purchase.server.ts';
import type { PurchaseAddresses } from './read-book-addresses.server.ts';

export interface OtherCharges {
  charged: ChargedPurchase;
  /** The lines that it was calculated for, with the tax classes of today. */
  lines: { id: string; totalMinor: number; taxClass: string | null }[];
}

/**
 * What a purchase would cost with other addresses, or null if they make no difference: by today's terms, both cost the
 * same on the same conditions, and it was charged for the same reason when it was placed. Rates that have changed since
 * make none. Fails if it cannot be sent to the wanted address.
 */
export async function compareCharges(
  context: AppContext,
  caller: Caller,
  found: PurchaseWithLines,
  wanted: PurchaseAddresses,
): Promise<Outcome<OtherCharges | null>> {
  const { purchase } = found;
  const stored: PurchaseAddresses = { delivery: purchase.delivery, billing: purchase.billing };
  if (isDeepStrictEqual(stored, { delivery: wanted.delivery, billing: wanted.billing })) return ok(null);
  const standing = listStandingLines(found);
  const tools = await listToolsToOrder(
    context.db,
    standing.map(({ toolId }) => toolId),
  );
  // The prices are those of the purchase.
  const priced = standing.flatMap(({ unitPriceMinor, quantity }, at) => {
    const tool = tools[at];
    return tool ? [{ tool: { ...tool, unitPriceMinor, volumePrices: [] }, quantity }] : [];
  });
  const taxBudget = toOrderBudget(caller);
  const charge = async ({ delivery, billing }: PurchaseAddresses): Promise<Outcome<ChargedPurchase>> => {
    const vatId = billing?.vatId ?? '';
    const buyer = await readTaxBuyer(context, { userId: caller.userId, vatId, destination: delivery, asker: caller });
    const charging = prepareCharging(context, { lines: priced, delivery, buyer, taxBudget });
    const shippingMethodId = purchase.charges?.shipping?.methodId || undefined;
    const shipping = chooseShippingOrCheapest(charging, { shippingMethodId, delivery });
    return shipping.ok ? charging.charge(shipping.value) : shipping;
  };
  const would = await charge(wanted);
  if (!would.ok) return would;
  const is = await charge(stored);
  const isSame = is.ok && isDeepStrictEqual(toEffect(is.value), toEffect(would.value));
  if (isSame && isDeepStrictEqual(toReason(purchase.charges), toReason(would.value.charges))) return ok(null);
  const lines = standing.map(({ id, totalMinor }, at) => ({
    id,
    totalMinor,
    taxClass: would.value.taxClasses[at] ?? null,
  }));
  return ok({ charged: would.value, lines });
}

/** Whether a purchase is still what was compared. It was read before its lock. */
export function isUnchanged(compared: PurchaseWithLines, locked: PurchaseWithLines): boolean {
  const toCompared = (found: PurchaseWithLines) => {
    const { totalMinor, paidAt, delivery, billing, charges } = found.purchase;
    return { totalMinor, paidAt, delivery, billing, charges, lines: listStandingLines(found).map(({ id }) => id) };
  };
  return isDeepStrictEqual(toCompared(compared), toCompared(locked));
}

/** What of the charges the buyer or the tax office notices, now or once lines have left the purchase. */
function toEffect({ totals: { totalMinor, taxes }, charges }: ChargedPurchase) {
  const { promised: _, days: _days, ...shipping } = charges?.shipping ?? {};
  return { totalMinor, taxes, tax: charges?.tax, shipping, ...toReason(charges) };
}

/** Why it is taxed or not. A certificate or VAT ID that spared the buyer the tax may not hold any more. */
const toReason = (charges: PurchaseCharges | null) => ({
  taxKind: readTaxCase(charges).kind,
  taxNote: charges?.taxNote ?? null,
});
