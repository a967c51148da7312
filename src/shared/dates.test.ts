import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDate, formatDateTime, formatTime, formatZonedDate, toDay } from './dates.ts';

const AT = '2026-11-24T02:05:00.000Z';

describe('times have one American format with a time zone', () => {
  test('in UTC', () => {
    expect(formatDate(AT, 'UTC')).toBe('Nov 24, 2026');
    expect(formatDateTime(AT, 'UTC')).toBe('Nov 24, 2026, 2:05 AM UTC');
  });

  test.each([
    ['America/New_York', 'Nov 23, 2026', 'Nov 23, 2026, 9:05 PM EST'],
    ['Europe/Berlin', 'Nov 24, 2026', 'Nov 24, 2026, 3:05 AM GMT+1'],
  ])('for a reader in %s', async (zone, date, dateTime) => {
    const program = `
      const { formatDate, formatDateTime } = await import('./src/shared/dates.ts');
      console.log(JSON.stringify([formatDate('${AT}'), formatDateTime('${AT}')]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      env: { TZ: zone },
    });
    expect(JSON.parse(stdout)).toEqual([date, dateTime]);
  });

  test.each([
    ['America/New_York', 'Nov 23, 2026', '9:05 PM EST', 'Nov 23, 2026 EST', '2026-11-23'],
    ['Asia/Tokyo', 'Nov 24, 2026', '11:05 AM GMT+9', 'Nov 24, 2026 GMT+9', '2026-11-24'],
    ['Asia/Kuwait', 'Nov 24, 2026', '5:05 AM GMT+3', 'Nov 24, 2026 GMT+3', '2026-11-24'],
    ['UTC', 'Nov 24, 2026', '2:05 AM UTC', 'Nov 24, 2026 UTC', '2026-11-24'],
  ])('in %s, whatever the time zone of the machine', (zone, date, time, zoned, day) => {
    expect([formatDate(AT, zone), formatTime(AT, zone), formatZonedDate(AT, zone)]).toEqual([date, time, zoned]);
    expect(formatDateTime(AT, zone)).toBe(`${date}, ${time}`);
    expect(toDay(new Date(AT), zone)).toBe(day);
  });

  test('every day has the same format as the platform’s', () => {
    const platform = new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    });
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (day) => {
        expect(formatDate(day.toISOString(), 'UTC')).toBe(platform.format(day));
      }),
    );
  });

  test('a date without a time is the same day for every reader', () => {
    expect(formatDate('2026-11-01', 'UTC')).toBe('Nov 1, 2026');
  });

  test('nothing else formats a date', () => {
    const others = globSync('src/**/*.{ts,tsx}').filter(
      (file) =>
        file !== 'src/shared/dates.ts' &&
        // It calculates with the clock of a time zone, and formats nothing.
        !file.startsWith('src/features/shipping/shipping-dates') &&
        /toLocale(Date|Time)String|DateTimeFormat|dateStyle|timeStyle/.test(readFileSync(file, 'utf8')),
    );
    expect(others).toEqual(['src/shared/dates.test.ts']);
  });
});

test.each([
  ['America/New_York', '2027-01-01T04:59:59Z', '2026-12-31'],
  ['America/New_York', '2027-01-01T05:00:00Z', '2027-01-01'],
  ['Pacific/Auckland', '2026-12-31T11:00:00Z', '2027-01-01'],
])('in %s, %s belongs to %s', (timeZone, at, day) => {
  expect(toDay(new Date(at), timeZone)).toBe(day);
});
