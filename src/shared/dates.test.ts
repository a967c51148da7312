import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatDate, formatDateTime } from './dates.ts';

const AT = '2026-11-24T02:05:00.000Z';

describe('times have one form, American, and say their zone', () => {
  test.each([
    ['UTC', 'Nov 24, 2026', 'Nov 24, 2026, 2:05 AM UTC'],
    ['America/New_York', 'Nov 23, 2026', 'Nov 23, 2026, 9:05 PM EST'],
    ['Europe/Berlin', 'Nov 24, 2026', 'Nov 24, 2026, 3:05 AM GMT+1'],
  ])('in %s', (zone, date, dateTime) => {
    expect(formatDate(AT, zone)).toBe(date);
    expect(formatDateTime(AT, zone)).toBe(dateTime);
  });

  test('a day alone is that day, whoever reads it', () => {
    expect(formatDate('2026-11-01', 'UTC')).toBe('Nov 1, 2026');
  });

  test('nothing else formats a date', () => {
    const others = globSync('src/**/*.{ts,tsx}').filter(
      (file) =>
        file !== 'src/shared/dates.ts' &&
        /toLocale(Date|Time)String|DateTimeFormat|dateStyle|timeStyle/.test(readFileSync(file, 'utf8')),
    );
    expect(others).toEqual(['src/shared/dates.test.ts']);
  });
});
