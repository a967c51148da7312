import { expect, test } from 'vitest';
import { namePeriod } from './period-names.ts';

test.each([
  ['2026-02-01', '2026-02-28', 'Feb 2026'],
  ['2026-01-01', '2026-03-31', 'Jan – Mar 2026'],
  ['2026-10-01', '2026-12-31', 'Oct – Dec 2026'],
  ['2026-01-01', '2026-12-31', '2026'],
])('the period from %s through %s is %s', (from, to, name) => {
  expect(namePeriod({ from, to })).toBe(name);
});
