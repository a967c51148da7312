import { isDeepStrictEqual } from 'node:util';
import { listToolsToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import { getPurchaseWithLines, listStandingLines } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { formatMoney } from '#src/shared/money.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { chooseShipping, prepareCharging } from './charge-purchase.server.ts';
import type { PurchaseAddresses } from './read-book-addresses.server.ts';

/**
 * Why a purchase cannot be sent to another address: tax and shipping would cost something else there. Otherwise somebody
 * could order to where it is cheap and have it sent to where it is not. Null if it costs the same.
 */
export async function refuseOtherCharges(
  context: AppContext,
  caller: Caller,
  purchaseId: string,
  { delivery, billing }: PurchaseAddresses,
): Promise<Failure | null> {
  const found = delivery && (await getPurchaseWithLines(context.db, purchaseId));
  if (found?.purchase.userId !== caller.userId || isDeepStrictEqual(delivery, found.purchase.delivery)) return null;
  const { purchase } = found;
  const isCharging = context.settings.tax !== 'off' || context.shipping.get().methods.length > 0;
  if (!isCharging && !purchase.charges) return null;
  const lines = listStandingLines(found);
  const tools = await listToolsToOrder(
    context.db,
    lines.map(({ toolId }) => toolId),
  );
  const charging = prepareCharging(context, {
    lines: lines.flatMap(({ unitPriceMinor, quantity }, at) => {
      const tool = tools[at];
      return tool ? [{ tool: { ...tool, unitPriceMinor, volumePrices: [] }, quantity }] : [];
    }),
    delivery,
    billing: purchase.billing ?? billing,
  });
  const shippingMethodId = purchase.charges?.shipping?.methodId || undefined;
  const shipping = chooseShipping(charging, { shippingMethodId, delivery });
  const charged = shipping.ok ? charging.charge(shipping.value).totals.totalMinor : null;
  if (charged === purchase.totalMinor) return null;
  const [is, would] = [formatMoney(purchase.totalMinor), charged === null ? null : formatMoney(charged)];
  const what = purchase.paidAt
    ? 'Please choose an address where it costs the same, or write to us.'
    : 'Please cancel this order and place it again.';
  return fail('invalid', {
    fields: {
      addressId: would
        ? `With tax and shipping to this address, the order would cost ${would} instead of ${is}. ${what}`
        : `This order cannot be shipped to this address as it is. ${what}`,
    },
  });
}
