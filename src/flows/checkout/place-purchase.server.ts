import { getBasket } from '#src/features/basket/service.server.ts';
import type { NewPurchase } from '#src/features/purchases/contract.ts';
import { getPurchaseByIdempotencyKey, listHeldLines } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { toOrderBudget } from '#src/flows/taxes/ask-tax-service.server.ts';
import { readTaxBuyer } from '#src/flows/taxes/read-tax-buyer.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { doOnce, findFirstResult, toIdempotency } from '#src/platform/idempotency.server.ts';
import { failChanged } from '#src/platform/version-check.server.ts';
import { decimalToMinor } from '#src/shared/money.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import { chargePurchase } from './charge-purchase.server.ts';
import { checkLines, checkSeenTotal, checkTotal } from './check-order.server.ts';
import type { InsertedPurchase, PurchaseTexts } from './insert-purchase.server.ts';
import { readBookAddresses } from './read-book-addresses.server.ts';
import { reserveLines } from './reserve-lines.server.ts';

/**
 * Places a purchase of one or more lines at current prices: all of them or none. With `total`, nothing is placed if the
 * lines cost something else by now; with `basketVersion`, if the buyer's basket has changed or was ordered, perhaps on
 * another device. A repeated idempotency key returns the same purchase.
 */
export async function placePurchase(
  context: AppContext,
  caller: Caller,
  purchase: NewPurchase,
  idempotencyKey: string | undefined,
): Promise<Outcome<InsertedPurchase>> {
  const idempotency = toIdempotency(idempotencyKey, listPurchaseValues(purchase));
  const getPreviousResult = () =>
    findFirstResult(
      idempotency,
      (key) => getPurchaseByIdempotencyKey(context.db, caller.userId, key),
      (first) => readPlaced(context, first),
    );
  return doOnce(getPreviousResult, 'purchases_idempotency', async () => {
    const texts = await getTexts(context, caller, purchase);
    if (!texts.ok) return texts;
    const { lines, basketVersion } = purchase;
    const { delivery, billing } = texts.value;
    const vatId = billing?.vatId ?? '';
    const buyer = await readTaxBuyer(context, { userId: caller.userId, vatId, destination: delivery, asker: caller });
    const placed = await reserveLines(context, caller, {
      lines,
      check: (tools) => checkLines(tools, purchase),
      charge: async (toPlace) => {
        const { shippingMethodId } = purchase;
        const { settings } = context.shopSettings.get();
        const unseen = context.taxService && checkSeenTotal(toPlace, purchase.total, settings.pricesInclude);
        if (unseen) return unseen;
        const taxBudget = toOrderBudget(caller);
        const charged = await chargePurchase(context, {
          lines: toPlace,
          delivery,
          buyer,
          shippingMethodId,
          taxBudget,
        });
        return charged.ok ? checkTotal(charged.value, purchase.total) : charged;
      },
      idempotency: idempotency && { ...idempotency, of: 'purchase' },
      getPreviousResult,
      toResult: (inserted) => inserted,
      texts: texts.value,
      basketVersion,
    });
    if (placed.ok || basketVersion === undefined) return placed;
    // Whoever has ordered the basket on another device should not read that its tools are sold out.
    const basket = await getBasket(context.db, caller);
    return basket.version === basketVersion ? placed : failChanged('basket', { basket }, BASKET_CHANGED);
  });
}

const BASKET_CHANGED =
  'This basket has changed or was ordered in the meantime, perhaps on another device. Nothing was ordered now; please check it again.';

async function getTexts(context: AppContext, caller: Caller, purchase: NewPurchase): Promise<Outcome<PurchaseTexts>> {
  const addresses = await readBookAddresses(context, caller.userId, purchase);
  if (!addresses.ok) return addresses;
  return ok({ ...addresses.value, poNumber: purchase.poNumber, note: purchase.note });
}

async function readPlaced(
  context: AppContext,
  { id, number, totalMinor, taxMinor, charges }: Omit<InsertedPurchase, 'orders' | 'holdExpiresAt'>,
): Promise<InsertedPurchase> {
  const lines = await listHeldLines(context.db, id);
  return {
    id,
    number,
    totalMinor,
    taxMinor,
    charges,
    orders: lines.map((line) => line.id),
    holdExpiresAt: lines[0]?.expiresAt ?? new Date(0),
  };
}

function listPurchaseValues(purchase: NewPurchase) {
  const { lines, addressId, billingAddressId, poNumber, note, total, shippingMethodId } = purchase;
  return [
    lines.map(({ toolId, quantity }) => [toolId, quantity]),
    addressId ?? null,
    billingAddressId ?? null,
    poNumber,
    note,
    total === undefined ? null : decimalToMinor(total),
    ...(shippingMethodId ? [shippingMethodId] : []),
  ];
}
