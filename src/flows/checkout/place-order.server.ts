import { createHash } from 'node:crypto';
import { getToolRow, listToolIdsByName, type ToolRow } from '#src/features/catalogue/queries.server.ts';
import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import type { Email } from '#src/features/mail/email-data.ts';
import { getSubject } from '#src/features/mail/templates/subjects.ts';
import type { NewOrder } from '#src/features/orders/contract.ts';
import { getOrderByIdempotencyKey } from '#src/features/orders/queries.server.ts';
import { isQuantityInRange, orderTotalCents } from '#src/features/orders/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { isUniqueViolation } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { CURRENCY, centsToDecimal, decimalToCents, MAX_PAYMENT_CENTS, MIN_PAYMENT_CENTS } from '#src/shared/money.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { getHoldTerms, refuseUnpaidOrder } from './bound-unpaid-orders.server.ts';

export interface PlacedOrder {
  id: string;
  /** Until when it can be paid. */
  holdExpiresAt: Date;
}

/**
 * Places an order. One statement takes the stock and inserts order, hold, mail and audit event: all or nothing. A
 * repeated idempotency key returns the same order.
 */
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
  let holdExpiresAt: Date;
  try {
    const result = await reserveStockAndInsert(context, caller, {
      id,
      tool,
      quantity: order.quantity,
      idempotencyKey: idempotencyKey ?? null,
      fingerprint,
    });
    if (result === 'account' || result === 'network')
      return (await previousResult()) ?? refuseUnpaidOrder(context, caller, result);
    if (result === 'not_placed') {
      if (await isUserDisabled(context.db, caller.userId)) return fail('account_disabled');
      // Another customer was faster: the failure names the current stock.
      const now = await getToolRow(context.db, tool.id);
      return (await previousResult()) ?? (now && checkOrder(now, order)) ?? fail('out_of_stock');
    }
    holdExpiresAt = result;
  } catch (error) {
    // The order may be committed although its result was lost: cached pages must not be older than it.
    context.responseCache.invalidate('tools', `tool:${tool.id}`);
    const first = isUniqueViolation(error, 'orders_idempotency') ? await previousResult() : null;
    if (first) return first;
    throw error;
  }
  context.responseCache.invalidate('tools', `tool:${tool.id}`);
  return ok({ id, holdExpiresAt });
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
  ), refused as materialized (
    select refuse_unpaid_order($2, $23, $22::boolean, $24, $25) as bound
  ), taken as (
    update tools set available = available - $6::integer, held = held + $6::integer
    where id = $5 and available >= $6::integer and min_order_quantity <= $6::integer and unit_price_cents = $7::integer
      and exists (select from buyer) and (select bound from refused) is null
    returning id, item_name, image, unit_price_cents
  ), placed as (
    insert into orders (id, user_id, tool_id, name, email, item_name, image, quantity, unit_price_cents, total_cents,
                        currency, idempotency_key, idempotency_fingerprint)
    select $1, $2, taken.id, $3, $4, taken.item_name, taken.image, $6::integer, taken.unit_price_cents, $8::bigint,
           $9, $10, $11
    from taken returning id, tool_id
  ), held as (
    insert into stock_holds (order_id, tool_id, quantity, expires_at, network, is_unconfirmed)
    select id, tool_id, $6::integer, now() + make_interval(secs => $12::double precision), $23, $22::boolean from placed
    returning expires_at
  ), mailed as (
    insert into mails (id, kind, recipient, subject, data, order_id, state)
    select $13, 'order_placed', $4, $14, $15::jsonb, id, $16 from placed
    where (select email_confirmed from users where id = $2) and (
      select count(*) from (select placed_at from orders where user_id = $2 order by seq desc limit $21) newest
      where placed_at > now() - interval '1 day'
    ) < $21
  ), audited as (
    insert into audit_events (id, actor, actor_id, actor_email, actor_role, action, subject, subject_id, subject_name,
                              after, address)
    select $17, 'user', $2, $4, $18, 'order.placed', 'order', placed.id, taken.item_name, $19::jsonb, $20
    from placed, taken
  )
  select (select expires_at from held) as hold_expires_at, (select bound from refused) as bound`;

interface OrderValues {
  id: string;
  tool: ToolRow;
  quantity: number;
  idempotencyKey: string | null;
  fingerprint: string | null;
}

/** Which bound of unpaid orders refuses another one: the account's, or that of its network. */
type Bound = 'account' | 'network';

/** One statement is one round trip and one durable commit. Returns until when the stock is held, or why it is not. */
async function reserveStockAndInsert(
  context: AppContext,
  caller: Caller,
  { id, tool, quantity, idempotencyKey, fingerprint }: OrderValues,
): Promise<Date | 'not_placed' | Bound> {
  const totalCents = orderTotalCents(quantity, tool.unitPriceCents);
  const { holdHours, isUnconfirmed, limits } = getHoldTerms(context, caller);
  const order = { id, name: caller.displayName, itemName: tool.itemName, quantity, totalCents };
  const email: Email = { kind: 'order_placed', data: { order, holdHours } };
  const { rows } = await context.pool.query<{ hold_expires_at: Date | null; bound: Bound | null }>({
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
      holdHours * 3600,
      newIdentifier(),
      getSubject(email, context.getCompany().name),
      JSON.stringify(email.data),
      context.initialMailState,
      newIdentifier(),
      caller.role,
      JSON.stringify({ state: 'placed', quantity, total: centsToDecimal(totalCents) }),
      caller.address,
      MAX_PLACED_MAILS,
      isUnconfirmed,
      limits ? caller.address : null,
      limits?.account ?? null,
      limits?.network ?? null,
    ],
  });
  const [row] = rows;
  if (!row?.hold_expires_at) return row?.bound ?? 'not_placed';
  context.notify('mail');
  return row.hold_expires_at;
}

/** The result of the first request with this key, or null when the key is new. */
async function getPreviousResult(
  context: AppContext,
  caller: Caller,
  key: string,
  fingerprint: string | null,
): Promise<Outcome<PlacedOrder> | null> {
  const first = await getOrderByIdempotencyKey(context.db, caller.userId, key);
  if (!first) return null;
  const { id, holdExpiresAt } = first;
  return first.fingerprint === fingerprint ? ok({ id, holdExpiresAt }) : fail('idempotency_key_reused');
}

function hashOrder({ toolId, itemName, quantity, price }: NewOrder): string {
  return createHash('sha256')
    .update(JSON.stringify([toolId ?? null, itemName, quantity, decimalToCents(price)]))
    .digest('base64url');
}
