import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrives, type ShippingCalendar, shipsOn } from './shipping-dates.ts';

const WEEK = [1, 2, 3, 4, 5];
const calendar = (changes: Partial<ShippingCalendar> = {}): ShippingCalendar => ({
  timeZone: 'America/New_York',
  workingDays: WEEK,
  holidays: [],
  cutOff: '14:00',
  ...changes,
});
const at = (iso: string) => new Date(iso);
const leave = (iso: string, changes: Partial<ShippingCalendar> = {}) => shipsOn(at(iso), calendar(changes));

describe('an order leaves', () => {
  test('today before the cut-off, and says how long that lasts', () => {
    // 11:50 AM in New York.
    const departure = leave('2026-11-25T16:50:00Z');
    expect(departure).toEqual({ date: '2026-11-25', isToday: true, orderBy: Date.parse('2026-11-25T19:00:00Z') });
  });

  test('on the next working day from the very minute of the cut-off', () => {
    expect(leave('2026-11-25T18:59:59Z')).toMatchObject({ date: '2026-11-25', isToday: true });
    expect(leave('2026-11-25T19:00:00Z')).toMatchObject({ date: '2026-11-26', isToday: false });
  });

  test('after the weekend and the holidays', () => {
    const holidays = ['2026-11-26', '2026-11-27', '2026-11-30'];
    expect(leave('2026-11-25T20:00:00Z', { holidays })).toEqual({
      date: '2026-12-01',
      isToday: false,
      orderBy: Date.parse('2026-12-01T19:00:00Z'),
    });
  });

  test('after a holiday of every year', () => {
    for (const year of [2025, 2026])
      expect(leave(`${year}-12-25T16:00:00Z`, { holidays: ['12-25'] })?.date).toBe(
        `${year}-12-${year === 2025 ? 26 : 28}`,
      );
  });

  test('on the day of the shop, whatever day it is elsewhere', () => {
    // Wednesday evening in New York, Thursday in UTC.
    expect(leave('2026-11-26T01:00:00Z')).toMatchObject({ date: '2026-11-26' });
    // Thursday morning in Auckland, Wednesday in UTC.
    expect(leave('2026-11-25T20:00:00Z', { timeZone: 'Pacific/Auckland' })).toMatchObject({
      date: '2026-11-26',
      isToday: true,
    });
  });

  test('not today without a cut-off', () => {
    expect(leave('2026-11-25T16:50:00Z', { cutOff: null })).toEqual({
      date: '2026-11-26',
      isToday: false,
      orderBy: null,
    });
  });

  test('on no promised date without working days, or if all are holidays', () => {
    expect(leave('2026-11-25T16:50:00Z', { workingDays: [] })).toBeNull();
    const holidays = Array.from({ length: 800 }, (_, day) =>
      new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10),
    );
    expect(leave('2026-11-25T16:50:00Z', { holidays })).toBeNull();
  });
});

describe('when clocks change', () => {
  const sunday = { workingDays: [0, 1, 2, 3, 4, 5, 6] };

  test('the time left is real time: an hour less in spring, an hour more in autumn', () => {
    const left = (iso: string) => ((leave(iso, sunday)?.orderBy ?? 0) - Date.parse(iso)) / 3_600_000;
    // Midnight in New York on the days of both changes, and on the day between.
    expect(left('2026-03-08T05:00:00Z')).toBe(13);
    expect(left('2026-07-01T04:00:00Z')).toBe(14);
    expect(left('2026-11-01T04:00:00Z')).toBe(15);
  });

  test('a cut-off in the skipped hour is as much later', () => {
    // 02:30 does not exist; clocks go from 02:00 EST to 03:00 EDT, at 07:00 UTC.
    const departure = leave('2026-03-08T06:00:00Z', { ...sunday, cutOff: '02:30' });
    expect(departure).toEqual({ date: '2026-03-08', isToday: true, orderBy: Date.parse('2026-03-08T07:30:00Z') });
    expect(leave('2026-03-08T07:30:00Z', { ...sunday, cutOff: '02:30' })?.date).toBe('2026-03-09');
  });

  test('a cut-off in the repeated hour is over after its first time', () => {
    // 01:30 EDT is at 05:30 UTC, and 01:30 EST an hour later.
    const repeated = { ...sunday, cutOff: '01:30' };
    expect(leave('2026-11-01T05:29:00Z', repeated)?.orderBy).toBe(Date.parse('2026-11-01T05:30:00Z'));
    expect(leave('2026-11-01T06:15:00Z', repeated)?.date).toBe('2026-11-02');
  });
});

describe('an order arrives', () => {
  test('after the carrier’s days, of which weekends and holidays are none', () => {
    expect(arrives('2026-11-25', { min: 1, max: 3 }, calendar({ holidays: ['2026-11-26'] }))).toEqual({
      earliest: '2026-11-27',
      latest: '2026-12-01',
    });
  });

  test('on the same day if the carrier takes none', () => {
    expect(arrives('2026-11-25', { min: 0, max: 0 }, calendar())).toEqual({
      earliest: '2026-11-25',
      latest: '2026-11-25',
    });
  });

  test('on no promised date if there are only holidays', () => {
    const holidays = Array.from({ length: 800 }, (_, day) =>
      new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10),
    );
    expect(arrives('2026-11-25', { min: 1, max: 3 }, { holidays })).toBeNull();
  });
});

const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
const calendars = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  workingDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  holidays: fc.array(
    fc.integer({ min: 0, max: 60 }).map((day) => new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10)),
    { maxLength: 20 },
  ),
  cutOff: fc.option(
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`),
  ),
});
const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) });

const nameLocalDay = (instant: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);
const isWorking = (date: string, { workingDays, holidays }: ShippingCalendar) =>
  workingDays.includes(new Date(date).getUTCDay()) && !holidays.includes(date);

test('an order always leaves on a working day, never before today, and the moment to order by is not over', () => {
  fc.assert(
    fc.property(calendars, moments, (shop, now) => {
      const departure = shipsOn(new Date(now), shop);
      const today = nameLocalDay(now, shop.timeZone);
      expect(departure).not.toBeNull();
      if (!departure) return;
      expect(isWorking(departure.date, shop)).toBe(true);
      expect(departure.date >= today).toBe(true);
      expect(departure.isToday).toBe(departure.date === today);
      if (departure.orderBy === null) return;
      expect(departure.orderBy).toBeGreaterThan(now);
      expect(nameLocalDay(departure.orderBy, shop.timeZone)).toBe(departure.date);
    }),
  );
});

test('whoever orders by the given moment gets the same date, and whoever orders later a later one', () => {
  fc.assert(
    fc.property(calendars, moments, (shop, now) => {
      const departure = shipsOn(new Date(now), shop);
      if (!departure?.orderBy) return;
      expect(shipsOn(new Date(departure.orderBy - 1), shop)?.date).toBe(departure.date);
      const later = shipsOn(new Date(departure.orderBy), shop);
      expect((later?.date ?? '') > departure.date).toBe(true);
    }),
  );
});

test('an order arrives on a day of the carrier, not before it leaves, and the earliest day is not after the latest', () => {
  fc.assert(
    fc.property(calendars, moments, fc.nat(20), fc.nat(20), (shop, now, min, more) => {
      const leavesOn = shipsOn(new Date(now), shop)?.date ?? '';
      const arrival = arrives(leavesOn, { min, max: min + more }, shop);
      expect(arrival).not.toBeNull();
      if (!arrival) return;
      expect(arrival.earliest >= leavesOn && arrival.latest >= arrival.earliest).toBe(true);
      if (min > 0) expect(isWorking(arrival.earliest, { ...shop, workingDays: WEEK })).toBe(true);
      expect(arrival.earliest === leavesOn).toBe(min === 0);
    }),
  );
});
