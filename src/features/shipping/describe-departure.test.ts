import { describe, expect, test } from 'vitest';
import type { NextDeparture } from '#src/shared/selling-terms.ts';
import { describeDeparture, stateDeparture } from './describe-departure.ts';

const at = (iso: string) => Date.parse(iso);
const CUT_OFF = { hasCutOff: true, text: '' };
/** A shop in UTC that ships on Friday and Monday until 2 PM. */
const DEPARTURES: NextDeparture[] = [
  { begins: at('2026-11-27T00:00Z'), until: at('2026-11-27T14:00Z'), day: 'Friday, Nov 27', ...CUT_OFF },
  { begins: at('2026-11-30T00:00Z'), until: at('2026-11-30T14:00Z'), day: 'Monday, Nov 30', ...CUT_OFF },
];
const say = (iso: string) => describeDeparture(DEPARTURES, at(iso));

describe('with a cut-off, an order', () => {
  test('has this long until it no longer leaves today', () => {
    expect(say('2026-11-27T11:50:00Z')).toBe('Order within 2 h 10 min: leaves today.');
    expect(say('2026-11-27T12:00:00Z')).toBe('Order within 2 h: leaves today.');
    expect(say('2026-11-27T13:15:30Z')).toBe('Order within 44 min: leaves today.');
    expect(say('2026-11-27T13:59:59Z')).toBe('Order within 1 min: leaves today.');
  });

  test('leaves on the next day of the shop from the cut-off on', () => {
    expect(say('2026-11-27T14:00:00Z')).toBe('Leaves Monday, Nov 30.');
    expect(say('2026-11-29T23:59:00Z')).toBe('Leaves Monday, Nov 30.');
    expect(say('2026-11-30T00:00:00Z')).toBe('Order within 14 h: leaves today.');
  });

  test('has no promise once a page has stayed open for longer than is known', () => {
    expect(say('2026-11-30T14:00:00Z')).toBeUndefined();
  });

  test('is promised a day by a time while no clock is known, so that a cached page is right', () => {
    expect(stateDeparture('Friday, Nov 27', '2:00 PM UTC')).toBe('Leaves Friday, Nov 27, if you order by 2:00 PM UTC.');
  });
});

test('without a cut-off, an order leaves on the next working day', () => {
  const departures = DEPARTURES.map((one) => ({ ...one, until: one.begins, hasCutOff: false }));
  expect(stateDeparture('Friday, Nov 27', null)).toBe('Leaves Friday, Nov 27.');
  expect(describeDeparture(departures, at('2026-11-27T09:00:00Z'))).toBe('Leaves Monday, Nov 30.');
});

test('a shop that promises no dates says nothing', () => {
  expect(describeDeparture([], Date.now())).toBeUndefined();
});
