import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createToolStockRefresh } from '#src/features/catalogue/tool/tool-stocks.server.ts';
import { deleteOldNotices } from '#src/features/notices/queries.server.ts';
import { sendNotices, sendStockNotice } from '#src/flows/notices/send-notices.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getEmailTexts } from './mail-helpers.ts';
import { createTool, objectBody, payOrder, placeOrder, type TestTool } from './order-helpers.ts';
import { payPurchase, placePurchase } from './purchase-helpers.ts';

const BOSS = 'boss@example.com';
let shop: TestShop;
let owner: TestUser;
let ada: TestUser;
let hammer: TestTool;
let vise: TestTool;

async function setNoticeEmail(noticeEmail: string): Promise<void> {
  const { settings, version } = (await shop.call('GET', '/settings', { token: owner.token })).body as {
    settings: object;
    version: number;
  };
  const body = { settings: { ...settings, noticeEmail }, version };
  const changed = await shop.call('PUT', '/settings', { token: owner.token, body });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
}

/** Moves past the interval after the last email. */
const passTime = (interval = '10 minutes') =>
  shop.sql`update mails set created_at = created_at - ${interval}::interval where kind ~ '_notice$'`;
const texts = () => getEmailTexts(shop, 'shop_notice', BOSS);

/** Sends the pending notices as one email and returns its text. */
async function send(): Promise<string> {
  await passTime();
  const before = (await texts()).length;
  await sendNotices(shop.context);
  const after = await texts();
  expect(after.length).toBe(before + 1);
  return after[0] ?? '';
}

async function addPaid(tools: TestTool[] = [hammer]) {
  const purchase = await placePurchase(shop, ada, tools);
  const intent = await payPurchase(shop, ada, purchase);
  const [payment] = await shop.sql`select id from payments where intent_id = ${intent}`;
  return { ...purchase, paymentId: String(payment.id) };
}

beforeAll(async () => {
  shop = await createTestShop();
  owner = await shop.createOwner();
  ada = await shop.signUp({ displayName: 'Visit evil.example now', confirmed: true });
  hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 100_000 });
  vise = await createTool(shop, { itemName: 'Bench vise', quantity: 100_000 });
  await setNoticeEmail(BOSS);
});
afterEach(() => shop.sql`delete from notices where reported_at is null`);
afterAll(() => shop.close());

describe('a paid purchase', () => {
  test('is announced with its number and that it lacks an address, but without any of its buyer’s words', async () => {
    const { number } = await addPaid([hammer, vise]);
    const text = await send();
    expect(text).toContain(`Paid, without an address: order ${number}`);
    expect(text).toContain('2 tools, no shipping address');
    expect(text).toContain(`${shop.origin}/dashboard/orders/${number}`);
    expect(text).not.toMatch(/evil|@example\.com(?!\b.*settings)/);
  });

  test('is announced once, no matter how often the shop checks', async () => {
    await addPaid();
    await send();
    await passTime();
    expect(await sendNotices(shop.context)).toBe(0);
    await shop.sql`update purchases set paid_at = paid_at where state = 'paid'`;
    expect(await sendNotices(shop.context)).toBe(0);
  });

  test('with an address is announced without a warning', async () => {
    const { id, number } = await addPaid();
    await shop.sql`update purchases set delivery = '{}' where id = ${id}`;
    expect(await send()).toContain(`Paid: order ${number}`);
  });

  test('an unpaid order is not announced', async () => {
    await placeOrder(shop, ada, hammer);
    expect(await sendNotices(shop.context)).toBe(0);
  });
});

test('many events share one email, urgent ones first, and the next email comes minutes later', async () => {
  await addPaid();
  await send();
  const purchases = [];
  for (let count = 0; count < 22; count += 1) purchases.push(await addPaid());
  const disputed = purchases.at(-1);
  await shop.sql`insert into payment_disputes (id, payment_id, amount_minor, status, reason, due_by, created_at)
    values ('dp_1', ${disputed?.paymentId}, 700, 'needs_response', 'fraudulent', '2027-01-03', now())`;
  expect(await sendNotices(shop.context)).toBe(0);
  const text = await send();
  expect(text).toMatch(/^1 dispute to answer, 22 paid orders/);
  expect(text).toContain('respond by Jan 3, 2027');
  expect(text).toContain('And 3 more.');
  expect(new Set(text.match(/IM-\d{4}-\d{6}/g)).size).toBe(20);
});

describe('an event is announced', () => {
  const addRefund = (id: string, paymentId: string, status: string) =>
    shop.sql`insert into payment_refunds (id, payment_id, amount_minor, status, created_at)
      values (${id}, ${paymentId}, 100, ${status}, now())`;

  test('when a dispute needs an answer, and again when it needs another', async () => {
    const { paymentId, number } = await addPaid();
    await send();
    const dispute = (status: string) => shop.sql`update payment_disputes set status = ${status} where id = 'dp_2'`;
    await shop.sql`insert into payment_disputes (id, payment_id, amount_minor, status, reason, created_at)
      values ('dp_2', ${paymentId}, 700, 'under_review', 'general', now())`;
    expect(await sendNotices(shop.context)).toBe(0);
    await dispute('needs_response');
    expect(await send()).toContain(`Dispute to answer: order ${number}`);
    await dispute('warning_needs_response');
    await passTime();
    expect(await sendNotices(shop.context)).toBe(0);
    await dispute('under_review');
    await dispute('needs_response');
    expect(await send()).toContain(`Dispute to answer: order ${number}`);
  });

  test('when a refund failed: once, although both the shop and the provider report it', async () => {
    const { id, paymentId, number } = await addPaid();
    await send();
    await shop.sql`insert into refunds (id, purchase_id, payment_id, amount_minor, reason, provider_refund_id)
      values ('own', ${id}, ${paymentId}, 500, 'Broken', 're_1')`;
    await addRefund('re_1', paymentId, 'pending');
    expect(await sendNotices(shop.context)).toBe(0);
    await shop.sql`update refunds set state = 'failed', settled_at = now(), next_attempt_at = null where id = 'own'`;
    expect(await send()).toContain(`Refund failed: order ${number}`);
    await shop.sql`update payment_refunds set status = 'failed' where id = 're_1'`;
    await passTime();
    expect(await sendNotices(shop.context)).toBe(0);
  });

  test('when a refund in the provider’s dashboard failed', async () => {
    const { paymentId, number } = await addPaid();
    await send();
    await addRefund('re_2', paymentId, 'failed');
    expect(await send()).toMatch(new RegExp(`Refund failed: order ${number}[^$]*\\$1\\.00`));
  });

  test('when a buyer asks to cancel, and again after it was declined and they ask once more', async () => {
    const { id, number } = await addPaid();
    await send();
    const ask = (at: string) => shop.query(`update purchases set cancel_requested_at = ${at} where id = $1`, [id]);
    await ask('now()');
    expect(await send()).toContain(`Request to cancel: order ${number}`);
    await ask('null');
    await ask('now()');
    expect(await send()).toContain(`Request to cancel: order ${number}`);
  });
});

test('two processes that check at the same time write one email', async () => {
  await addPaid();
  await passTime();
  const before = (await texts()).length;
  const taken = await Promise.all(Array.from({ length: 6 }, () => sendNotices(shop.context)));
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await texts()).length).toBe(before + 1);
});

test('a notice that cannot be written does not roll anything back, and is written later', async () => {
  await addPaid();
  await passTime();
  await shop.sql`alter table mails add constraint no_notices check (kind <> 'shop_notice') not valid`;
  await expect(sendNotices(shop.context)).rejects.toThrow();
  const { number } = await addPaid();
  await shop.sql`alter table mails drop constraint no_notices`;
  expect(await send()).toContain(number);
});

test('without an address for notices, nothing is announced, then or later', async () => {
  const before = (await texts()).length;
  await setNoticeEmail('');
  await payOrder(shop, ada, await placeOrder(shop, ada, hammer));
  await passTime();
  expect(await sendNotices(shop.context)).toBe(1);
  await setNoticeEmail(BOSS);
  expect(await sendNotices(shop.context)).toBe(0);
  expect((await texts()).length).toBe(before);
});

test('notices that were sent long ago are deleted, and unsent ones stay', async () => {
  await addPaid();
  await send();
  const [{ count }] = await shop.sql`select count(*)::int from notices`;
  expect(await deleteOldNotices(shop.database.db)).toBe(0);
  await shop.sql`update notices set reported_at = reported_at - interval '91 days'`;
  await addPaid();
  expect(await deleteOldNotices(shop.database.db)).toBe(count);
  expect((await shop.sql`select from notices`).length).toBe(1);
});

describe('stock', () => {
  const stockTexts = () => getEmailTexts(shop, 'stock_notice', BOSS);
  const setStock = async (tool: TestTool, available: number) => {
    await shop.sql`update tools set available = ${available} where id = ${tool.id}`;
    await createToolStockRefresh(shop.database.db)();
  };

  test('is announced once a day in one email with the tools that have become low or sold out since', async () => {
    expect(await sendStockNotice(shop.context)).toBe(0);
    const [rule, awl] = [
      await createTool(shop, { itemName: 'Rule', quantity: 100, minOrderQuantity: 10 }),
      await createTool(shop, { itemName: 'Awl', quantity: 100, minOrderQuantity: 10 }),
    ];
    await setStock(rule, 9);
    await setStock(awl, 29);
    expect(await sendStockNotice(shop.context)).toBe(2);
    const [text = ''] = await stockTexts();
    expect(text).toMatch(/^1 tool sold out, 1 to reorder/);
    expect(text).toMatch(/Rule +9 pieces\s+Sold out\s+Awl +29 pieces\s+To reorder/);
    expect(text).toContain(`${shop.origin}/dashboard/products?state=out`);
    // It is not announced again, neither on this day nor on the next.
    const file = await createTool(shop, { itemName: 'File', quantity: 5, minOrderQuantity: 10 });
    expect(await sendStockNotice(shop.context)).toBe(0);
    await setStock(awl, 1);
    await passTime('1 day');
    expect(await sendStockNotice(shop.context)).toBe(2);
    const [next = ''] = await stockTexts();
    expect(next).toMatch(/^2 tools sold out/);
    expect(next).not.toContain('Rule');
    // A tool that was restocked and sold out again is announced; a small increase is not.
    await setStock(file, 12);
    await setStock(awl, 100);
    expect(await sendStockNotice(shop.context)).toBe(0);
    await setStock(awl, 0);
    await passTime('1 day');
    expect(await sendStockNotice(shop.context)).toBe(1);
    expect((await stockTexts())[0]).toContain('Sold out: Awl');
  });

  test('is announced by the reorder level of each tool, as the list of products to reorder shows it', async () => {
    await sendStockNotice(shop.context);
    const quiet = await createTool(shop, { itemName: 'Quiet', quantity: 100, minOrderQuantity: 10, reorderLevel: 0 });
    const early = await createTool(shop, { itemName: 'Early', quantity: 100, minOrderQuantity: 10, reorderLevel: 60 });
    await setStock(quiet, 12);
    await setStock(early, 55);
    await passTime('1 day');
    expect(await sendStockNotice(shop.context)).toBe(1);
    expect((await stockTexts())[0]).toContain('To reorder: Early');
  });
});

describe('a review', () => {
  const write = (more: object = {}) =>
    shop.call('POST', '/review', {
      token: ada.token,
      body: {
        displayName: 'Visit evil.example now',
        company: 'evil.example',
        designation: 'Owner',
        title: 'evil.example',
        rating: 2,
        about: 'Visit evil.example now.',
        ...more,
      },
    });
  const add = async () => objectBody(await write()).insertedId as string;
  const change = (id: string) =>
    shop.call('PATCH', `/review/${id}`, { token: ada.token, body: { version: 1, rating: 1 } });

  test('is announced with its rating and a link, but without any of its author’s words', async () => {
    const id = await add();
    const text = await send();
    expect(text).toContain('New review: 2 of 5 for the shop');
    expect(text).toContain('already on show');
    expect(text).toContain(`${shop.origin}/dashboard/reviews?q=${id}`);
    expect(text).not.toContain('evil');
  });

  test('is announced again when its author changes it', async () => {
    const id = await add();
    await send();
    await change(id);
    expect(await send()).toContain('New review: 1 of 5 for the shop');
  });

  test('that was read or removed before the email is not announced', async () => {
    const [read, removed] = [await add(), await add()];
    const approved = await shop.call('POST', `/review/${read}/approve`, { token: owner.token, body: { version: 1 } });
    expect(approved.status).toBe(200);
    await shop.call('DELETE', `/review/${removed}`, { token: ada.token });
    await passTime();
    expect(await sendNotices(shop.context)).toBe(0);
  });

  test('comes after what is paid, in the same email', async () => {
    await add();
    const { number } = await addPaid();
    const text = await send();
    expect(text).toContain('1 paid order, 1 new review');
    expect(text.indexOf(number)).toBeLessThan(text.indexOf('Review of the shop'));
  });
});
