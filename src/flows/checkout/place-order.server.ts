import { getToolToOrder, listToolIdsByName, type ToolToOrder } from '#src/features/catalogue/queries.server.ts';
import type { NewOrder } from '#src/features/orders/contract.ts';
import { getOrderByIdempotencyKey } from '#src/features/orders/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { hashRequest } from '#src/platform/request-fingerprint.server.ts';
import { decimalToCents } from '#src/shared/money.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { checkOrder } from './check-order.server.ts';
import { reserveLines } from './reserve-lines.server.ts';

export interface PlacedOrder {
  id: string;
  /** Until when it can be paid. */
  holdExpiresAt: Date;
}

/** Places an order, which is a purchase of one line. A repeated idempotency key returns the same order. */
export async function placeOrder(
  context: AppContext,
  caller: Caller,
  order: NewOrder,
  idempotencyKey: string | undefined,
): Promise<Outcome<PlacedOrder>> {
  if (order.email !== caller.email) return fail('not_your_email');
  if (order.name !== caller.displayName) {
    return fail('invalid', { fields: { name: `Please order under your own name, ${caller.displayName}.` } });
  }
  const idempotency = idempotencyKey
    ? { key: idempotencyKey, fingerprint: hashOrder(order), of: 'order' as const }
    : null;
  const getPreviousResult = async (): Promise<Outcome<PlacedOrder> | null> => {
    const first = idempotency && (await getOrderByIdempotencyKey(context.db, caller.userId, idempotency.key));
    if (!first) return null;
    const { id, holdExpiresAt } = first;
    return first.fingerprint === idempotency.fingerprint ? ok({ id, holdExpiresAt }) : fail('idempotency_key_reused');
  };
  const replayed = await getPreviousResult();
  if (replayed) return replayed;

  const found = await getTool(context, order);
  if (!found.ok) return found;
  const { id: toolId } = found.value;
  return reserveLines(context, caller, {
    lines: [{ toolId, quantity: order.quantity }],
    tools: [found.value],
    readTools: async () => {
      const tool = await getToolToOrder(context.db, toolId);
      return tool && [tool];
    },
    check: ([tool]) => (tool ? checkOrder(tool, order) : fail('out_of_stock')),
    idempotency,
    getPreviousResult,
    toResult: ({ id, holdExpiresAt }) => ({ id, holdExpiresAt }),
  });
}

async function getTool(context: AppContext, order: NewOrder): Promise<Outcome<ToolToOrder>> {
  let id = order.toolId;
  if (!id) {
    const ids = await listToolIdsByName(context.db, order.itemName);
    if (ids.length !== 1 || !ids[0])
      return fail('tool_ambiguous', { fields: { itemName: 'No tool, or more than one, has exactly this name.' } });
    id = ids[0];
  }
  const tool = await getToolToOrder(context.db, id);
  if (!tool || tool.state === 'draft') return fail('invalid', { fields: { toolId: 'There is no such tool.' } });
  if (tool.itemName !== order.itemName)
    return fail('invalid', { fields: { itemName: 'This is not the name of this tool.' } });
  return ok(tool);
}

function hashOrder({ toolId, itemName, quantity, price }: NewOrder): string {
  return hashRequest([toolId ?? null, itemName, quantity, decimalToCents(price)]);
}
