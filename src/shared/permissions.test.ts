import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getAudience, PERMISSIONS, ROLES } from './permissions.ts';

test('every role has exactly these permissions', () => {
  const admin = [
    'orders.read',
    'orders.change',
    'orders.cancel',
    'orders.ship',
    'payments.read',
    'payments.refund',
    'range.read',
    'range.keep',
    'range.prices',
    'range.import',
    'stock.adjust',
    'search.tune',
    'reviews.moderate',
    'inbox.read',
    'inbox.answer',
    'subscribers.read',
    'mails.read',
    'mails.resend',
    'exemptions.review',
    'users.read',
    'users.manage',
    'exports.read',
    'overview.read',
    'system.read',
  ];
  expect(Object.fromEntries(Object.entries(ROLES).map(([role, { permissions }]) => [role, permissions]))).toEqual({
    customer: ['addresses.keep', 'basket.keep', 'exemptions.keep', 'orders.place', 'reviews.write'],
    admin,
    owner: [...admin, 'audit.read', 'links.read', 'settings.change', 'staff.manage'],
  });
});

test('every permission is `noun.verb`, an owner’s or a customer’s, and never both', () => {
  for (const permission of PERMISSIONS) {
    expect(permission).toMatch(/^[a-z]+\.[a-z]+$/);
    const holders = [ROLES.owner, ROLES.customer].filter(({ permissions }) =>
      (permissions as readonly string[]).includes(permission),
    );
    expect([permission, holders.length]).toEqual([permission, 1]);
  }
});

test('an owner may do everything that other staff may do', () => {
  const { customer: _, owner, ...others } = ROLES;
  for (const { permissions } of Object.values(others))
    expect(owner.permissions).toEqual(expect.arrayContaining([...permissions]));
});

test.each([
  ['orders.place', 'customer'],
  ['orders.read', 'staff'],
  ['settings.change', 'owner'],
] as const)('a user without %s is told that it is for the audience %s', (permission, audience) => {
  expect(getAudience(permission)).toBe(audience);
});

test('only the permission map and the flag on the wire check roles', () => {
  const asking = globSync('src/**/*.{ts,tsx}', { exclude: ['src/**/*.test.*'] }).filter((path) =>
    /role\)? (?:===|!==) '(?:customer|admin|owner)'|eq\(\w+\.role, '|role\}? (?:=|<>) '(?:admin|owner)'/i.test(
      readFileSync(path, 'utf8'),
    ),
  );
  expect(asking.sort()).toEqual(['src/features/identity/api.server.ts', 'src/shared/permissions.ts']);
});
