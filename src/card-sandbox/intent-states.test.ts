import { expect, test } from 'vitest';
import { assertTransition, type IntentStatus, isOpen } from './intent-states.ts';

const ALL: IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
];

// The life cycle of a payment intent according to the card provider's documentation.
test.each<[IntentStatus, IntentStatus[]]>([
  ['requires_payment_method', ALL],
  ['requires_confirmation', ALL],
  ['requires_action', ALL],
  ['processing', ['requires_payment_method', 'succeeded']],
  ['succeeded', []],
  ['canceled', []],
])('from %s an intent can go to %j and nowhere else', (from, allowed) => {
  const reached = ALL.filter((to) => {
    try {
      assertTransition(from, to);
      return true;
    } catch {
      return false;
    }
  });
  expect(reached).toEqual(allowed);
});

test('a processing intent can be neither canceled nor confirmed again', () => {
  expect(isOpen('processing')).toBe(false);
  expect(() => assertTransition('processing', 'canceled')).toThrow();
});
