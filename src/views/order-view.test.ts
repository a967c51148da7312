import { expect, test } from 'vitest';
import type { Permission } from '#src/shared/permissions.ts';
import { isBuyerOf } from './shown-order.ts';

const createReader = (email: string, permissions: readonly Permission[]) => ({
  user: { displayName: '', email },
  can: (permission: Permission) => permissions.includes(permission),
});

test.each<[string, string, Permission[], boolean]>([
  ['its customer', 'ada@example.com', ['orders.place'], true],
  ['an admin', 'admin@example.com', ['orders.read'], false],
  ['an admin who placed it before they worked for the shop', 'ada@example.com', ['orders.read'], false],
  ['a member of the staff who may not read orders', 'packer@example.com', ['orders.ship'], false],
])('%s reads an order as its buyer only if it is theirs', (_who, email, permissions, isBuyer) => {
  expect(isBuyerOf({ email: 'ada@example.com' }, createReader(email, permissions))).toBe(isBuyer);
});
