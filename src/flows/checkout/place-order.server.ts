import { createHash } from 'node:crypto';
import { getToolToOrder, listToolIdsByName, type ToolToOrder } from '#src/features/catalogue/queries.server.ts';
import { listToolTags } from '#src/features/catalogue/service.server.ts';
import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import type { Email } from '#src/features/mail/email-data.ts';
import { getSubject } from '#src/features/mail/templates/subjects.ts';
import type { NewOrder } from '#src/features/orders/contract.ts';
import { getOrderByIdempotencyKey } from '#src/features/orders/queries.server.ts';
import { orderTotalCents } from '#src/features/orders/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { isUniqueViolation } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { CURRENCY, centsToDecimal, decimalToCents } from '#src/shared/money.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { getUnitPriceCents } from '#src/shared/quantity-solver.ts';
import { getHoldTerms, refuseUnpaidOrder } from './bound-unpaid-orders.server.ts';
import { checkOrder } from './check-order.server.ts';

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
  let tool = found.value;
  for (let attempt = 1; ; attempt += 1) {
    const failure = checkOrder(tool, order);
    // A concurrent request with the same key may have taken the last pieces: then its result is also ours.
    if (failure) return (await previousResult()) ?? failure;
    const placed = await tryToPlace(context, caller, { tool, quantity: order.quantity, idempotencyKey, fingerprint });
    if (placed === 'duplicate') return (await previousResult()) ?? fail('idempotency_key_reused');
    if (placed === 'account' || placed === 'network')
      return (await previousResult()) ?? refuseUnpaidOrder(context, caller, placed);
    if (placed !== 'not_placed') return ok(placed);
    if (await isUserDisabled(context.db, caller.userId)) return fail('account_disabled');
    // Another customer was faster, or an admin has changed the tool: the next attempt names what holds now.
    const now = await getToolToOrder(context.db, tool.id);
    if (!now || attempt === MAX_ATTEMPTS) return (await previousResult()) ?? fail('out_of_stock');
    tool = now;
  }
}

/** An admin who edits a tool just then makes an order look again, but not forever. */
const MAX_ATTEMPTS = 4;

type Attempt = Omit<OrderValues, 'id'>;

async function tryToPlace(
  context: AppContext,
  caller: Caller,
  values: Attempt,
): Promise<PlacedOrder | 'not_placed' | 'duplicate' | Bound> {
  const id = newIdentifier();
  const tags = listToolTags(values.tool.id);
  try {
    const holdExpiresAt = await reserveStockAndInsert(context, caller, { id, ...values });
    if (!(holdExpiresAt instanceof Date)) return holdExpiresAt;
    context.responseCache.invalidate(...tags);
    return { id, holdExpiresAt };
  } catch (error) {
    // The order may be committed although its result was lost: cached pages must not be older than it.
    context.responseCache.invalidate(...tags);
    if (isUniqueViolation(error, 'orders_idempotency')) return 'duplicate';
    throw error;
  }
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
    where id = $5 and available >= $6::integer and version = $26::integer
      and exists (select from buyer) and (select bound from refused) is null
    returning id, item_name, image
  ), placed as (
    insert into orders (id, user_id, tool_id, name, email, item_name, image, quantity, unit_price_cents, total_cents,
                        currency, idempotency_key, idempotency_fingerprint)
    select $1, $2, taken.id, $3, $4, taken.item_name, taken.image, $6::integer, $7::integer, $8::bigint,
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
  tool: ToolToOrder;
  quantity: number;
  idempotencyKey: string | undefined;
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
  const unitPriceCents = getUnitPriceCents(tool, quantity);
  const totalCents = orderTotalCents(quantity, unitPriceCents);
  const { holdHours, isUnconfirmed, limits } = getHoldTerms(context, caller);
  const order = { id, name: caller.displayName, itemName: tool.itemName, toolId: tool.id, quantity, totalCents };
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
      unitPriceCents,
      totalCents,
      CURRENCY,
      idempotencyKey ?? null,
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
      // What was checked is what holds: whoever changes the tool changes its version.
      tool.version,
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
