import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import { upsertSubscriber } from '#src/features/newsletter/queries.server.ts';
import { issueSubscriptionToken } from '#src/features/newsletter/subscription-tokens.server.ts';
import {
  confirmSubscription,
  deleteStaleSubscribers,
  unsubscribe,
} from '#src/flows/newsletter/manage-subscriptions.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

/** Subscribes an address and returns the links in its email. */
async function subscribe(email: string) {
  return shop.database.db.transaction(async (tx) => {
    const { id } = await upsertSubscriber(tx, email);
    const links = {
      confirm: await issueSubscriptionToken(tx, id, 'confirm'),
      leave: await issueSubscriptionToken(tx, id, 'leave'),
    };
    const data = { confirmUrl: `${shop.origin}/${links.confirm}`, leaveUrl: `${shop.origin}/${links.leave}` };
    await queueMail(tx, shop.context, { kind: 'newsletter_confirm', data, recipient: email });
    return { id, ...links };
  });
}

const getState = async (id: string) => (await shop.sql`select state from subscribers where id = ${id}`)[0]?.state;

const expireLinks = () => shop.sql`update newsletter_links set expires_at = now() - interval '1 second'`;

test('subscribing again while the old request is being erased keeps the new subscription', async () => {
  const { id } = await subscribe('again@example.com');
  await expireLinks();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let onSubscribed = () => {};
  const subscribed = new Promise<void>((resolve) => {
    onSubscribed = resolve;
  });
  const subscribing = shop.database.db.transaction(async (tx) => {
    await upsertSubscriber(tx, 'again@example.com');
    await issueSubscriptionToken(tx, id, 'confirm');
    onSubscribed();
    await released;
  });
  await subscribed;
  const erasing = deleteStaleSubscribers(shop.context);
  // The job either skips the locked row, or it waits for the row and must check it again.
  await Promise.race([erasing, new Promise((resolve) => setTimeout(resolve, 300))]);
  release();
  await Promise.all([subscribing, erasing]);
  expect(await getState(id)).toBe('pending');
  const links = await shop.sql`select from newsletter_links where expires_at > now()`;
  expect(links.length).toBe(1);
});

test('a confirmation link does nothing for an unsubscribed address and does not reveal it', async () => {
  const { id, confirm } = await subscribe('off@example.com');
  await shop.sql`update subscribers set state = 'left', left_at = now() where id = ${id}`;
  expect(await confirmSubscription(shop.context, confirm)).toBe(false);
  expect(await getState(id)).toBe('left');
});

test('parallel confirm, unsubscribe and subscribe requests have the result of some sequential order', async () => {
  for (let round = 0; round < 20; round += 1) {
    const email = `all-${round}@example.com`;
    const { id, confirm, leave } = await subscribe(email);
    const [confirmed] = await Promise.all([
      confirmSubscription(shop.context, confirm),
      unsubscribe(shop.context, leave),
      subscribe(email),
    ]);
    const state = await getState(id);
    expect(['left', 'pending', 'confirmed']).toContain(state);
    const rows = await shop.sql`select confirmed_at from subscribers where id = ${id}`;
    expect(confirmed).toBe(rows[0]?.confirmed_at !== null);
  }
});

test('erasing an address erases the emails with its links', async () => {
  const email = 'forgotten@example.com';
  await subscribe(email);
  await expireLinks();
  await deleteStaleSubscribers(shop.context);
  const remaining = await shop.sql`select from mails where recipient = ${email}`;
  const there = await shop.sql`select from subscribers where email = ${email}`;
  expect([remaining.length, there.length]).toEqual([0, 0]);
});
