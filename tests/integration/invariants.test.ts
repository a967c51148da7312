import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireOrders } from '#src/flows/checkout/expire-orders.server.ts';
import { findViolations } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  payOrder,
  placeOrder,
  reportPaid,
  type TestTool,
} from './order-helpers.ts';

let shop: TestShop;
let tool: TestTool;
let ada: TestUser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  shop = await createTestShop();
  const admin = await shop.createAdmin();
  ada = await shop.signUp();
  tool = await createTool(shop, { quantity: 1_000 });
  for (const life of ['placed', 'paid', 'shipped', 'deleted', 'expired', 'refunded'])
    ids[life] = await placeOrder(shop, ada, tool);
  for (const life of ['paid', 'shipped']) await payOrder(shop, ada, ids[life] ?? '');
  await shop.call('PUT', `/updateStatus/${ids.shipped}`, { token: admin.token });
  await shop.call('DELETE', `/order/${ids.deleted}`, { token: ada.token });
  const { clientSecret, intentId } = await createIntent(shop, ada, ids.refunded ?? '');
  await shop.database.pool.query(
    "update stock_holds set expires_at = now() - interval '1 second' where order_id = any($1)",
    [[ids.expired, ids.refunded]],
  );
  shop.faults.failRequests({ times: 9, status: 500 });
  await expireOrders(shop.context);
  shop.faults.reset();
  await confirmCard(shop, clientSecret);
  await reportPaid(shop, ada, ids.refunded ?? '', intentId);
});
afterAll(() => shop.close());

/** Statements that drop every trigger, constraint and unique index of shop and provider. */
const DROP_CONSTRAINTS = `
  select 'alter table orders disable trigger user' as drop_statement
  union all select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname)
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname in ('public', 'card_sandbox') and contype in ('f', 'c', 'u') and conrelid <> 0
  union all select format('drop index if exists %s', indexrelid::regclass)
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and indisunique and not indisprimary
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

/** The violations after these statements, which run without constraints and are rolled back. */
async function violationsAfter(...statements: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: shop.database.url });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ drop_statement: string }>(DROP_CONSTRAINTS);
    for (const { drop_statement } of rows) await client.query(drop_statement);
    for (const statement of statements) {
      const { rowCount } = await client.query(
        statement.replace(/:(\w+)/g, (whole, life: string) => (ids[life] ? `'${ids[life]}'` : whole)),
      );
      expect(rowCount, statement).toBeGreaterThan(0);
    }
    return [...new Set((await findViolations(client)).map(({ rule }) => rule.slice(0, 1)))];
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

test('hold in a shop where every kind of event happened once', async () => {
  expect(await findViolations(shop.database.pool)).toEqual([]);
  const { rows } = await shop.database.pool.query('select state from orders order by seq');
  expect(rows.map((row) => row.state)).toEqual(['placed', 'paid', 'shipped', 'deleted', 'expired', 'expired']);
});

describe('the invariant check finds', () => {
  test.each<[string, string, ...string[]]>([
    ['1', 'a lost piece', 'update tools set available = available - 1'],
    ['1', 'an extra piece', 'update tools set sold = sold + 1'],
    ['1', 'negative stock', 'update tools set available = -1, sold = sold + available + 1'],
    ['1', 'a hold without its stock', 'update tools set held = held - 10, available = available + 10'],
    ['1', 'sold stock without an order', 'update tools set sold = sold + 10, available = available - 10'],
    ['1', 'an order without its hold', 'delete from stock_holds where order_id = :deleted'],
    [
      '1',
      'a returned hold of a paid order',
      "update stock_holds set state = 'returned' where order_id = :paid",
      'update tools set sold = sold - 10, available = available + 10',
    ],
    ['2', 'a charge without a paid order', "update payments set state = 'canceled' where order_id = :refunded"],
    [
      '2',
      'a paid order without a charge',
      'delete from card_sandbox.charges where payment_intent = (select transaction_id from orders where id = :paid)',
    ],
    [
      '2',
      'a payment of a smaller amount',
      'update card_sandbox.charges set amount = 1 where payment_intent = (select transaction_id from orders where id = :paid)',
    ],
    [
      '2',
      'a payment in another currency',
      "update card_sandbox.charges set currency = 'jpy' where payment_intent = (select transaction_id from orders where id = :paid)",
    ],
    ['2', 'a payment of another customer', "update payments set user_id = 'somebody' where order_id = :paid"],
    [
      '2',
      'a payment meant for another order',
      `update card_sandbox.payment_intents set metadata = '{"order":"other"}' where id = (select transaction_id from orders where id = :paid)`,
    ],
    [
      '2',
      'one payment for two orders',
      'update orders set transaction_id = (select transaction_id from orders where id = :paid) where id = :shipped',
    ],
    ['2', 'a captured payment of an unpaid order', "update payments set state = 'captured' where order_id = :refunded"],
    [
      '2',
      'a refund that is still due',
      "update payments set state = 'refund_due', refund_id = null where order_id = :refunded",
    ],
    [
      '2',
      'a partial refund of a full one',
      'update card_sandbox.refunds set amount = 1',
      'update card_sandbox.charges set amount_refunded = 1 where amount_refunded > 0',
    ],
    ['3', 'a paid order that became unpaid', "update orders set state = 'placed' where id = :paid"],
    [
      '3',
      'a shipped order that was never paid',
      "update orders set state = 'shipped', shipped_at = now() where id = :placed",
    ],
    [
      '2',
      'a refund that is not recorded',
      'update card_sandbox.charges set amount_refunded = amount where payment_intent = (select transaction_id from orders where id = :paid)',
    ],
    ['2', 'an order with a larger refund than recorded', 'update orders set refunded_cents = 1 where id = :paid'],
    [
      '2',
      'a recorded refund that the provider does not have',
      "insert into payment_refunds (id, payment_id, amount_cents, status, created_at) select 're_made_up', id, 1, 'failed', now() from payments where order_id = :paid",
    ],
    [
      '2',
      'a dispute missing on its order',
      "insert into card_sandbox.disputes (id, charge, payment_intent, amount, currency, reason, status, due_by) select 'du_unseen', id, payment_intent, amount, currency, 'general', 'lost', now() from card_sandbox.charges where payment_intent = (select transaction_id from orders where id = :paid)",
    ],
    [
      '6',
      'a webhook event that is applied and still due',
      "insert into provider_events (id, type, applied_at, next_attempt_at) values ('evt_twice', 'x', now(), now())",
    ],
    ['9', 'a refund without an email', "update mails set dedupe_key = '' where kind = 'payment_refunded'"],
    [
      '4',
      'a total that is not quantity times price',
      'update orders set total_cents = total_cents - 1 where id = :placed',
    ],
    ['5', 'an order without an owner', "update orders set user_id = 'nobody' where id = :placed"],
    ['5', 'an order with another user’s address', "update orders set email = 'other@example.com' where id = :placed"],
    [
      '5',
      'a review without an owner',
      "insert into reviews (id, user_id, display_name, image, company, designation, title, rating, about) values ('r', 'nobody', '', '', '', '', '', 5, '')",
    ],
    ['6', 'two orders with one key', "update orders set idempotency_key = 'same' where id in (:placed, :deleted)"],
    [
      '6',
      'an intent applied twice',
      "insert into payments (id, order_id, user_id, state, intent_id, amount_cents, currency) select id || 'x', order_id, user_id, 'canceled', intent_id, amount_cents, currency from payments where order_id = :paid",
    ],
    [
      '7',
      'a hold that outlived its expiry',
      "update stock_holds set expires_at = now() - interval '2 minutes' where order_id = :placed",
    ],
    ['9', 'a missing email', "delete from mails where order_id = :paid and kind = 'order_paid'"],
    [
      '9',
      'a duplicate email',
      "insert into mails (id, kind, recipient, subject, text, order_id) select id || 'x', kind, recipient, subject, text, order_id from mails where order_id = :shipped and kind = 'order_shipped'",
    ],
    [
      '9',
      'an email about an event that did not happen',
      "insert into mails (id, kind, recipient, subject, text, order_id) values ('m', 'order_shipped', '', '', '', :placed)",
    ],
  ])('%s: %s', async (rule, _case, ...statements) => {
    expect(await violationsAfter(...statements)).toContain(rule);
  });
});
