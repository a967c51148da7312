import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getLinkToken } from './mail-helpers.ts';
import { listBody, objectBody } from './order-helpers.ts';

let shop: TestShop;
let owner: TestUser;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [owner, admin] = await Promise.all([shop.createOwner(), shop.createAdmin()]);
});
afterAll(() => shop.close());

async function requestReset(email: string): Promise<string> {
  await shop.call('POST', '/auth/request-password-reset', { body: { email } });
  return getLinkToken(shop, 'reset_password', email);
}
const read = (reader: TestUser, query = '') => shop.call('GET', `/outbox${query}`, { token: reader.token });
const getMail = async (reader: TestUser, email: string) =>
  listBody(await read(reader)).find(({ recipient, kind }) => recipient === email && kind === 'reset_password');
const countReads = async () =>
  (await shop.sql`select count(*)::int as n from audit_events where action = 'mail.link_read'`)[0].n;

test('the link in a customer’s email is only shown to owners, and each view is recorded', async () => {
  const ada = await shop.signUp();
  const token = await requestReset(ada.email);
  const before = await countReads();
  for (const query of ['', `?q=${ada.email}`, '?state=reset_password']) {
    const { body } = await read(admin, query);
    expect(JSON.stringify(body)).toContain(ada.email);
    expect(JSON.stringify(body)).not.toContain(token);
  }
  expect(await getMail(admin, ada.email)).toMatchObject({
    secretLink: 'hidden',
    text: expect.stringContaining('a link only the recipient can see'),
  });
  expect(await countReads()).toBe(before);
  const shown = await getMail(owner, ada.email);
  expect(shown).toMatchObject({ secretLink: 'shown', text: expect.stringContaining(`/resetPassword/${token}`) });
  const rows = await shop.sql`select action, actor_email, subject_name from audit_events
    where subject_id = ${shown?._id}`;
  const record = { action: 'mail.link_read', actor_email: owner.email, subject_name: ada.email };
  expect(rows).toEqual([record]);
  await read(owner);
  expect(await shop.sql`select 1 from audit_events where subject_id = ${shown?._id}`).toHaveLength(1);
  // The text is cached per reader: the admin does not get the owner's.
  expect(JSON.stringify((await read(admin)).body)).not.toContain(token);
});

test('nobody can read the link in an email to an admin, even if they were a customer when it was written', async () => {
  const promoted = await shop.signUp();
  const tokens = await Promise.all([owner, admin, promoted].map(({ email }) => requestReset(email)));
  await shop.sql`update users set email_confirmed = true where id = ${promoted.userId}`;
  await shop.call('PUT', `/user/admin/${promoted.email}`, { token: owner.token });
  for (const reader of [owner, admin, promoted]) {
    const text = JSON.stringify((await read(reader)).body);
    for (const token of tokens) expect(text).not.toContain(token);
  }
  expect(await getMail(owner, promoted.email)).toMatchObject({ secretLink: 'hidden' });
});

test('a preview never shows a secret link, not even to an owner', async () => {
  const ada = await shop.signUp();
  const token = await requestReset(ada.email);
  const mail = await getMail(owner, ada.email);
  const { address } = objectBody(await shop.call('GET', `/outbox/${mail?._id}/preview`, { token: owner.token }));
  const html = await (await shop.app.request(`${shop.origin}${address}`)).text();
  expect(html).toContain('only the recipient can see');
  expect(html).not.toContain(token);
});

test('an email from before templates also hides its links', async () => {
  const text = 'Choose a new password: https://shop.example/resetPassword/canary soon.';
  await shop.sql`insert into mails (id, kind, recipient, subject, text)
    values ('legacy', 'reset_password', ${admin.email}, 'x', ${text})`;
  for (const reader of [owner, admin])
    expect(listBody(await read(reader)).find(({ _id }) => _id === 'legacy')).toMatchObject({
      secretLink: 'hidden',
      text: 'Choose a new password: [link hidden] soon.',
    });
});

test('a link that an owner has read does not work once the customer has become an admin or owner', async () => {
  const reset = (token: string) =>
    shop.call('POST', '/auth/reset-password', { body: { token, newPassword: 'read in the outbox' } });
  const ada = await shop.signUp({ confirmed: true });
  const asCustomer = await requestReset(ada.email);
  expect((await shop.call('PUT', `/user/admin/${ada.email}`, { token: owner.token })).status).toBe(200);
  expect((await reset(asCustomer)).status).toBe(404);
  const asAdmin = await requestReset(ada.email);
  expect((await shop.call('PUT', `/users/${ada.userId}/owner`, { token: owner.token })).status).toBe(200);
  expect((await reset(asAdmin)).status).toBe(404);
});
