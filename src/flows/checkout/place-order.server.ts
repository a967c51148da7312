import { createHash } from 'node:crypto';
import { getToolRow, listToolIdsByName, type ToolRow } from '#src/features/catalogue/queries.server.ts';
import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import type { Email } from '#src/features/mail/email-data.ts';
import { getSubject } from '#src/features/mail/templates/subjects.ts';
import type { NewOrder } from '#src/features/orders/contract.ts';
import { getOrderByIdempotencyKey, type OrderRow } from '#src/features/orders/queries.server.ts';
import { isQuantityInRange, orderTotalCents } from '#src/features/orders/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { isUniqueViolation } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { CURRENCY, centsToDecimal, decimalToCents, MAX_PAYMENT_CENTS, MIN_PAYMENT_CENTS } from '#src/shared/money.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';

/**
 * Places an order. One statement takes the stock and inserts order, hold, mail and audit event: all or nothing. Returns the order's
 * id; a repeated idempotency key returns the same id.
 */
export async function placeOrder(
  context: AppContext,
  caller: Caller,
  order: NewOrder,
  idempotencyKey: string | undefined,
): Promise<Outcome<string>> {
  if (order.email !== caller.email) return fail('not_your_email');
  if (order.name !== caller.displayName) {
    return fail('invalid', { fields: { name: `Please order under your own name, ${caller.displayName}.` } });
  }
  const fingerprint = idempotencyKey ? hashOrder(order) : null;
  const previousResult = () =>
    idempotencyKey ? getPreviousResult(context, caller, idempotencyKey, fingerprint) : null;
  const replayed = await previousResult();
  if (replayed) return replayed;

  const found = await getTool(context, order);
  if (!found.ok) return found;
  const tool = found.value;
  const failure = checkOrder(tool, order);
  // A concurrent request with the same key may have taken the last pieces: then its result is also ours.
  if (failure) return (await previousResult()) ?? failure;

  const id = newIdentifier();
  try {
    const taken = await reserveStockAndInsert(context, caller, {
      id,
      tool,
      quantity: order.quantity,
      idempotencyKey: idempotencyKey ?? null,
      fingerprint,
    });
    if (!taken) {
      if (await isUserDisabled(context.db, caller.userId)) return fail('account_disabled');
      // Another customer was faster: the failure names the current stock.
      const now = await getToolRow(context.db, tool.id);
      return (await previousResult()) ?? (now && checkOrder(now, order)) ?? fail('out_of_stock');
    }
  } catch (error) {
    // The order may be committed although its result was lost: cached pages must not be older than it.
    context.responseCache.invalidate('tools', `tool:${tool.id}`);
    const first = isUniqueViolation(error, 'orders_idempotency') ? await previousResult() : null;
    if (first) return first;
    throw error;
  }
  context.responseCache.invalidate('tools', `tool:${tool.id}`);
  return ok(id);
}

async function getTool(context: AppContext, order: NewOrder): Promise<Outcome<ToolRow>> {
  let id = order.toolId;
  if (!id) {
    const ids = await listToolIdsByName(context.db, order.itemName);
    if (ids.length !== 1 || !ids[0])
      return fail('tool_ambiguous', { fields: { itemName: 'No tool, or more than one, has exactly this name.' } });
    id = ids[0];
  }
  const tool = await getToolRow(context.db, id);
  if (!tool) return fail('invalid', { fields: { toolId: 'There is no such tool.' } });
  if (tool.itemName !== order.itemName)
    return fail('invalid', { fields: { itemName: 'This is not the name of this tool.' } });
  return ok(tool);
}

function checkOrder(tool: ToolRow, order: NewOrder): Failure | null {
  const { minOrderQuantity: min, available: max } = tool;
  if (!isQuantityInRange(order.quantity, { min, max })) {
    const sentence = max < min ? 'This tool is out of stock.' : `Please Order Between ${min} && ${max}`;
    const code = order.quantity >= min ? 'out_of_stock' : 'quantity_out_of_range';
    return fail(code, { detail: sentence, fields: { quantity: sentence }, extra: { min, max } });
  }
  const totalCents = orderTotalCents(order.quantity, tool.unitPriceCents);
  if (totalCents < MIN_PAYMENT_CENTS)
    return fail('order_too_small', { fields: { quantity: 'Please order more pieces.' } });
  if (totalCents > MAX_PAYMENT_CENTS)
    return fail('order_too_large', { fields: { quantity: 'Please order in several parts.' } });
  if (String(order.price).trim() === '' || Number.isNaN(Number(order.price))) {
    return fail('invalid', { fields: { price: 'Please send the total as a decimal amount.' } });
  }
  if (decimalToCents(order.price) !== totalCents) {
    return fail('price_changed', {
      extra: { price: centsToDecimal(totalCents) },
      fields: { price: `The total is ${centsToDecimal(totalCents)}.` },
    });
  }
  return null;
}

/** Emails about new orders that one account gets in a day. */
const MAX_PLACED_MAILS = 50;

// Written by hand and named: PostgreSQL plans it once per connection, and every order runs it.
const PLACE_ORDER = `
  with buyer as (
    select id from users where id = $2 and disabled_at is null for share
  ), taken as (
    update tools set available = available - $6::integer, held = held + $6::integer
    where id = $5 and available >= $6::integer and min_order_quantity <= $6::integer and unit_price_cents = $7::integer
      and exists (select from buyer)
    returning id, item_name, image, unit_price_cents
  ), placed as (
    insert into orders (id, user_id, tool_id, name, email, item_name, image, quantity, unit_price_cents, total_cents,
                        currency, idempotency_key, idempotency_fingerprint)
    select $1, $2, taken.id, $3, $4, taken.item_name, taken.image, $6::integer, taken.unit_price_cents, $8::bigint,
           $9, $10, $11
    from taken returning id, tool_id
  ), held as (
    insert into stock_holds (order_id, tool_id, quantity, expires_at)
    select id, tool_id, $6::integer, now() + make_interval(secs => $12::double precision) from placed
  ), mailed as (
    insert into mails (id, kind, recipient, subject, data, order_id, state)
    select $13, 'order_placed', $4, $14, $15::jsonb, id, $16 from placed
    where (select email_confirmed from users where id = $2) and (
      select count(*) from (
        select from orders where user_id = $2 and placed_at > now() - interval '1 day' order by seq desc limit $21) today
    ) < $21
  ), audited as (
    insert into audit_events (id, actor, actor_id, actor_email, actor_role, action, subject, subject_id, subject_name,
                              after, address)
    select $17, 'user', $2, $4, $18, 'order.placed', 'order', placed.id, taken.item_name, $19::jsonb, $20
    from placed, taken
  )
  select id from placed`;

interface OrderValues {
  id: string;
  tool: ToolRow;
  quantity: number;
  idempotencyKey: string | null;
  fingerprint: string | null;
}

/** Returns whether the stock sufficed. One statement is one round trip and one durable commit. */
async function reserveStockAndInsert(
  context: AppContext,
  caller: Caller,
  { id, tool, quantity, idempotencyKey, fingerprint }: OrderValues,
): Promise<boolean> {
  const totalCents = orderTotalCents(quantity, tool.unitPriceCents);
  const order = { id, name: caller.displayName, itemName: tool.itemName, quantity, totalCents };
  const email: Email = { kind: 'order_placed', data: { order, holdHours: context.holdHours } };
  const { rows } = await context.pool.query<{ id: string }>({
    name: 'place_order',
    text: PLACE_ORDER,
    values: [
      id,
      caller.userId,
      caller.displayName,
      caller.email,
      tool.id,
      quantity,
      tool.unitPriceCents,
      totalCents,
      CURRENCY,
      idempotencyKey,
      fingerprint,
      context.holdHours * 3600,
      newIdentifier(),
      getSubject(email),
      JSON.stringify(email.data),
      context.initialMailState,
      newIdentifier(),
      caller.role,
      JSON.stringify({ state: 'placed', quantity, total: centsToDecimal(totalCents) }),
      caller.address,
      MAX_PLACED_MAILS,
    ],
  });
  if (rows.length === 1) context.notify('mail');
  return rows.length === 1;
}

/** The result of the first request with this key, or null when the key is new. */
async function getPreviousResult(
  context: AppContext,
  caller: Caller,
  key: string,
  fingerprint: string | null,
): Promise<Outcome<string> | null> {
  const first: OrderRow | null = await getOrderByIdempotencyKey(context.db, caller.userId, key);
  if (!first) return null;
  return first.idempotencyFingerprint === fingerprint ? ok(first.id) : fail('idempotency_key_reused');
}

function hashOrder({ toolId, itemName, quantity, price }: NewOrder): string {
  return createHash('sha256')
    .update(JSON.stringify([toolId ?? null, itemName, quantity, decimalToCents(price)]))
    .digest('base64url');
}
