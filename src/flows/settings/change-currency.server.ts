import { rescaleBaskets } from '#src/features/basket/rescale-baskets.server.ts';
import { countUnpayable, rescalePrices, toRescale } from '#src/features/catalogue/keeping/rescale-prices.server.ts';
import { getFirstPurchase } from '#src/features/purchases/first-purchase.server.ts';
import { SHIPPING_TAG } from '#src/features/shipping/change-shipping.server.ts';
import { rescaleMethods } from '#src/features/shipping/rescale-methods.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { lockCurrency } from '#src/platform/currency-lock.server.ts';
import { publishChange, type Tx } from '#src/platform/database.server.ts';
import type { Currency } from '#src/shared/currencies.ts';
import { formatMoney } from '#src/shared/money.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { toShopCurrency } from './shop-currency.server.ts';

/**
 * Makes another currency that of the shop, as long as nobody has ordered: prices keep the figures that people read.
 * Returns why not, or null. An order that is being placed meanwhile either is found here or finds the new currency.
 */
export async function changeCurrency(
  { provider }: Pick<AppContext, 'provider'>,
  tx: Tx,
  { from, to }: { from: Currency; to: Currency },
): Promise<Failure | null> {
  await lockCurrency(tx);
  const first = await getFirstPurchase(tx);
  if (first) return refuse(`Orders have been in ${from} since ${first.number}, so it can no longer be changed.`);
  const [before, after] = [toShopCurrency(provider, from), toShopCurrency(provider, to)];
  const isSameScale = before.digits === after.digits && before.stepMinor === after.stepMinor;
  const rescale = toRescale(before, after);
  const unpayable = await countUnpayable(tx, rescale, after.maxMinor);
  if (unpayable > 0) {
    const most = formatMoney(after.maxMinor, after);
    return refuse(
      `${unpayable === 1 ? 'One product costs' : `${unpayable} products cost`} more than ${most}, the largest card payment in this currency. Please lower these prices first.`,
    );
  }
  if (isSameScale) return null;
  await rescalePrices(tx, rescale);
  await rescaleBaskets(tx, rescale);
  await rescaleMethods(tx, before, after);
  publishChange(tx, [SHIPPING_TAG]);
  return null;
}

const refuse = (sentence: string) => fail('invalid', { fields: { 'settings.currency': sentence } });
