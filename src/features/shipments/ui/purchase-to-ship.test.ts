import { expect, test } from 'vitest';
import { countLeft, countOpen } from './purchase-to-ship.ts';

const line = {
  _id: 'line',
  itemName: 'Claw hammer',
  quantity: 10,
  shippedQuantity: 0,
  canceledQuantity: 0,
  state: 'placed',
  price: '189.00',
  refunded: null,
};
const paid = { ...line, state: 'paid' };

test.each([
  ['nobody has paid for it', line, 10],
  ['it is paid', paid, 10],
  ['some of it shipped, and some was refunded before', { ...paid, shippedQuantity: 4, canceledQuantity: 1 }, 5],
  ['it was refunded in full', { ...paid, refunded: '189.00' }, 0],
  ['it shipped', { ...line, state: 'shipped', shippedQuantity: 10 }, 0],
  ['it was deleted', { ...line, state: 'deleted' }, 0],
  ['its hold expired', { ...line, state: 'expired' }, 0],
])('the open pieces of a line are right if %s', (_, some, open) => {
  expect(countOpen(some)).toBe(open);
});

test('only pieces of a paid line are offered for shipping', () => {
  expect(countLeft(line)).toBe(0);
  expect(countLeft(paid)).toBe(10);
});
