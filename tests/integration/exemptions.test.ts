import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listExemptionsInForce } from '#src/features/exemptions/queries.server.ts';
import type { exemptions } from '#src/features/exemptions/tables.server.ts';
import { claimAccount } from '#src/features/identity/account-ownership.server.ts';
import { hashPassword } from '#src/features/identity/password.server.ts';
import { identityUsers } from '#src/features/identity/tables.server.ts';
import { taxRates } from '#src/features/taxes/tables.server.ts';
import { readTaxBuyer } from '#src/flows/taxes/read-tax-buyer.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { seedExemption } from '#src/seed/factories.server.ts';
import { toDay } from '#src/shared/dates.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { makePdf } from '#tests/support/pdfs.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createTool, listBody, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, payPurchase } from './purchase-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let bob: TestUser;
let hammer: TestTool;
let pdf: Buffer;

const STATES: Record<string, [rate: number, postalCode: string]> = {
  OH: [57_500, '44114'],
  TX: [62_500, '73301'],
  CA: [72_500, '94016'],
};

beforeAll(async () => {
  ({ shop, admin, ada, bob } = await createTradingShop({ settings: { tax: { kind: 'table' } } }));
  hammer = await createTool(shop, {
    itemName: 'Hammer',
    quantity: 10_000,
    minOrderQuantity: 1,
    unitPriceMinor: 10_000,
  });
  const rates = Object.entries(STATES).map(([region, [rate]]) => ({
    ...{ id: newIdentifier(), name: `${region} sales tax`, taxClass: 'standard', country: 'US', region, rate },
    ...{ postalFrom: '', postalTo: '', isAdded: false, validFrom: '2020-01-01' },
  }));
  await shop.database.db.insert(taxRates).values(rates);
  await shop.context.taxRates.reload();
  pdf = await makePdf();
});
afterAll(() => checkAndClose(shop));
beforeEach(async () => {
  await shop.sql`delete from exemptions`;
  await setSettings({});
});

async function setSettings(more: object) {
  const values = { country: 'United States', timeZone: 'America/New_York', ...more };
  await shop.query('update shop_settings set version = version + 1, values = $1', [JSON.stringify(values)]);
  await shop.context.shopSettings.reload();
}

const inDays = (days: number) => toDay(new Date(Date.now() + days * 86_400_000), 'America/New_York');

function upload(user: TestUser, fields: Record<string, string> = {}, file: Buffer | null = pdf) {
  const body = new FormData();
  for (const [name, value] of Object.entries({
    kind: 'resale',
    certificateNumber: '12-345',
    places: 'US-OH, US-TX',
    ...fields,
  }))
    body.set(name, value);
  if (file) body.set('certificate', new File([new Uint8Array(file)], 'certificate.pdf', { type: 'application/pdf' }));
  return shop.call('POST', '/exemptions', { token: user.token, body });
}
const uploadedId = async (user: TestUser, fields: Record<string, string> = {}) => {
  const stored = await upload(user, fields);
  expect([stored.status, stored.body]).toMatchObject([201, {}]);
  return String(objectBody(stored).insertedId);
};
const change = (user: TestUser, id: string, body: object) =>
  shop.call('PATCH', `/exemptions/${id}`, { token: user.token, body });
const approve = async (id: string) => {
  const [row] = await shop.sql<{ version: number }>`select version from exemptions where id = ${id}`;
  const approved = await change(admin, id, { state: 'approved', version: row?.version });
  expect([approved.status, approved.body]).toMatchObject([200, { modifiedCount: 1 }]);
};
async function signIn(user: TestUser, password: string): Promise<TestUser> {
  const { email } = user;
  const { headers } = await shop.call('POST', '/auth/sign-in/email', { body: { email, password } });
  const session = headers.get('set-auth-token') ?? '';
  const idToken = String(objectBody(await shop.call('GET', '/auth/token', { token: session })).token);
  const { token } = objectBody(await shop.call('PUT', `/user/${email}`, { token: idToken, body: { email } }));
  return { ...user, session, idToken, token: String(token) };
}
const setConfirmed = (user: TestUser, isConfirmed: boolean) =>
  shop.sql`update users set email_confirmed = ${isConfirmed} where id = ${user.userId}`;
const list = async (user: TestUser, query = '') =>
  listBody(await shop.call('GET', `/exemptions${query}`, { token: user.token }));
const errorsOf = (response: { body: unknown }) => objectBody(response as never).errors as Record<string, string>;
const lines = () => [{ toolId: hammer.id, quantity: 1 }];
const estimate = async (region: string, user: TestUser | null = ada) =>
  objectBody(
    await shop.call('POST', '/purchases/estimate', {
      token: user?.token,
      body: { lines: lines(), country: 'US', region, postalCode: STATES[region]?.[1] },
    }),
  );
async function order(region: string, user = ada) {
  const address = {
    name: 'Ada',
    line1: '1 Main St',
    city: 'Town',
    country: 'US',
    region,
    postalCode: STATES[region]?.[1],
  };
  const stored = await shop.call('POST', '/addresses', { token: user.token, body: address });
  const addressId = String(objectBody(stored).insertedId);
  const placed = await shop.call('POST', '/purchases', { token: user.token, body: { lines: lines(), addressId } });
  expect(placed.status).toBe(201);
  return objectBody(placed);
}

describe('an uploaded certificate', () => {
  test('waits, and has no effect until the shop approves it', async () => {
    await uploadedId(ada, { validUntil: inDays(200) });
    expect(await list(ada)).toMatchObject([
      {
        kind: 'resale',
        state: 'pending',
        certificateNumber: '12-345',
        validUntil: inDays(200),
        isExpiring: false,
        canDelete: true,
        places: [
          { country: 'US', region: 'OH' },
          { country: 'US', region: 'TX' },
        ],
      },
    ]);
    expect((await estimate('OH')).total).toBe('105.75');
  });

  test('is private: others do not find it, and its owner and staff save it as a file that nobody stores', async () => {
    const id = await uploadedId(ada);
    const get = (user: TestUser) =>
      shop.app.request(`${shop.origin}/api/exemptions/${id}/certificate.pdf`, {
        headers: { authorization: `Bearer ${user.token}` },
      });
    for (const user of [ada, admin]) {
      const response = await get(user);
      expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="exemption-certificate.pdf"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
    expect((await get(bob)).status).toBe(404);
    expect(await list(bob)).toEqual([]);
    expect(statusAndCode(await change(bob, id, { state: 'withdrawn', version: 1 }))).toBe('404 not_found');
    expect(statusAndCode(await shop.call('DELETE', `/exemptions/${id}`, { token: bob.token }))).toBe('404 not_found');
    const anonymous = await shop.call('GET', `/exemptions/${id}/certificate.pdf`);
    expect(anonymous.status).toBe(401);
  });

  test.each([
    ['certificate', {}, Buffer.from('%PDF-1.4 but nothing else'), /not a readable PDF/],
    ['certificate', {}, Buffer.from('<script>alert(1)</script>'), /not a readable PDF/],
    ['certificate', {}, null, /choose the certificate/],
    ['kind', { kind: 'because' }, undefined, /kind/],
    ['places', { places: '' }, undefined, /states or countries/],
    ['places', { places: 'US-Bavaria' }, undefined, /states or countries/],
    ['places', { places: 'Ohio' }, undefined, /states or countries/],
    ['places', { places: 'DE-\0x' }, undefined, /states or countries/],
    ['places', { places: 'DE-\u202ex' }, undefined, /states or countries/],
    ['places', { places: 'DE-Call 0900 555 at evil.example' }, undefined, /states or countries/],
    ['places', { places: 'US-' }, undefined, /states or countries/],
    ['certificateNumber', { certificateNumber: 'a\0b' }, undefined, /visible characters/],
    ['certificateNumber', { certificateNumber: '12\u202e34' }, undefined, /visible characters/],
    ['validUntil', { validUntil: '2027-02-30' }, undefined, /last day/],
    ['validUntil', { validUntil: '2024-12-31' }, undefined, /day has passed/],
    ['certificateNumber', { certificateNumber: 'x'.repeat(61) }, undefined, /60/],
  ])('is refused at its field: %s %j', async (field, fields, file, sentence) => {
    const refused = await upload(ada, fields as Record<string, string>, file as Buffer | null | undefined);
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(errorsOf(refused)).toEqual({ [field]: expect.stringMatching(sentence) });
    expect(await shop.sql`select id from exemptions`).toEqual([]);
  });

  test('is refused if it is too large', async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(4 * 1024 * 1024)]);
    expect(errorsOf(await upload(ada, {}, large)).certificate).toMatch(/larger than 4 MB/);
    expect((await upload(ada, {}, Buffer.concat([large, Buffer.alloc(128 * 1024)]))).status).toBe(413);
  });

  test('is one of at most three that wait, and of twenty in all, however fast they are sent', async () => {
    const sent = await Promise.all(Array.from({ length: 6 }, () => upload(ada)));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(statusAndCode(await upload(ada))).toBe('409 exemptions_full');
    await shop.sql`update exemptions set state = 'withdrawn'`;
    for (let at = 0; at < 17; at += 1)
      await seedExemption(shop.database.db, { userId: ada.userId, state: 'withdrawn' });
    expect(statusAndCode(await upload(ada))).toBe('409 exemptions_full');
    expect((await upload(bob)).status).toBe(201);
  });
});

describe('an approved certificate', () => {
  test('covers two of three states: there no tax is charged, and the buyer reads why', async () => {
    await approve(await uploadedId(ada, { validUntil: inDays(200) }));
    const sentence = /^Tax-exempt: resale certificate 12-345, valid until \w{3} \d+, 20\d\d\.$/;
    for (const region of ['OH', 'TX'])
      expect(await estimate(region)).toMatchObject({ total: '100.00', notes: [expect.stringMatching(sentence)] });
    expect(await estimate('CA')).toMatchObject({ total: '107.25', notes: [] });
    expect((await estimate('OH', null)).total).toBe('105.75');
    expect((await estimate('OH', bob)).total).toBe('105.75');
  });

  test('makes an order exempt, which keeps the reason after the certificate has gone', async () => {
    const id = await uploadedId(ada);
    await approve(id);
    const placed = await order('OH');
    expect(placed.totals).toMatchObject({ goods: '100.00', tax: '0.00', total: '100.00' });
    expect((await order('CA')).totals).toMatchObject({ tax: '7.25' });
    await change(ada, id, { state: 'withdrawn', version: 2 });
    expect((await estimate('OH')).total).toBe('105.75');
    await payPurchase(shop, ada, { id: placed.insertedId, orders: placed.orders } as never);
    const [row] = await shop.sql`select charges ->> 'taxNote' as note, charges -> 'taxProof' as proof,
      (select data #>> '{charges,note}' from papers where purchase_id = p.id limit 1) as paper
      from purchases p where id = ${String(placed.insertedId)}`;
    const note = 'Tax-exempt: resale certificate 12-345.';
    expect(row).toEqual({ note, proof: { exemptionId: id, vatCheck: null }, paper: note });
  });

  test('takes the tax out of prices that include it', async () => {
    await setSettings({ pricesInclude: 'gross' });
    expect((await estimate('OH')).total).toBe('100.00');
    await approve(await uploadedId(ada));
    expect(await estimate('OH')).toMatchObject({ total: '94.56', totals: { tax: '0.00' } });
  });

  test('of a whole country covers its states and what is picked up; of a state only that state', async () => {
    const home = { userId: ada.userId, vatId: '', destination: null };
    await approve(await uploadedId(ada));
    expect(await readTaxBuyer(shop.context, home)).toMatchObject({ exemption: null, exemptionAtShop: null });
    await approve(await uploadedId(ada, { places: 'US' }));
    expect(await readTaxBuyer(shop.context, home)).toMatchObject({ exemptionAtShop: { kind: 'resale' } });
    expect((await estimate('CA')).total).toBe('100.00');
  });

  test('expires at midnight in the shop’s time zone, and tax is charged again by itself', async () => {
    await seedExemption(shop.database.db, {
      ...{ userId: ada.userId, state: 'approved', approvedAt: new Date(), validUntil: '2027-06-30' },
    });
    const destination = { country: 'US', region: 'OH', postalCode: '44114' };
    const at = async (iso: string) =>
      (await readTaxBuyer(shop.context, { userId: ada.userId, vatId: '', destination }, new Date(iso))).exemption;
    expect(await at('2027-07-01T03:59:59Z')).toMatchObject({ validUntil: '2027-06-30' });
    expect(await at('2027-07-01T04:00:00Z')).toBeNull();
    await setSettings({ timeZone: 'Asia/Tokyo' });
    expect(await at('2027-06-30T14:59:59Z')).not.toBeNull();
    expect(await at('2027-06-30T15:00:00Z')).toBeNull();
    await setSettings({});
    await shop.sql`update exemptions set valid_until = ${inDays(-1)}::date`;
    expect((await estimate('OH')).total).toBe('105.75');
    expect(await list(ada)).toMatchObject([{ state: 'expired' }]);
  });
});

describe('the shop decides', () => {
  test('approving or rejecting is mailed with its reason, and audited', async () => {
    const id = await uploadedId(ada);
    expect(errorsOf(await change(admin, id, { state: 'rejected', version: 1 }))).toEqual({
      reason: expect.stringContaining('say why'),
    });
    const reject = { state: 'rejected', reason: 'It is not signed.', version: 1 };
    expect((await change(admin, id, reject)).status).toBe(200);
    // A repetition is no conflict, and nobody gets a second email.
    expect(objectBody(await change(admin, id, reject))).toMatchObject({ modifiedCount: 0, version: 2 });
    expect(await list(ada)).toMatchObject([{ state: 'rejected', reason: 'It is not signed.' }]);
    await approve(id);
    const mails =
      await shop.sql`select data, subject from mails where kind = 'exemption_decided' and recipient = ${ada.email} order by seq desc limit 2`;
    expect(mails).toMatchObject([
      {
        subject: 'Approved: your resale certificate',
        data: { certificate: 'resale certificate', isApproved: true, countries: 'United States' },
      },
      { subject: 'Not accepted: your resale certificate', data: { reason: 'It is not signed.' } },
    ]);
    expect(
      await shop.sql`select action, actor_email, before, after from audit_events where subject_id = ${id} order by seq`,
    ).toEqual([
      {
        action: 'exemption.rejected',
        actor_email: admin.email,
        before: { state: 'pending' },
        after: { state: 'rejected', reason: 'It is not signed.' },
      },
      {
        action: 'exemption.approved',
        actor_email: admin.email,
        before: { state: 'rejected' },
        after: { state: 'approved' },
      },
    ]);
  });

  test('nobody is mailed at an address that was not confirmed', async () => {
    const id = await uploadedId(ada);
    await setConfirmed(ada, false);
    const count = async () => (await shop.sql`select id from mails where kind = 'exemption_decided'`).length;
    const before = await count();
    await approve(id);
    expect(await count()).toBe(before);
    await setConfirmed(ada, true);
  });

  test('emails about exempt orders name the certificate only to an address that is proven', async () => {
    await approve(await uploadedId(ada, { certificateNumber: 'YOU WON' }));
    const pay = async () => {
      const { insertedId: id, orders } = await order('OH');
      await payPurchase(shop, ada, { id, orders } as never);
      const [mail] = await shop.sql<{ data: object }>`
        select data from mails where kind = 'order_paid' and purchase_id = ${String(id)}`;
      return mail?.data;
    };
    const note = (text: unknown) => ({ order: { parts: { note: text } } });
    expect(await pay()).toMatchObject(note(expect.stringContaining('YOU WON')));
    await setConfirmed(ada, false);
    expect(await pay()).toMatchObject(note('Tax-exempt.'));
    await setConfirmed(ada, true);
  });

  test('its owner cannot approve it, and what was withdrawn or has expired is not approved', async () => {
    const id = await uploadedId(ada);
    expect(Object.keys(errorsOf(await change(ada, id, { state: 'approved', version: 1 })))).toEqual(['state']);
    expect(Object.keys(errorsOf(await change(admin, id, { state: 'withdrawn', version: 1 })))).toEqual(['state']);
    expect((await change(ada, id, { state: 'withdrawn', version: 1 })).status).toBe(200);
    expect(Object.keys(errorsOf(await change(admin, id, { state: 'approved', version: 2 })))).toEqual(['state']);
    const old = await seedExemption(shop.database.db, { userId: ada.userId, validUntil: inDays(-1) });
    expect(errorsOf(await change(admin, old, { state: 'approved', version: 1 })).state).toMatch(/expired/);
  });

  test('a decision names the version that was read', async () => {
    const id = await uploadedId(ada);
    await change(ada, id, { state: 'withdrawn', version: 1 });
    const late = await change(admin, id, { state: 'approved', version: 1 });
    expect(statusAndCode(late)).toBe('409 exemption_changed');
    expect(objectBody(late).exemption).toMatchObject({ state: 'withdrawn', version: 2 });
  });

  test('lists those that wait, hold, expire within 60 days or have expired, and finds them by number or buyer', async () => {
    const seed = (certificateNumber: string, more: Partial<typeof exemptions.$inferInsert>) =>
      seedExemption(shop.database.db, { userId: ada.userId, certificateNumber, ...more });
    const approved = { state: 'approved', approvedAt: new Date() } as const;
    await seed('waiting', {});
    await seed('forever', approved);
    await seed('day 0', { ...approved, validUntil: inDays(0) });
    await seed('day 60', { ...approved, validUntil: inDays(60) });
    await seed('day 61', { ...approved, validUntil: inDays(61) });
    await seed('past', { ...approved, validUntil: inDays(-1) });
    await seed('rejected', { state: 'rejected', reason: 'No.' });
    const numbers = async (query: string) =>
      (await list(admin, query)).map(({ certificateNumber }) => certificateNumber);
    expect(await numbers('?state=pending')).toEqual(['waiting']);
    expect(await numbers('?state=approved')).toEqual(['day 61', 'day 60', 'day 0', 'forever']);
    expect(await numbers('?state=expiring')).toEqual(['day 60', 'day 0']);
    expect(await numbers('?state=expired')).toEqual(['past']);
    expect(await numbers('?state=rejected')).toEqual(['rejected']);
    expect(await numbers('?q=FOREVER')).toEqual(['forever']);
    expect(await numbers(`?q=${ada.email}&state=expired`)).toEqual(['past']);
    expect(await numbers('?page=2&limit=5')).toEqual(['forever', 'waiting']);
    const [first] = await list(admin, '?state=expiring');
    expect(first).toMatchObject({
      isExpiring: true,
      owner: { email: ada.email, name: ada.displayName, disabled: false },
    });
    expect((await list(ada, '?state=expiring')).map(({ owner }) => owner)).toEqual([undefined, undefined]);
  });
});

describe('whoever proves that the mailbox of an account is theirs', () => {
  test('gets none of the certificates that a stranger had uploaded, and cannot read their files', async () => {
    const approved = await uploadedId(bob, { certificateNumber: 'STRANGER 1' });
    await approve(approved);
    const pending = await uploadedId(bob, { certificateNumber: 'STRANGER 2' });
    const { db } = shop.database;
    const passwordHash = await hashPassword('proven mailbox');
    const [account] = await db.select().from(identityUsers).where(eq(identityUsers.email, bob.email));
    await db.transaction((tx) => claimAccount(tx, account?.id ?? '', { displayName: 'Victim', passwordHash }));
    expect(await shop.sql`select id, state from exemptions`).toEqual([{ id: approved, state: 'withdrawn' }]);
    const { find } = await listExemptionsInForce(db, bob.userId, inDays(0));
    expect(find({ country: 'US', region: 'OH', postalCode: '44114' })).toBe(null);
    const owner = await signIn(bob, 'proven mailbox');
    expect(await list(owner)).toEqual([]);
    const get = (user: TestUser, id: string) =>
      shop.call('GET', `/exemptions/${id}/certificate.pdf`, { token: user.token });
    for (const id of [approved, pending]) expect((await get(owner, id)).status).toBe(404);
    expect(statusAndCode(await change(owner, approved, { state: 'withdrawn', version: 3 }))).toBe('404 not_found');
    // Papers may rely on what was approved.
    expect((await get(admin, approved)).status).toBe(200);
    const data = await shop.call('GET', '/me/export', { token: owner.token });
    expect(JSON.stringify(data.body)).not.toContain('STRANGER');
  });
});

describe('what its owner may still do', () => {
  test('one that was never approved is deleted with its file; another one is kept, and can be withdrawn', async () => {
    const remove = (id: string) => shop.call('DELETE', `/exemptions/${id}`, { token: ada.token });
    const rejected = await uploadedId(ada);
    await change(admin, rejected, { state: 'rejected', reason: 'No.', version: 1 });
    expect((await remove(rejected)).status).toBe(200);
    expect(await shop.sql`select exemption_id from exemption_files`).toEqual([]);
    const approved = await uploadedId(ada);
    await approve(approved);
    expect(statusAndCode(await remove(approved))).toBe('409 exemption_kept');
    expect((await change(ada, approved, { state: 'withdrawn', version: 2 })).status).toBe(200);
    expect(statusAndCode(await remove(approved))).toBe('409 exemption_kept');
    expect((await estimate('OH')).total).toBe('105.75');
  });

  test('the file of their data lists certificates, and deleting the account leaves only what paid orders rely on', async () => {
    const carol = await shop.signUp({ confirmed: true });
    const used = await uploadedId(carol);
    await approve(used);
    const placed = await order('OH', carol);
    await payPurchase(shop, carol, { id: placed.insertedId, orders: placed.orders } as never);
    const unused = await uploadedId(carol, { places: 'US-CA' });
    const data = await shop.call('GET', '/me/export', { token: carol.token });
    const { exemptions: listed } = (typeof data.body === 'string' ? JSON.parse(data.body) : data.body) as {
      exemptions: object[];
    };
    expect(listed).toMatchObject([{ id: used, certificateNumber: '12-345' }, { id: unused }]);
    await shop.sql`update purchases set state = 'shipped', shipped_at = now() where id = ${String(placed.insertedId)}`;
    const { PERSONAL_DATA } = await import('#src/flows/personal-data/list-sections.server.ts');
    const section = PERSONAL_DATA.find(({ name }) => name === 'exemptions');
    await shop.database.db.transaction(
      (tx) =>
        section?.erase?.(tx, { userId: carol.userId, email: carol.email, isEmailProven: true }) ?? Promise.resolve(),
    );
    expect(await shop.sql`select id from exemptions where user_id = ${carol.userId}`).toEqual([{ id: used }]);
    await shop.sql`update purchases set state = 'paid', shipped_at = null where id = ${String(placed.insertedId)}`;
  });
});
