import { expect, test } from 'vitest';
import { toDay } from '#src/shared/dates.ts';
import { listMonths } from './rules.ts';

const getFirst = (at: string, timeZone: string) => listMonths(toDay(new Date(at), timeZone), 2)[0];

test('the months are those of the time zone: the first one has begun in Tokyo but not yet in Cleveland', () => {
  const at = '2026-12-31T16:00:00Z';
  expect(getFirst(at, 'Asia/Tokyo')).toEqual({ from: '2027-01-01', to: '2027-01-31' });
  expect(getFirst(at, 'America/New_York')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

test('the months before go back over the beginning of a year and end with their last days', () => {
  expect(listMonths('2028-03-31', 4)).toEqual([
    { from: '2028-03-01', to: '2028-03-31' },
    { from: '2028-02-01', to: '2028-02-29' },
    { from: '2028-01-01', to: '2028-01-31' },
    { from: '2027-12-01', to: '2027-12-31' },
  ]);
});
