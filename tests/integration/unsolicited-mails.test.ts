import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderMail } from '#src/features/mail/render-mail.server.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { action as contactAction } from '#src/routes/contact.tsx';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { postForm } from './form-helpers.ts';
import { getLinkToken } from './mail-helpers.ts';
import { createTool, getToolRow, objectBody, payOrder, placeOrder, type TestTool } from './order-helpers.ts';
import { payPurchase, placePurchase } from './purchase-helpers.ts';

const LURE = 'PARCEL HELD: pay at https://parcel.example';

let shop: TestShop;
let admin: TestUser;
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  tool = await createTool(shop, { quantity: 100_000 });
});
afterAll(() => checkAndClose(shop));

async function getMails({ email }: TestUser): Promise<{ kind: string; text: string }[]> {
  await shop.workers.get('account-requests').idle();
  const rows = await shop.sql`select kind, subject, data, text from mails where recipient = ${email} order by seq`;
  return Promise.all(
    rows.map(async (row) => ({
      kind: row.kind,
      text: `${row.subject}\n${(await renderMail(row, shop.origin, shop.context.getCompany())).text}`,
    })),
  );
}

describe('an unconfirmed address', () => {
  test('gets its confirmation email and nothing else, no matter what is ordered in its name', async () => {
    const stranger = await shop.signUp({ displayName: LURE });
    const orders: string[] = [];
    for (let at = 0; at < 5; at += 1) orders.push(await placeOrder(shop, stranger, tool));
    await shop.call('DELETE', `/order/${orders[0]}`, { token: stranger.token });
    await shop.sql`update stock_holds set expires_at = now() - interval '1 minute' where order_id = ${orders[1]}`;
    expect(await expirePurchases(shop.context)).toBe(1);
    const mails = await getMails(stranger);
    expect(mails.map(({ kind }) => kind)).toEqual(['confirm_email']);
    for (const { text } of mails) expect(text).not.toContain('PARCEL');
  });

  test('gets the email about a cancellation without the text of whoever requested it', async () => {
    const stranger = await shop.signUp({ displayName: LURE });
    const id = await placeOrder(shop, stranger, tool);
    await payOrder(shop, stranger, id);
    const cancel = (by: TestUser, body: object) =>
      shop.call('POST', `/purchases/${id}/cancel`, { token: by.token, body });
    expect((await cancel(stranger, { reason: LURE })).status).toBe(200);
    expect((await cancel(admin, {})).status).toBe(200);
    const mails = await getMails(stranger);
    expect(mails.map(({ kind }) => kind)).toEqual(['confirm_email', 'order_paid', 'payment_refunded']);
    for (const { text } of mails) expect(text).not.toContain('PARCEL');
  });

  test('gets the emails about paid orders, but without a name, an address or a PO number', async () => {
    const stranger = await shop.signUp({ displayName: LURE });
    const address = { name: LURE, line1: LURE, city: 'Cleveland', region: 'OH', postalCode: '44114', country: 'US' };
    const added = await shop.call('POST', '/addresses', { token: stranger.token, body: address });
    const texts = { addressId: objectBody(added).insertedId, poNumber: LURE.slice(0, 30) };
    const purchase = await placePurchase(shop, stranger, [tool], texts);
    const [id = ''] = purchase.orders;
    await payPurchase(shop, stranger, purchase);
    await shop.call('PUT', `/updateStatus/${id}`, { token: admin.token });
    const mails = await getMails(stranger);
    expect(mails.map(({ kind }) => kind)).toEqual(['confirm_email', 'order_paid', 'order_shipped']);
    for (const { kind, text } of mails) {
      expect(text).not.toContain('PARCEL');
      if (kind !== 'confirm_email') expect(text).toContain('Hello,');
    }
  });
});

test('emails about an order by a stranger who lost the account greet its new owner without the stranger’s words', async () => {
  const stranger = await shop.signUp({ displayName: LURE });
  const id = await placeOrder(shop, stranger, tool);
  const token = await getLinkToken(shop, 'confirm_email', stranger.email);
  const body = { token, newPassword: 'the owner of the mailbox' };
  expect((await shop.call('POST', '/auth/verify-email', { body })).status).toBe(200);
  await shop.sql`update stock_holds set expires_at = now() - interval '1 minute' where order_id = ${id}`;
  await expirePurchases(shop.context);
  const mails = await getMails(stranger);
  expect(mails.map(({ kind }) => kind)).toContain('order_expired');
  for (const { text } of mails) expect(text).not.toContain('PARCEL');
});

test('a confirmed customer reads the PO number and the delivery address in every email about an order', async () => {
  const customer = await shop.signUp({ confirmed: true });
  const address = {
    name: 'Dock 4',
    line1: '1 Main St',
    city: 'Cleveland',
    region: 'OH',
    postalCode: '44114',
    country: 'US',
  };
  const added = await shop.call('POST', '/addresses', { token: customer.token, body: address });
  const texts = { addressId: objectBody(added).insertedId, poNumber: 'PO-4711' };
  const purchase = await placePurchase(shop, customer, [tool], texts);
  await payPurchase(shop, customer, purchase);
  const { sku } = await getToolRow(shop, tool.id);
  const mails = (await getMails(customer)).filter(({ kind }) => kind.startsWith('order_'));
  expect(mails.map(({ kind }) => kind)).toEqual(['order_placed', 'order_paid']);
  for (const { text } of mails)
    for (const part of [`order ${purchase.number}`, 'PO-4711', 'Dock 4', '1 Main St', sku])
      expect(text).toContain(part);
});

test('a confirmed customer is greeted by name, and gets emails of 50 new orders a day', async () => {
  const customer = await shop.signUp({ confirmed: true, displayName: 'Zoë Müller' });
  await placeOrder(shop, customer, tool);
  const order = (await getMails(customer)).find(({ kind }) => kind === 'order_placed');
  expect(order?.text).toContain('Hello Zoë Müller,');
  for (let at = 0; at < 51; at += 1) await placeOrder(shop, customer, tool);
  expect((await getMails(customer)).filter(({ kind }) => kind === 'order_placed')).toHaveLength(50);
});

test('one network can cause 100 receipts a day, and uses up no mailbox’s limit beyond that', async () => {
  const clientAddress = '198.51.100.77';
  const send = async (email: string, from: string, message = 'Do you sell left-handed hammers?') => {
    const fields = { name: LURE, email, subject: 'Hammers', message };
    const { status } = await postForm(shop, contactAction, fields, { limits: true, clientAddress: from });
    expect(status).toBe(303);
  };
  await shop.sql`insert into rate_limits (key, points, expire)
    values (${`automaticMailAddress:${clientAddress}`}, 99, ${Date.now() + 3_600_000})`;
  const mailsTo = async (email: string) => {
    const rows = await shop.sql`select kind, data, subject from mails where recipient = ${email}`;
    return rows;
  };
  await send('first@example.com', clientAddress);
  for (let at = 0; at < 6; at += 1) await send('second@example.com', clientAddress, `Hammer number ${at}?`);
  expect(await mailsTo('first@example.com')).toEqual([
    { kind: 'contact_received', data: {}, subject: 'We have received your message' },
  ]);
  expect(await mailsTo('second@example.com')).toEqual([]);
  await send('second@example.com', '198.51.100.78', 'Something else entirely.');
  expect(await mailsTo('second@example.com')).toHaveLength(1);
});
