import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedMessage, seedQuote, seedReview } from '#src/seed/factories.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  getToolRow,
  listBody,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';
import { payPurchase, placePurchase } from './purchase-helpers.ts';

let shop: TestShop;
let owner: TestUser;
let hammer: TestTool;

const erase = (user: TestUser) => shop.call('DELETE', '/me', { token: user.token });
const download = async (user: TestUser) => objectBody(await shop.call('GET', '/me/export', { token: user.token }));
const ship = (id: string) => shop.call('PUT', `/updateStatus/${id}`, { token: owner.token });

/** Returns all tables and columns that contain one of these words, such as a name or an address. */
async function findTraces(...words: string[]): Promise<string[]> {
  const columns = await shop.sql`select table_name as t, column_name as c from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying')`;
  const found: string[] = [];
  for (const { t, c } of columns)
    for (const word of words)
      if ((await shop.query(`select from "${t}" where strpos("${c}"::text, $1) > 0 limit 1`, [word])).length > 0)
        found.push(`${t}.${c}`);
  return [...new Set(found)].sort();
}

/** Creates a customer with data in every part of the shop, all of which contains this word. */
async function createKnownCustomer(word: string, confirmed = true): Promise<TestUser> {
  const user = await shop.signUp({ email: `${word}@example.com`, displayName: `Name ${word}`, confirmed });
  const { db } = shop.database;
  await shop.query(
    `insert into images (id, owner_id, width, height) values ('i-' || $1, $2, 10, 10), ('j-' || $1, $2, 10, 10)`,
    [word, user.userId],
  );
  await shop.query(
    `insert into profiles (id, user_id, display_name, image, number, college_name, university_name, division, district)
     values ('p-' || $1, $2, 'Name ' || $1, '', '1', $1, $1, $1, $1)`,
    [word, user.userId],
  );
  await seedReview(db, { userId: user.userId, displayName: `Name ${word}`, title: word });
  await seedQuote(db, { name: `Name ${word}`, email: user.email });
  await seedMessage(db, { name: `Name ${word}`, email: user.email });
  await shop.sql`insert into subscribers (id, email, state, confirmed_at)
    values ('s-' || ${word}, ${user.email}, 'confirmed', now())`;
  await shop.sql`insert into stock_alerts (id, tool_id, email, state, ended_at, expires_at)
    values ('a-' || ${word}, ${hammer.id}, ${user.email}, 'ended', now(), now())`;
  await shop.sql`insert into mails (id, kind, recipient, subject, text)
    values ('m-' || ${word}, 'newsletter_welcome', ${user.email}, 'Welcome', 'Hello.')`;
  return user;
}

const FRENCH = 'FR40303265045';

async function addAddressWithVatId(user: TestUser) {
  const place = { line1: '1 rue de la Forge', city: 'Paris', postalCode: '75011', country: 'FR', region: '' };
  const body = { ...place, name: 'Jean', company: 'Ateliers', vatId: FRENCH };
  expect((await shop.call('POST', '/addresses', { token: user.token, body })).status).toBe(201);
}
const checkVatId = () => shop.sql`insert into vat_checks (vat_id, checked_at, is_valid, consultation_number)
  values (${FRENCH}, now(), true, 'WAPI-OF-BOB')`;

beforeAll(async () => {
  shop = await createTestShop();
  owner = await shop.createOwner();
  hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 100_000 });
});
afterAll(async () => {
  await shop.sql`delete from images where id ~ '^[ij]-'`;
  await checkAndClose(shop);
});

describe('the download of a user’s own data', () => {
  test('has all of it and nothing about others', async () => {
    const known = await createKnownCustomer('exported');
    await createKnownCustomer('stranger');
    const purchase = await placePurchase(shop, known, [hammer], { note: 'Ring twice.' });
    await payPurchase(shop, known, purchase);
    const data = await download(known);
    expect(data).toMatchObject({
      account: { email: known.email, displayName: 'Name exported', emailConfirmed: true, role: 'customer' },
      profile: { collegeName: 'exported' },
      reviews: [{ title: 'exported' }],
      purchases: [{ number: purchase.number, note: 'Ring twice.', lines: [{ itemName: 'Claw hammer', quantity: 10 }] }],
      newsletter: { state: 'confirmed' },
      stockAlerts: [{ toolId: hammer.id }],
      quoteRequests: [{ email: known.email }],
      messages: [{ email: known.email }],
      signIns: [{ expiresAt: expect.any(String) }],
    });
    expect((data.pictures as object[]).length).toBe(2);
    expect(JSON.stringify(data)).not.toContain('stranger');
    expect(JSON.stringify(data)).not.toMatch(/token|password|hash/i);
  });

  test('is a file that is not cached, and is recorded in the audit log', async () => {
    const ada = await shop.signUp();
    const { headers } = await shop.call('GET', '/me/export', { token: ada.token });
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d{2}-\d{2}\.json"$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const events = await shop.sql`select action from audit_events where actor_id = ${ada.userId}`;
    expect(events.map(({ action }) => action)).toContain('user.data_exported');
  });

  test('contains data linked by email address only if the address is confirmed', async () => {
    const thief = await createKnownCustomer('unproven', false);
    expect(await download(thief)).toMatchObject({
      account: { email: thief.email },
      newsletter: null,
      stockAlerts: [],
      quoteRequests: [],
      messages: [],
    });
  });

  test('does not tell when others had the same VAT ID checked', async () => {
    const ada = await shop.signUp();
    await addAddressWithVatId(ada);
    await checkVatId();
    const data = await download(ada);
    expect(data.addresses).toMatchObject([{ vatId: FRENCH }]);
    expect(JSON.stringify(data)).not.toContain('WAPI-OF-BOB');
    await erase(ada);
  });

  test('has every purchase of a user with very many', async () => {
    const eager = await shop.signUp();
    await shop.sql`insert into purchases (id, number, user_id, name, email, total_minor, currency, state, ended_at)
       select 'e' || lpad(i::text, 23, '0'), 'IM-2020-' || lpad(i::text, 6, '0'), ${eager.userId}, 'Eager', ${eager.email}, 100, 'usd', 'canceled', now() from generate_series(1, 250) i`;
    const numbers = ((await download(eager)).purchases as { number: string }[]).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(250);
    // The purchases have no lines, which violates an invariant.
    await shop.sql`alter table purchases disable trigger purchases_transitions`;
    await shop.sql`delete from purchases where user_id = ${eager.userId}`;
    await shop.sql`alter table purchases enable trigger purchases_transitions`;
  });
});

describe('deleting an account', () => {
  test('leaves no trace of a user without purchases, except in the append-only log', async () => {
    const known = await createKnownCustomer('forgotten');
    await placeOrder(shop, known, hammer);
    const available = (await getToolRow(shop, hammer.id)).available;
    expect((await erase(known)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await getToolRow(shop, hammer.id)).available).toBe(available + 10);
    expect(await findTraces(known.email, 'Name forgotten')).toEqual(['audit_events.actor_email']);
    expect(
      (await shop.sql`select id, uploading from images where id ~ 'forgotten' order by id`).map(
        ({ uploading }) => uploading,
      ),
    ).toEqual([false, false]);
    expect(statusAndCode(await shop.call('GET', '/myorder', { token: known.token }))).toBe('401 token_invalid');
  });

  test('erases what VIES said of a VAT ID unless somebody else has it in an address, too', async () => {
    const [ada, bob] = [await shop.signUp(), await shop.signUp()];
    for (const user of [ada, bob]) await addAddressWithVatId(user);
    await checkVatId();
    expect((await erase(ada)).status).toBe(200);
    expect(await shop.sql`select vat_id from vat_checks`).toEqual([{ vat_id: FRENCH }]);
    expect((await erase(bob)).status).toBe(200);
    expect(await shop.sql`select vat_id from vat_checks`).toEqual([]);
  });

  test('keeps names and emails on paid purchases, and removes them from unpaid ones', async () => {
    const buyer = await createKnownCustomer('bought');
    const address = JSON.stringify({ name: 'Name bought' });
    const unpaid = await placePurchase(shop, buyer, [hammer], { poNumber: 'PO bought', note: 'bought' });
    await shop.query('update purchases set delivery = $2, billing = $2 where id = $1', [unpaid.id, address]);
    const paid = await placeOrder(shop, buyer, hammer);
    await payOrder(shop, buyer, paid);
    await ship(paid);
    expect((await erase(buyer)).status).toBe(200);
    expect(
      await shop.sql`select state, name, email, delivery, billing, po_number, note from purchases
        where id = ${unpaid.id}`,
    ).toEqual([{ state: 'canceled', name: '', email: '', delivery: null, billing: null, po_number: '', note: '' }]);
    expect(await shop.sql`select name, email from orders where id = ${unpaid.orders[0]}`).toEqual([
      { name: '', email: '' },
    ]);
    expect(await shop.sql`select name, email from purchases where id = ${paid}`).toEqual([
      { name: 'Name bought', email: buyer.email },
    ]);
    const mails = await shop.sql`select kind from mails where recipient = ${buyer.email} order by seq`;
    expect(mails.map(({ kind }) => kind)).toEqual(['order_placed', 'order_paid', 'order_shipped']);
    const [row] = await shop.sql`select email, display_name, subject, email_confirmed, erased_at from users
      where id = ${buyer.userId}`;
    expect(row).toMatchObject({ display_name: 'Deleted account', subject: null, email_confirmed: false });
    expect(row.email).toMatch(/^deleted-\d+@deleted\.invalid$/);
  });

  test('deletes the images of the profile and reviews, and no others', async () => {
    const known = await createKnownCustomer('pictured');
    await shop.sql`update images set id = 'i' || lpad('7', 23, 'x') where id = 'i-pictured'`;
    await shop.sql`update profiles set image = '/images/i' || lpad('7', 23, 'x') || '_10x10.webp'
      where user_id = ${known.userId}`;
    await erase(known);
    const rows = await shop.sql`select id, uploading from images where owner_id = ${known.userId} order by id`;
    expect(rows.map(({ uploading }) => uploading)).toEqual([true, false]);
    await shop.sql`delete from images where owner_id = ${known.userId}`;
  });

  test('allows the address to sign up again as a new user, who sees no earlier data', async () => {
    const first = await shop.signUp({ email: 'again@example.com', confirmed: true });
    const paid = await placeOrder(shop, first, hammer);
    await payOrder(shop, first, paid);
    await ship(paid);
    expect((await erase(first)).status).toBe(200);
    const second = await shop.signUp({ email: 'again@example.com' });
    expect(second.userId).not.toBe(first.userId);
    expect(listBody(await shop.call('GET', '/myorder?email=again@example.com', { token: second.token }))).toEqual([]);
    expect((await download(second)).purchases).toEqual([]);
  });

  test('does not erase data linked by an unconfirmed address', async () => {
    const thief = await createKnownCustomer('victim', false);
    expect((await erase(thief)).status).toBe(200);
    expect(await findTraces('victim@example.com')).toEqual([
      'contact_messages.email',
      'mails.recipient',
      'quotes.email',
      'quotes.searched',
      'stock_alerts.email',
      'subscribers.email',
    ]);
  });

  test('hides the user from admins', async () => {
    const gone = await shop.signUp({ displayName: 'Gone soon' });
    await erase(gone);
    const read = async (path: string) => JSON.stringify((await shop.call('GET', path, { token: owner.token })).body);
    expect(await read('/user')).not.toContain('Deleted account');
    expect(await read('/user?q=deleted')).not.toContain('Deleted account');
    expect(statusAndCode(await shop.call('POST', `/users/${gone.userId}/enable`, { token: owner.token }))).toBe(
      '404 not_found',
    );
  });
});

describe('an account is not deleted', () => {
  const expectRefusal = async (user: TestUser, refusal: string) => {
    const before = await snapshotDatabase(shop);
    expect(statusAndCode(await erase(user))).toBe(refusal);
    expect(await snapshotDatabase(shop)).toEqual(before);
  };

  test('if the sign-in was more than five minutes ago', async () => {
    const ada = await shop.signUp();
    await shop.sql`update identity_sessions set created_at = now() - interval '301 seconds'
      where token = ${ada.session.split('.')[0]}`;
    await expectRefusal(ada, '403 sign_in_again');
  });

  test('while a paid order is not shipped, and then unpaid ones are not canceled either', async () => {
    const ada = await shop.signUp();
    const paid = await placeOrder(shop, ada, hammer);
    await payOrder(shop, ada, paid);
    await placeOrder(shop, ada, hammer);
    await expectRefusal(ada, '409 orders_to_ship');
    await ship(paid);
    expect((await erase(ada)).status).toBe(200);
  });

  test('if an unpaid order turns out to be paid', async () => {
    const ada = await shop.signUp();
    const order = await placeOrder(shop, ada, hammer);
    await confirmCard(shop, (await createIntent(shop, ada, order)).clientSecret);
    expect(statusAndCode(await erase(ada))).toBe('409 orders_to_ship');
    expect(await shop.sql`select state from orders where id = ${order}`).toEqual([{ state: 'paid' }]);
  });

  test('if it belongs to the last owner, but it is if there is another one', async () => {
    await expectRefusal(owner, '409 last_owner');
    const second = await shop.createOwner();
    expect((await erase(second)).status).toBe(200);
  });
});

test('the database allows names to be removed from a purchase only in this way', async () => {
  const ada = await shop.signUp({ confirmed: true });
  const open = await placeOrder(shop, ada, hammer);
  const paid = await placeOrder(shop, ada, hammer);
  await payOrder(shop, ada, paid);
  const ended = await placeOrder(shop, ada, hammer);
  await shop.sql`update purchases set delivery = '{"name":"Ada"}' where id = ${ended}`;
  await shop.call('DELETE', `/order/${ended}`, { token: ada.token });
  const blank = "name = '', email = '', delivery = null, billing = null, po_number = '', note = ''";
  for (const [id, change] of [
    [open, blank],
    [paid, blank],
    [ended, "name = ''"],
    [ended, 'delivery = null'],
    [ended, blank.replace("name = ''", "name = 'Bob'")],
  ])
    await expect(shop.query(`update purchases set ${change} where id = $1`, [id])).rejects.toThrow(
      'the terms of a purchase',
    );
});
