import { expect, test, vi } from 'vitest';
import { createBodyBudget } from './body-budget.server.ts';

test('no client gets more than its share, and released bytes are free again', () => {
  const budget = createBodyBudget({ maxBytes: 100, maxBytesPerClient: 30 });
  const [one, other] = [budget.open('a', vi.fn()), budget.open('a', vi.fn())];
  expect([one.take(20), other.take(11), other.take(10)]).toEqual([true, false, true]);
  one.release();
  one.release();
  expect([other.take(20), budget.taken]).toEqual([true, 30]);
  expect(one.take(1)).toBe(false);
});

test('the client with the most loses its newest body to one with less, but not to one with the same amount', () => {
  const budget = createBodyBudget({ maxBytes: 60, maxBytesPerClient: 60 });
  const [onOldLost, onNewLost] = [vi.fn(), vi.fn()];
  const old = budget.open('greedy', onOldLost);
  const newest = budget.open('greedy', onNewLost);
  expect([old.take(30), newest.take(30)]).toEqual([true, true]);
  const other = budget.open('other', vi.fn());
  expect([other.take(10), onNewLost.mock.calls.length, onOldLost.mock.calls.length]).toEqual([true, 1, 0]);
  expect(newest.take(1)).toBe(false);
  expect([other.take(20), other.take(1), budget.taken]).toEqual([true, false, 60]);
});

test('many clients together never exceed the budget', () => {
  const budget = createBodyBudget({ maxBytes: 1_000, maxBytesPerClient: 100 });
  for (let at = 0; at < 200; at += 1) {
    budget.open(`client ${at}`, () => {}).take(1 + ((at * 37) % 100));
    expect(budget.taken).toBeLessThanOrEqual(1_000);
  }
});
