import type { ToolToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import { toEmailPurchase } from '#src/features/mail/email-purchase.ts';
import { type Email, getSubject } from '#src/features/mail/mail-kinds.ts';
import {
  beginPurchaseYear,
  NEXT_PURCHASE_SEQ_SQL,
  PURCHASE_NUMBER_SQL,
} from '#src/features/purchases/purchase-numbers.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Idempotency } from '#src/platform/idempotency.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { compileStatement } from '#src/platform/named-parameters.server.ts';
import { getStoredCurrency, minorToDecimal } from '#src/shared/money.ts';
import { formatForShop } from '#src/shared/postal-address/address-format.ts';
import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { priceQuantity } from '#src/shared/quantity-solver.ts';
import type { ChargedPurchase, PurchaseCharges } from '#src/shared/totals/purchase-charges.ts';
import { getHoldTerms } from './bound-unpaid-orders.server.ts';

/** The key that a client sent for an order or a purchase. */
export interface PlacingKey extends Idempotency {
  of: 'order' | 'purchase';
}

/** The texts of a purchase besides its lines. */
export interface PurchaseTexts {
  delivery: PostalAddress | null;
  billing: PostalAddress | null;
  poNumber: string;
  note: string;
}

export interface LineToPlace {
  tool: ToolToOrder;
  quantity: number;
}

export interface NewPurchaseValues {
  lines: readonly LineToPlace[];
  idempotency: PlacingKey | null;
  texts: PurchaseTexts;
  charged: ChargedPurchase;
  /** The version of the buyer's basket that is ordered. Undefined if the order does not come from a basket. */
  basketVersion?: number | undefined;
}

export interface InsertedPurchase {
  id: string;
  number: string;
  /** The ids of the lines, in their order. */
  orders: string[];
  totalMinor: number;
  taxMinor: number;
  charges: PurchaseCharges | null;
  /** Until when the purchase can be paid. */
  holdExpiresAt: Date;
}

/**
 * Why a purchase is refused: the account or its network has too many unpaid orders, another purchase was just stored
 * with the same idempotency key, the basket has changed or was ordered, or the shop has another currency by now.
 */
type Refusal = 'account' | 'network' | 'duplicate' | 'basket' | 'currency';

/** The most emails about new orders that one account gets in a day. */
const MAX_PLACED_MAILS = 50;

/** Stands for the number of the purchase in the subject of its mail until the statement has taken one. */
const NUMBER = '{number}';

/** The parts of the statement that differ between one line and several. */
interface LineSql {
  lines: string;
  count: string;
  /**
   * Locks all tools in the order of their ids before any is changed. Otherwise two baskets in opposite order could
   * deadlock.
   */
  locked: string;
  isLocked: string;
}

const AVAILABLE = `t.available >= l.quantity and t.version = l.version
      and exists (select from buyer) and (select bound from refused) is null`;

// A single line needs no arrays. With them, PostgreSQL would plan the statement again each time, which takes as long as
// running it.
const ONE_LINE: LineSql = {
  lines: `select $toolId::text as tool_id, $quantity::integer as quantity, $unitPriceMinor::integer as unit_price_minor,
      $version::integer as version, $orderId::text as order_id, $lineCharges::bigint as charges_minor, $lineTax::bigint as tax_minor,
      $taxClass::text as tax_class, 1 as line_number`,
  count: '1',
  locked: '',
  isLocked: '',
};

const MORE_LINES: LineSql = {
  lines: `select *
      from unnest($toolId::text[], $quantity::integer[], $unitPriceMinor::integer[], $version::integer[], $orderId::text[],
        $lineCharges::bigint[], $lineTax::bigint[], $taxClass::text[])
      with ordinality as line (tool_id, quantity, unit_price_minor, version, order_id, charges_minor, tax_minor, tax_class, line_number)`,
  count: 'cardinality($toolId::text[])',
  locked: `locked as materialized (
    select t.id from tools t join lines l on l.tool_id = t.id where ${AVAILABLE} order by t.id for update of t
  ), `,
  isLocked: 'and (select count(*) from locked) = cardinality($toolId::text[])',
};

/** The parts of the statement that an order from a basket adds. */
interface BasketSql {
  read: string;
  isCurrent: string;
  emptied: string;
}

const NO_BASKET: BasketSql = { read: '', isCurrent: 'true', emptied: '' };

const OF_BASKET: BasketSql = {
  // If two devices order the same basket, the second waits here and then finds a newer version.
  read: `basket as materialized (
    select user_id from baskets where user_id = $userId and version = $basketVersion::integer for update
  ), `,
  isCurrent: 'exists (select from basket)',
  emptied: `, emptied as (
    update baskets b
    set version = b.version + 1, changed_at = now(), lines = (
      select coalesce(jsonb_agg(jsonb_set(line.value, '{quantity}', to_jsonb(line.quantity - coalesce(o.quantity, 0)))
                                order by line.position), '[]')
      from (select value, position, (value ->> 'quantity')::integer as quantity
            from jsonb_array_elements(b.lines) with ordinality as line (value, position)) as line
      left join lines o on o.tool_id = line.value ->> 'toolId'
      where line.quantity > coalesce(o.quantity, 0)
    )
    from purchased
    where b.user_id = $userId
  )`,
};

// Handwritten and named: PostgreSQL plans it once per connection, and every order runs it.
const toStatement = ({ lines, count, locked, isLocked }: LineSql, basket: BasketSql) => `
  with buyer as (
    select id from users where id = $userId and disabled_at is null for share
  ), refused as materialized (
    select case when is_shop_currency($currency) then
             refuse_unpaid_purchase($userId, $network, $isUnconfirmed::boolean, $accountLimit, $networkLimit, ${count},
                                    $orderKey, $purchaseKey)
           else 'currency' end as bound
  ), lines as (
    ${lines}
  ), ${basket.read}${locked}taken as (
    update tools t set available = t.available - l.quantity, held = t.held + l.quantity
    from lines l
    where t.id = l.tool_id and ${AVAILABLE} ${isLocked} and ${basket.isCurrent}
    returning t.id, t.item_name, t.image, l.quantity, l.unit_price_minor, l.order_id, l.line_number, l.charges_minor,
      l.tax_minor, l.tax_class
  ), purchased as (
    insert into purchases (id, seq, number, user_id, name, email, total_minor, shipping_minor, tax_minor, charges, currency,
                           delivery, billing, po_number, note, idempotency_key, idempotency_fingerprint)
    select $id, seq, ${PURCHASE_NUMBER_SQL}, $userId, $displayName, $email, $totalMinor::bigint,
           $shippingMinor::bigint, $taxMinor::bigint, $charges::jsonb, $currency, $delivery::jsonb,
           $billing::jsonb, $poNumber, $note, $purchaseKey, $purchaseFingerprint
    from (select ${NEXT_PURCHASE_SEQ_SQL} as seq from taken limit 1) as counted
    returning id, number
  ), placed as (
    insert into orders (id, purchase_id, line_number, user_id, tool_id, name, email, item_name, image, quantity,
                        unit_price_minor, total_minor, charges_minor, tax_minor, tax_class, currency, idempotency_key, idempotency_fingerprint)
    select order_id, $id, line_number, $userId, id, $displayName, $email, item_name, image, quantity, unit_price_minor,
           quantity::bigint * unit_price_minor, charges_minor, tax_minor, tax_class, $currency, $orderKey, $orderFingerprint
    from taken order by line_number
  ), held as (
    insert into stock_holds (order_id, tool_id, quantity, expires_at, network, is_unconfirmed)
    select order_id, id, quantity, now() + make_interval(secs => $holdSeconds::double precision), $network, $isUnconfirmed::boolean
    from taken
    returning expires_at
  ), mailed as (
    insert into mails (id, kind, recipient, subject, data, purchase_id, state)
    select $mailId, 'order_placed', $email, replace($mailSubject, '${NUMBER}', number), jsonb_set($mailData::jsonb, '{order,number}', to_jsonb(number)),
           id, $mailState
    from purchased
    where (select email_confirmed from users where id = $userId) and (
      select count(*)
      from (select placed_at from purchases where user_id = $userId order by seq desc limit $maxPlacedMails) newest
      where placed_at > now() - interval '1 day'
    ) < $maxPlacedMails
  ), audited as (
    insert into audit_events (id, actor, actor_id, actor_email, actor_role, action, subject, subject_id, subject_name,
                              after, address)
    select $auditId, 'user', $userId, $email, $role, 'order.placed', 'order', purchased.id,
           case when ${count} = 1 then (select item_name from taken) else number end,
           $audited::jsonb || jsonb_build_object('number', number), $address
    from purchased
  )${basket.emptied}
  select number, (select min(expires_at) from held) as hold_expires_at,
         coalesce((select bound from refused), case when ${basket.isCurrent} then null else 'basket' end) as bound
  from (select) as one left join purchased on true`;

const inserts = {
  one: compileStatement('insert_purchase', toStatement(ONE_LINE, NO_BASKET)),
  more: compileStatement('insert_purchase_of_lines', toStatement(MORE_LINES, NO_BASKET)),
  oneOfBasket: compileStatement('insert_purchase_of_basket', toStatement(ONE_LINE, OF_BASKET)),
  moreOfBasket: compileStatement('insert_purchase_of_basket_lines', toStatement(MORE_LINES, OF_BASKET)),
};

/**
 * A single statement is one round trip and one durable commit. It takes the stock and inserts purchase, lines, holds,
 * mail and audit event, and removes the pieces from the basket: all or nothing. A purchase of one line has that line's id.
 * Returns the reason if the purchase was not stored.
 */
export async function insertPurchase(
  context: AppContext,
  caller: Caller,
  { lines, idempotency, texts, charged: { totals, charges, taxClasses }, basketVersion }: NewPurchaseValues,
): Promise<InsertedPurchase | 'not_placed' | Refusal> {
  const orders = lines.map(() => newIdentifier());
  const isOne = lines.length === 1;
  const id = (isOne && orders[0]) || newIdentifier();
  const prices = lines.map(({ tool, quantity }) => priceQuantity(tool, quantity));
  const priced = lines.map(({ tool, quantity }, at) => ({
    itemName: tool.itemName,
    toolId: tool.id,
    quantity,
    totalMinor: prices[at]?.totalMinor ?? 0,
    sku: tool.sku,
  }));
  const toColumn = <T>(values: readonly T[]) => (isOne ? values[0] : values);
  const { totalMinor, taxMinor } = totals;
  const { holdHours, isUnconfirmed, limits } = getHoldTerms(context, caller);
  const company = context.getCompany();
  const shipTo = texts.delivery && { shipTo: formatForShop(texts.delivery, company) };
  const { poNumber } = texts;
  const order = toEmailPurchase(
    { id, number: NUMBER, name: caller.displayName, totalMinor, taxMinor, charges, poNumber, ...shipTo },
    priced,
  );
  const email: Email = { kind: 'order_placed', data: { order, holdHours } };
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  await beginPurchaseYear(context);
  const ofBasket = basketVersion !== undefined;
  const toInsert = ofBasket ? inserts[isOne ? 'oneOfBasket' : 'moreOfBasket'] : inserts[isOne ? 'one' : 'more'];
  const insert = toInsert({
    ...(ofBasket ? { basketVersion } : {}),
    id,
    userId: caller.userId,
    displayName: caller.displayName,
    email: caller.email,
    role: caller.role,
    address: caller.clientAddress,
    toolId: toColumn(lines.map(({ tool }) => tool.id)),
    quantity: toColumn(lines.map((line) => line.quantity)),
    unitPriceMinor: toColumn(prices.map((price) => price.unitPriceMinor)),
    // What was checked is still valid: every change of a tool changes its version.
    version: toColumn(lines.map(({ tool }) => tool.version)),
    orderId: toColumn(orders),
    totalMinor,
    shippingMinor: totals.shipping.payableMinor,
    taxMinor,
    charges: charges && JSON.stringify(charges),
    lineCharges: toColumn(
      priced.map((line, at) => (totals.lines[at]?.payableMinor ?? line.totalMinor) - line.totalMinor),
    ),
    lineTax: toColumn(totals.lines.map((line) => line.taxMinor)),
    taxClass: toColumn(taxClasses),
    currency: getStoredCurrency(),
    delivery: texts.delivery && JSON.stringify(texts.delivery),
    billing: texts.billing && JSON.stringify(texts.billing),
    poNumber,
    note: texts.note,
    orderKey: idempotency?.of === 'order' ? idempotency.key : null,
    orderFingerprint: idempotency?.of === 'order' ? idempotency.fingerprint : null,
    purchaseKey: idempotency?.of === 'purchase' ? idempotency.key : null,
    purchaseFingerprint: idempotency?.of === 'purchase' ? idempotency.fingerprint : null,
    holdSeconds: holdHours * 3600,
    isUnconfirmed,
    network: limits ? caller.clientAddress : null,
    accountLimit: limits?.account ?? null,
    networkLimit: limits?.network ?? null,
    mailId: newIdentifier(),
    mailSubject: getSubject(email, company.name),
    mailData: JSON.stringify(email.data),
    mailState: context.initialMailState,
    maxPlacedMails: MAX_PLACED_MAILS,
    auditId: newIdentifier(),
    audited: JSON.stringify({ state: 'placed', quantity: pieces, total: minorToDecimal(totalMinor) }),
  });
  const { rows } = await context.pool.query<{ number: string; hold_expires_at: Date | null; bound: Refusal | null }>(
    insert,
  );
  const [row] = rows;
  if (!row?.hold_expires_at) return row?.bound ?? 'not_placed';
  context.notify('mail');
  return { id, number: row.number, orders, totalMinor, taxMinor, charges, holdExpiresAt: row.hold_expires_at };
}
