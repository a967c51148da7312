import { expect, test } from 'vitest';
import { toDay } from '#src/shared/dates.ts';
import { getCalendarYear, getQuarter, listMonths, splitByMonths } from './rules.ts';

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

test('a period is split into its months, of which the first and the last may be cut', () => {
  expect(splitByMonths('2027-12-15', '2028-02-10')).toEqual([
    { from: '2027-12-15', to: '2027-12-31' },
    { from: '2028-01-01', to: '2028-01-31' },
    { from: '2028-02-01', to: '2028-02-10' },
  ]);
  expect(splitByMonths('2028-02-29', '2028-02-29')).toEqual([{ from: '2028-02-29', to: '2028-02-29' }]);
});

test('quarters and years go back over the beginning of a year', () => {
  expect([0, 1, 4].map((back) => getQuarter('2028-03-31', back))).toEqual([
    { from: '2028-01-01', to: '2028-03-31' },
    { from: '2027-10-01', to: '2027-12-31' },
    { from: '2027-01-01', to: '2027-03-31' },
  ]);
  expect(getCalendarYear('2028-03-31', 1)).toEqual({ from: '2027-01-01', to: '2027-12-31' });
});
