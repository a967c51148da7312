import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDay } from '#src/shared/dates.ts';
import { createTimestampFormat, endOfDay, endOfYear, getYear, startOfDay, subtractDays } from './time-zone.server.ts';

const HOUR = 3_600_000;
const ZONES = Intl.supportedValuesOf('timeZone');
const zones = fc.constantFrom(...ZONES);
const moments = fc.date({ min: new Date('1972-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

function countHours(day: string, timeZone: string): number {
  return (endOfDay(day, timeZone).getTime() - startOfDay(day, timeZone).getTime()) / HOUR;
}

describe('a day', () => {
  test.each([
    ['2026-11-23', 'America/New_York', '2026-11-23T05:00:00Z', 24],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z', 25],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z', 25],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z', 23],
    ['2026-11-24', 'Asia/Tokyo', '2026-11-23T15:00:00Z', 24],
    ['2026-11-24', 'Asia/Kuwait', '2026-11-23T21:00:00Z', 24],
    ['2026-11-24', 'Asia/Kathmandu', '2026-11-23T18:15:00Z', 24],
    // Lord Howe Island changes its clocks by half an hour.
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00Z', 23.5],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
    // In Cairo, the clocks skip the hour after midnight.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00Z', 23],
    // Samoa went from one side of the date line to the other and skipped a day.
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00Z', 24],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', 0],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z', 24],
    ['2026-10-25', 'UTC', '2026-10-25T00:00:00Z', 24],
  ])('%s in %s begins at %s and has %d hours', (day, timeZone, start, hours) => {
    expect(startOfDay(day, timeZone)).toEqual(new Date(start));
    expect(countHours(day, timeZone)).toBe(hours);
  });

  test('contains exactly the moments that a calendar there shows with its date', () => {
    fc.assert(
      fc.property(moments, zones, (at, timeZone) => {
        const day = toDay(at, timeZone);
        expect(startOfDay(day, timeZone).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(endOfDay(day, timeZone).getTime()).toBeGreaterThan(at.getTime());
      }),
      { numRuns: 2_000 },
    );
  });

  test('begins when the one before has ended, everywhere', () => {
    for (const timeZone of ZONES)
      for (const day of ['2011-12-29', '2011-12-30', '2026-03-08', '2026-03-29', '2026-10-25', '2026-12-31']) {
        const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
        expect([timeZone, endOfDay(day, timeZone)]).toEqual([timeZone, startOfDay(next, timeZone)]);
      }
  });
});

describe('a year', () => {
  test.each([
    ['2027-01-01T04:30:00Z', 'America/New_York', 2026],
    ['2027-01-01T05:00:00Z', 'America/New_York', 2027],
    ['2026-12-31T14:59:59.999Z', 'Asia/Tokyo', 2026],
    ['2026-12-31T15:00:00Z', 'Asia/Tokyo', 2027],
    ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', 2027],
    ['2027-01-01T11:59:00Z', 'Etc/GMT+12', 2026],
  ])('%s in %s is in %d', (at, timeZone, year) => {
    expect(getYear(new Date(at), timeZone)).toBe(year);
  });

  test('ends with the last moment that is in it, everywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1972, max: 2099 }), zones, (year, timeZone) => {
        const end = endOfYear(year, timeZone);
        expect(getYear(new Date(end.getTime() - 1), timeZone)).toBe(year);
        expect(getYear(end, timeZone)).toBe(year + 1);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('some days ago is the same time of day, also over a change of the clocks', () => {
  const at = new Date('2026-11-02T15:00:00Z');
  expect(subtractDays(at, 2, 'America/New_York')).toEqual(new Date('2026-10-31T14:00:00Z'));
  expect(subtractDays(at, 2, 'Asia/Tokyo')).toEqual(new Date('2026-10-31T15:00:00Z'));
});

describe('a timestamp', () => {
  test('has the offset of its time zone, and Z in UTC', () => {
    const write = (at: string, timeZone: string) => createTimestampFormat(timeZone)(new Date(at));
    expect(write('2026-11-24T02:05:00.120Z', 'America/New_York')).toBe('2026-11-23T21:05:00.120-05:00');
    expect(write('2026-11-24T02:05:00Z', 'Asia/Kathmandu')).toBe('2026-11-24T07:50:00.000+05:45');
    expect(write('2026-11-24T02:05:00Z', 'Europe/London')).toBe('2026-11-24T02:05:00.000+00:00');
    expect(write('2026-11-24T02:05:00Z', 'UTC')).toBe('2026-11-24T02:05:00.000Z');
  });

  test('tells the two hours apart that have the same time when the clocks go back', () => {
    const write = createTimestampFormat('Europe/Berlin');
    expect(['00:30', '01:30', '02:30', '00:30'].map((time) => write(new Date(`2026-10-25T${time}:00Z`)))).toEqual([
      '2026-10-25T02:30:00.000+02:00',
      '2026-10-25T02:30:00.000+01:00',
      '2026-10-25T03:30:00.000+01:00',
      '2026-10-25T02:30:00.000+02:00',
    ]);
  });

  test('is the same moment whatever was written before', () => {
    fc.assert(
      fc.property(fc.array(moments, { minLength: 1, maxLength: 20 }), zones, (all, timeZone) => {
        const write = createTimestampFormat(timeZone);
        for (const at of all) {
          const text = write(at);
          expect(new Date(text)).toEqual(at);
          expect(text.slice(0, 10)).toBe(toDay(at, timeZone));
        }
      }),
      { numRuns: 300 },
    );
  });
});
