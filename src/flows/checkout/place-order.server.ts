import { listToolIdsByName } from '#src/features/catalogue/tool/queries.server.ts';
import type { NewOrder } from '#src/features/orders/contract.ts';
import { getOrderByIdempotencyKey } from '#src/features/orders/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { toOrderBudget } from '#src/flows/taxes/ask-tax-service.server.ts';
import { readTaxBuyer } from '#src/flows/taxes/read-tax-buyer.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { doOnce, findFirstResult, toIdempotency } from '#src/platform/idempotency.server.ts';
import { decimalToMinor } from '#src/shared/money.ts';
import { fail, type Outcome } from '#src/shared/problem.ts';
import { getPayable } from '#src/shared/totals/purchase-charges.ts';
import { chargePurchase } from './charge-purchase.server.ts';
import { checkOrder, checkTotal } from './check-order.server.ts';
import { reserveLines } from './reserve-lines.server.ts';

export interface HeldOrder {
  id: string;
  /** Until when the order can be paid. */
  holdExpiresAt: Date;
  /** With tax and shipping. */
  totalMinor: number;
}

/** Places an order, which is a purchase of one line. A repeated idempotency key returns the same order. */
export async function placeOrder(
  context: AppContext,
  caller: Caller,
  order: NewOrder,
  idempotencyKey: string | undefined,
): Promise<Outcome<HeldOrder>> {
  if (order.email !== caller.email) return fail('not_your_email');
  if (order.name !== caller.displayName) {
    return fail('invalid', { fields: { name: `Please order under your own name, ${caller.displayName}.` } });
  }
  const idempotency = toIdempotency(idempotencyKey, listOrderValues(order));
  const getPreviousResult = () =>
    findFirstResult(
      idempotency,
      (key) => getOrderByIdempotencyKey(context.db, caller.userId, key),
      ({ id, holdExpiresAt, ...first }): HeldOrder => ({ id, holdExpiresAt, totalMinor: getPayable(first) }),
    );
  return doOnce(getPreviousResult, 'orders_idempotency', async () => {
    const toolId = await findToolId(context, order);
    if (!toolId)
      return fail('tool_ambiguous', { fields: { itemName: 'No tool, or more than one, has exactly this name.' } });
    const buyer = await readTaxBuyer(context, { userId: caller.userId, vatId: '', destination: null });
    return reserveLines(context, caller, {
      lines: [{ toolId, quantity: order.quantity }],
      check: ([tool = null]) => checkOrder(tool, order),
      async charge(lines) {
        const taxBudget = toOrderBudget(caller);
        const charged = await chargePurchase(context, { lines, delivery: null, buyer, taxBudget });
        return charged.ok ? checkTotal(charged.value, undefined) : charged;
      },
      idempotency: idempotency && { ...idempotency, of: 'order' },
      getPreviousResult,
      toResult: ({ id, holdExpiresAt, totalMinor }) => ({ id, holdExpiresAt, totalMinor }),
    });
  });
}

/** The tool with this id, or else the only one with this name. */
async function findToolId(context: AppContext, { toolId, itemName }: NewOrder): Promise<string | undefined> {
  if (toolId) return toolId;
  const ids = await listToolIdsByName(context.db, itemName);
  return ids.length === 1 ? ids[0] : undefined;
}

function listOrderValues({ toolId, itemName, quantity, price }: NewOrder) {
  return [toolId ?? null, itemName, quantity, decimalToMinor(price)];
}
