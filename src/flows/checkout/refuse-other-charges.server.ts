import { isDeepStrictEqual } from 'node:util';
import { listToolsToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import type { PurchaseChange } from '#src/features/purchases/contract.ts';
import { getPurchaseWithLines, listStandingLines } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { formatMoney } from '#src/shared/money.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { chooseShippingOrCheapest, prepareCharging } from './charge-purchase.server.ts';
import { mergeAddresses, type PurchaseAddresses } from './read-book-addresses.server.ts';

/**
 * Why a purchase cannot have other addresses: with them, tax or shipping would be something else. Otherwise somebody
 * could order to where it is cheap and have it sent to where it is not, or have a business billed and then a person.
 * Both are calculated by today's terms, which may differ from those of the purchase. Null if it makes no difference.
 */
export async function refuseOtherCharges(
  context: AppContext,
  caller: Caller,
  purchaseId: string,
  { billingAddressId, named }: Pick<PurchaseChange, 'billingAddressId'> & { named: PurchaseAddresses },
): Promise<Failure | null> {
  const isCharging = context.settings.tax !== 'off' || context.shipping.get().methods.length > 0;
  if (!isCharging || (!named.delivery && !named.billing)) return null;
  const found = await getPurchaseWithLines(context.db, purchaseId);
  if (found?.purchase.userId !== caller.userId) return null;
  const { purchase } = found;
  const stored: PurchaseAddresses = { delivery: purchase.delivery, billing: purchase.billing };
  const wanted = mergeAddresses(stored, named, { billingAddressId });
  if (isDeepStrictEqual(stored, wanted)) return null;
  const lines = listStandingLines(found);
  const tools = await listToolsToOrder(
    context.db,
    lines.map(({ toolId }) => toolId),
  );
  const priced = lines.flatMap(({ unitPriceMinor, quantity }, at) => {
    const tool = tools[at];
    return tool ? [{ tool: { ...tool, unitPriceMinor, volumePrices: [] }, quantity }] : [];
  });
  const charge = ({ delivery, billing }: PurchaseAddresses) => {
    const charging = prepareCharging(context, { lines: priced, delivery, billing });
    const shippingMethodId = purchase.charges?.shipping?.methodId || undefined;
    const shipping = chooseShippingOrCheapest(charging, { shippingMethodId, delivery });
    if (!shipping.ok) return null;
    const { totals, charges } = charging.charge(shipping.value);
    return {
      totalMinor: totals.totalMinor,
      taxes: totals.taxes,
      taxNote: charges?.taxNote ?? null,
      taxKind: charges?.taxCase?.kind,
    };
  };
  const [is, would] = [charge(stored), charge(wanted)];
  if (isDeepStrictEqual(is, would)) return null;
  const what = purchase.paidAt
    ? 'Please choose one where they are the same, or write to us.'
    : 'Please cancel this order and place it again.';
  const instead =
    is && would && is.totalMinor !== would.totalMinor
      ? ` (${formatMoney(would.totalMinor)} in all instead of ${formatMoney(is.totalMinor)})`
      : '';
  const field = isDeepStrictEqual(stored.delivery, wanted.delivery) ? 'billingAddressId' : 'addressId';
  return fail('invalid', {
    fields: { [field]: `With this address, tax or shipping would be something else${instead}. ${what}` },
  });
}
