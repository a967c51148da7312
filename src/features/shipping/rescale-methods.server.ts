import { eq } from 'drizzle-orm';
import type { Tx } from '#src/platform/database.server.ts';
import type { ShopCurrency } from '#src/shared/money.ts';
import { listMethodRows } from './queries.server.ts';
import { shippingMethods } from './tables.server.ts';

/** Writes all amounts of shipping methods in the minor units of another currency: the same figures, rounded if need be. */
export async function rescaleMethods(tx: Tx, from: ShopCurrency, to: ShopCurrency): Promise<void> {
  const factor = 10 ** (to.digits - from.digits) / to.stepMinor;
  const rescale = (minor: number) =>
    minor === 0 ? 0 : Math.min(to.maxMinor, Math.max(1, Math.round(minor * factor)) * to.stepMinor);
  // There are at most 200, and this happens once in the life of a shop.
  for (const { id, kind, rates, upTo, freeFromMinor, handlingMinor, version } of await listMethodRows(tx)) {
    const isByValue = kind === 'by_value';
    await tx
      .update(shippingMethods)
      .set({
        rates: rates.map((rate) => ({
          from: isByValue ? rescale(rate.from) : rate.from,
          priceMinor: rescale(rate.priceMinor),
        })),
        upTo: upTo !== null && isByValue ? rescale(upTo) : upTo,
        freeFromMinor: freeFromMinor === null ? null : rescale(freeFromMinor),
        handlingMinor: rescale(handlingMinor),
        version: version + 1,
      })
      .where(eq(shippingMethods.id, id));
  }
}
