import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STORED_ROLES } from '#src/shared/permissions.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, getOrderRow, payOrder, placeOrder, type TestTool } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let tool: TestTool;
const orders: Record<string, string> = {};

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp();
  tool = await createTool(shop, { quantity: 1_000 });
  for (const state of ['placed', 'paid', 'shipped', 'deleted', 'expired'])
    orders[state] = await placeOrder(shop, ada, tool);
  await payOrder(shop, ada, orders.paid ?? '');
  await payOrder(shop, ada, orders.shipped ?? '');
  await shop.sql`update orders set state = 'shipped', shipped_at = now() where id = ${orders.shipped}`;
  await shop.sql`update orders set state = 'deleted', ended_at = now() where id = ${orders.deleted}`;
  await shop.sql`update orders set state = 'expired', ended_at = now() where id = ${orders.expired}`;
});
afterAll(() => shop.close());

const violatedConstraint = (statement: string, ...values: unknown[]) =>
  shop.query(statement, values).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'constraint' in error ? String(error.constraint) : String(error)),
  );

describe('the database rejects', () => {
  test.each([
    ['placed', 'shipped'],
    ['paid', 'placed'],
    ['paid', 'deleted'],
    ['paid', 'expired'],
    ['shipped', 'placed'],
    ['shipped', 'paid'],
    ['shipped', 'deleted'],
    ['shipped', 'expired'],
    ['deleted', 'placed'],
    ['deleted', 'paid'],
    ['deleted', 'shipped'],
    ['deleted', 'expired'],
    ['expired', 'placed'],
    ['expired', 'paid'],
    ['expired', 'shipped'],
    ['expired', 'deleted'],
  ])('changing an order from %s to %s', async (from, to) => {
    const statement = `update orders set state = $2,
        paid_at = case when $2 in ('paid', 'shipped') then now() end,
        transaction_id = case when $2 in ('paid', 'shipped') then coalesce(transaction_id, id) end,
        shipped_at = case when $2 = 'shipped' then now() end,
        ended_at = case when $2 in ('deleted', 'expired') then now() end where id = $1`;
    expect(await violatedConstraint(statement, orders[from], to)).toBe('orders_transition');
    expect((await getOrderRow(shop, orders[from] ?? '')).state).toBe(from);
  });

  test('deleting an order', async () => {
    expect(await violatedConstraint('delete from orders where id = $1', orders.deleted)).toBe('orders_never_deleted');
  });

  test.each([
    ['its total', 'total_minor = total_minor * 2, quantity = quantity * 2'],
    ['its quantity and unit price', 'quantity = quantity * 2, unit_price_minor = unit_price_minor / 2'],
    ['its owner', "user_id = 'x'"],
    ['its tool', "tool_id = 'x'"],
    ['its currency', "currency = 'eur'"],
  ])('changing the terms of an order: %s', async (_what, change) => {
    expect(await violatedConstraint(`update orders set ${change} where id = $1`, orders.placed)).toBe(
      'orders_terms_fixed',
    );
  });

  test('replacing the payment of a paid order', async () => {
    expect(await violatedConstraint("update orders set transaction_id = 'pi_other' where id = $1", orders.paid)).toBe(
      'orders_terms_fixed',
    );
  });

  test('a paid order without a transaction and a shipped one without a date', async () => {
    expect(
      await violatedConstraint("update orders set state = 'paid', paid_at = now() where id = $1", orders.placed),
    ).toBe('orders_paid_has_transaction');
    expect(await violatedConstraint("update orders set state = 'shipped' where id = $1", orders.paid)).toBe(
      'orders_shipped_has_date',
    );
  });

  test('negative stock of any kind', async () => {
    for (const kind of ['available', 'held', 'sold'])
      expect(await violatedConstraint(`update tools set ${kind} = -1 where id = $1`, tool.id)).toBe(
        'tools_stock_not_negative',
      );
  });

  test('a zero price and a zero minimum quantity', async () => {
    expect(await violatedConstraint('update tools set unit_price_minor = 0 where id = $1', tool.id)).toBe(
      'tools_unit_price_positive',
    );
    expect(await violatedConstraint('update tools set min_order_quantity = 0 where id = $1', tool.id)).toBe(
      'tools_min_order_quantity_positive',
    );
  });

  test('a second open or a second captured payment of one order', async () => {
    const insert =
      "insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency) values ($1, $2, $3, $4, $1, 1, 'usd')";
    expect(await violatedConstraint(insert, 'a', orders.paid, ada.userId, 'captured')).toBe('payments_one_captured');
    await shop.query(insert, ['b', orders.placed, ada.userId, 'open']);
    expect(await violatedConstraint(insert, 'c', orders.placed, ada.userId, 'open')).toBe('payments_one_open');
  });

  test('two payments with one intent', async () => {
    const rows = await shop.sql`select intent_id from payments where purchase_id = ${orders.paid}`;
    const insert =
      "insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency) values ('d', $1, $2, 'canceled', $3, 1, 'usd')";
    expect(await violatedConstraint(insert, orders.placed, ada.userId, rows[0]?.intent_id)).toBe(
      'payments_intentId_unique',
    );
  });

  test('a completed refund without an id', async () => {
    const insert =
      "insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency) values ('e', $1, $2, 'refunded', 'pi_e', 1, 'usd')";
    expect(await violatedConstraint(insert, orders.placed, ada.userId)).toBe('payments_refund_known');
  });

  test('a role that is not in the list of roles', async () => {
    const rows = await shop.sql<{ check: string }>`select pg_get_constraintdef(oid) as check from pg_constraint
      where conname = 'users_role_known'`;
    expect(rows[0]?.check.match(/(?<=')\w+(?=')/g)?.sort()).toEqual(STORED_ROLES.toSorted());
  });

  test('an admin with an unconfirmed address and an unknown role', async () => {
    expect(
      await violatedConstraint("update users set role = 'admin', email_confirmed = false where id = $1", ada.userId),
    ).toBe('users_admin_confirmed');
    expect(
      await violatedConstraint("update users set role = 'root', email_confirmed = true where id = $1", ada.userId),
    ).toBe('users_role_known');
  });

  test('a rating outside 1 to 5, a missing owner and a second profile', async () => {
    const review =
      "insert into reviews (id, user_id, display_name, image, company, designation, title, rating, about) values ('r', $1, '', '', '', '', '', $2, '')";
    expect(await violatedConstraint(review, ada.userId, 6)).toBe('reviews_rating_bounds');
    expect(await violatedConstraint(review, 'nobody', 5)).toBe('reviews_user_id_users_id_fk');
    await shop.query(review, [ada.userId, 5]);
    expect(await violatedConstraint("update reviews set taken_down_at = now() where id = 'r'")).toBe(
      'reviews_taken_down_reason',
    );
    const profile =
      "insert into profiles (id, user_id, display_name, image, number, college_name, university_name, division, district) values ($1, $2, '', '', '', '', '', '', '')";
    await shop.query(profile, ['p', ada.userId]);
    expect(await violatedConstraint(profile, 'q', ada.userId)).toBe('profiles_userId_unique');
  });

  test('a second email for one order event', async () => {
    const rows = await shop.sql`select * from mails where purchase_id = ${orders.paid} and kind = 'order_paid'`;
    expect(rows).toHaveLength(1);
    expect(
      await violatedConstraint(
        "insert into mails (id, kind, recipient, subject, text, purchase_id) values ('m', 'order_paid', '', '', '', $1)",
        orders.paid,
      ),
    ).toBe('mails_purchase_event');
  });
});
