import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureOwner } from '#src/features/identity/roles.server.ts';
import { grantRole } from '#src/flows/accounts/change-roles.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Role, StaffRole } from '#src/shared/permissions.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let owner: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  owner = await shop.createOwner();
});
afterAll(() => shop.close());

const as = async (caller: TestUser, method: string, path: string, body?: unknown) =>
  statusAndCode(await shop.call(method, path, { token: caller.token, ...(body ? { body } : {}) }));
const getRole = async ({ userId }: TestUser) => (await shop.sql`select role, owner from users where id = ${userId}`)[0];
const getDeeds = async ({ userId }: TestUser) =>
  await shop.sql`select action, actor_email, actor_role from audit_events where subject_id = ${userId} order by seq`;

describe('an owner', () => {
  test('makes a customer an admin and revokes it, which takes effect on the next call', async () => {
    const ada = await shop.signUp();
    await shop.sql`update users set email_confirmed = true where id = ${ada.userId}`;
    const path = `/user/admin/${ada.email}`;
    expect(await as(owner, 'PUT', path)).toBe('200');
    expect(await as(ada, 'GET', '/orders')).toBe('200');
    const revoked = await shop.call('DELETE', path, { token: owner.token });
    expect([revoked.status, revoked.body]).toEqual([200, { acknowledged: true, modifiedCount: 1 }]);
    expect(await as(ada, 'GET', '/orders')).toBe('403 forbidden');
    expect(objectBody(await shop.call('DELETE', path, { token: owner.token })).modifiedCount).toBe(0);
    expect((await getDeeds(ada)).map(({ action }) => action)).toEqual(['user.admin_granted', 'user.admin_revoked']);
    expect((await getDeeds(ada))[0]).toMatchObject({ actor_email: owner.email, actor_role: 'owner' });
  });

  test('makes an admin an owner and revokes it, but a customer cannot become an owner, nor an admin while disabled', async () => {
    const [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp()]);
    expect(await as(owner, 'PUT', `/users/${ada.userId}/owner`)).toBe('409 not_admin');
    expect(await as(owner, 'PUT', `/users/${admin.userId}/owner`)).toBe('200');
    expect(objectBody(await shop.call('GET', `/admin/${admin.email}`, { token: admin.token }))).toMatchObject({
      admin: true,
      owner: true,
    });
    expect(await as(admin, 'DELETE', `/users/${admin.userId}/owner`)).toBe('200');
    expect(await getRole(admin)).toEqual({ role: 'admin', owner: false });
    expect(await as(admin, 'PUT', `/users/${admin.userId}/owner`)).toBe('403 owners_only');
    await shop.sql`update users set email_confirmed = true, disabled_at = now() where id = ${ada.userId}`;
    expect(await as(owner, 'PUT', `/user/admin/${ada.email}`)).toBe('409 user_disabled');
  });

  test('is the only one who can change a staff role, and the log names each role', async () => {
    // A second role of the staff, as far as the database knows one.
    const other = 'customer' as string as StaffRole;
    const [admin, ada, bob] = await Promise.all([shop.createAdmin(), shop.createAdmin(), shop.createOwner()]);
    const grant = async (by: TestUser, role: Role, to: TestUser) => {
      const caller: Caller = { ...by, role, emailConfirmed: true, clientAddress: '192.0.2.1' };
      const granted = await grantRole(shop.context, caller, to.email, other);
      return granted.ok ? granted.value : granted.code;
    };
    expect([await grant(admin, 'admin', ada), await grant(admin, 'admin', bob)]).toEqual([
      'owners_only',
      'owners_only',
    ]);
    expect([await getRole(ada), await getRole(bob)]).toEqual([
      { role: 'admin', owner: false },
      { role: 'admin', owner: true },
    ]);
    expect(await grant(owner, 'owner', bob)).toBe(1);
    expect(await getRole(bob)).toEqual({ role: other, owner: false });
    expect((await getDeeds(bob)).map(({ action }) => action)).toEqual([
      'user.owner_revoked',
      'user.admin_revoked',
      `user.${other}_granted`,
    ]);
  });

  test('is listed as one, and the list can be filtered by owners and by disabled users', async () => {
    const owners = listBody(await shop.call('GET', '/user?state=owner', { token: owner.token }));
    expect(owners.map(({ email, owner: isOwner, role }) => [email, isOwner, role])).toContainEqual([
      owner.email,
      true,
      'admin',
    ]);
    const disabled = listBody(await shop.call('GET', '/user?state=disabled', { token: owner.token }));
    expect(disabled.every((user) => user.disabled !== null)).toBe(true);
    expect(disabled).not.toHaveLength(0);
  });
});

describe('the last owner', () => {
  let small: TestShop;
  beforeAll(async () => {
    small = await createTestShop();
  });
  afterAll(() => small.close());
  /** Creates new owners, so that there are no others. */
  const createOwners = async (count: number) => {
    await small.sql`update users set owner = false`;
    return Promise.all(Array.from({ length: count }, () => small.createOwner()));
  };

  test('cannot give up the role, lose it, or be disabled', async () => {
    const [boss] = (await createOwners(1)) as [TestUser];
    for (const [method, path] of [
      ['DELETE', `/users/${boss.userId}/owner`],
      ['DELETE', `/user/admin/${boss.email}`],
      ['POST', `/users/${boss.userId}/disable`],
    ] as const) {
      const response = await small.call(method, path, { token: boss.token, body: { reason: 'Holiday' } });
      expect(statusAndCode(response)).toBe('409 last_owner');
    }
  });

  test.each([
    ['revoke ownership of', (other: TestUser) => ['DELETE', `/users/${other.userId}/owner`] as const],
    ['demote', (other: TestUser) => ['DELETE', `/user/admin/${other.email}`] as const],
    ['disable', (other: TestUser) => ['POST', `/users/${other.userId}/disable`] as const],
  ])('stays when two owners %s each other at once', async (_what, toCall) => {
    const [one, two] = (await createOwners(2)) as [TestUser, TestUser];
    const { pool } = small.database;
    const gate = await pool.connect();
    try {
      // Both requests wait for a row, so that they always overlap.
      await gate.query('begin');
      await gate.query('select id from users where owner for update');
      const start = (caller: TestUser, other: TestUser) => {
        const [method, path] = toCall(other);
        return small.call(method, path, { token: caller.token, body: { reason: 'Enough.' } });
      };
      const both = [start(one, two), start(two, one)];
      const waiting =
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await pool.query(waiting)).rows[0].n).toBe(2);
      await gate.query('commit');
      expect((await Promise.all(both)).map(statusAndCode).sort()).toEqual(['200', '403 owners_only']);
      const { rows } = await pool.query('select count(*)::int as n from users where owner and disabled_at is null');
      expect(rows[0].n).toBe(1);
    } finally {
      gate.release();
    }
  });
});

describe('a shop without an owner, as from an earlier version', () => {
  test('makes the account of ADMIN_EMAIL or else the oldest admin an owner, and never a second one', async () => {
    const old = await createTestShop();
    try {
      const { db, pool } = old.database;
      const first = await old.createAdmin();
      const second = await old.createAdmin();
      const getOwners = async () =>
        (await pool.query('select email from users where owner order by seq')).rows.map(({ email }) => email);
      await Promise.all([ensureOwner(db, second.email), ensureOwner(db, second.email)]);
      expect(await getOwners()).toEqual([second.email]);
      await ensureOwner(db, first.email);
      expect(await getOwners()).toEqual([second.email]);
      await pool.query('update users set owner = false');
      await ensureOwner(db, 'nobody@example.com');
      expect(await getOwners()).toEqual([first.email]);
      await pool.query('update users set disabled_at = now() where owner');
      await ensureOwner(db, undefined);
      expect(await getOwners()).toEqual([first.email, second.email]);
    } finally {
      await old.close();
    }
  });
});
