import { expect, test } from 'vitest';
import type { Permission } from '#src/shared/permissions.ts';
import { canTakeAddress, isBuyerOf } from './shown-order.ts';

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

test.each<[string, Parameters<typeof canTakeAddress>[0], boolean]>([
  ['waits for its payment', { state: 'placed', awaitsBilling: true, total: '10.00', refunded: null }, true],
  ['is paid', { state: 'paid', awaitsBilling: true, total: '10.00', refunded: '9.99' }, true],
  ['was shipped without an invoice', { state: 'shipped', awaitsBilling: true, total: '10.00', refunded: null }, true],
  [
    'was shipped and has its invoice',
    { state: 'shipped', awaitsBilling: false, total: '10.00', refunded: null },
    false,
  ],
  ['was refunded in full', { state: 'paid', awaitsBilling: true, total: '10.00', refunded: '10.00' }, false],
  ['was shipped and refunded in full', { state: 'shipped', awaitsBilling: true, total: '1', refunded: '1' }, false],
  ['has ended', { state: 'canceled', awaitsBilling: true, total: '10.00', refunded: null }, false],
])('an order that %s asks for an address only if that has a use', (_which, purchase, isAsked) => {
  expect(canTakeAddress(purchase)).toBe(isAsked);
});
