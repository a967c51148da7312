import { describe, expect, test } from 'vitest';
import { shopSettingsSchema } from './contract.ts';
import { DEFAULT_SETTINGS, type ShopSettings } from './rules.ts';
import { toOrderValueTerms, toShippingCalendar } from './shipping-settings.ts';

const parse = (changes: Partial<ShopSettings>) => shopSettingsSchema.safeParse({ ...DEFAULT_SETTINGS, ...changes });
const store = (changes: Partial<ShopSettings>) => {
  const { data } = parse(changes);
  return Object.keys(changes).map((name) => data?.[name as keyof ShopSettings]);
};
const complain = (changes: Partial<ShopSettings>) =>
  parse(changes).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('a shop that has set nothing has no minimum, no surcharge and promises no dates', () => {
  expect(parse({}).success).toBe(true);
  expect(toOrderValueTerms(DEFAULT_SETTINGS)).toEqual({ minimumMinor: null, smallOrder: null });
  expect(toShippingCalendar(DEFAULT_SETTINGS)).toBeNull();
});

test('amounts are read in minor units', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    minimumOrder: '50.00',
    smallOrderBelow: '100.00',
    smallOrderSurcharge: '7.50',
  };
  expect(toOrderValueTerms(settings)).toEqual({
    minimumMinor: 5_000,
    smallOrder: { belowMinor: 10_000, surchargeMinor: 750 },
  });
});

test('the calendar has the days of the week by number', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    workingDays: 'Mon, Sat, Sun',
    holidays: '12-25, 2027-04-02',
    cutOff: '14:00',
  };
  expect(toShippingCalendar(settings)).toEqual({
    timeZone: 'UTC',
    workingDays: [1, 6, 0],
    holidays: ['12-25', '2027-04-02'],
    cutOff: '14:00',
  });
  expect(toShippingCalendar({ ...settings, cutOff: '' })?.cutOff).toBeNull();
});

describe('settings are stored as', () => {
  test.each<[keyof ShopSettings, string, string]>([
    ['minimumOrder', ' 50 ', '50.00'],
    ['minimumOrder', '1.234,50', '1234.50'],
    ['minimumOrder', '0', ''],
    ['workingDays', 'Mon-Fri', 'Mon, Tue, Wed, Thu, Fri'],
    ['workingDays', 'friday to monday', 'Mon, Fri, Sat, Sun'],
    ['workingDays', 'Thu; Monday, MON', 'Mon, Thu'],
    ['holidays', '2027-04-02, 12-25,12-25', '12-25, 2027-04-02'],
    ['holidays', '02-29', '02-29'],
  ])('%s: %s becomes “%s”', (name, typed, stored) => {
    expect(store({ [name]: typed })).toEqual([stored]);
  });

  test.each([
    ['2 PM', '14:00'],
    ['2:30 pm', '14:30'],
    ['12 am', '00:00'],
    ['12 PM', '12:00'],
    ['9', '09:00'],
    ['14:05', '14:05'],
  ])('cutOff: %s becomes %s', (typed, stored) => {
    expect(store({ cutOff: typed, workingDays: 'Mon' })).toEqual([stored, 'Mon']);
  });
});

describe('a setting is refused at its field', () => {
  test.each<[keyof ShopSettings, string, RegExp]>([
    ['minimumOrder', '50 dollars', /^Please enter an amount/],
    ['minimumOrder', '-1', /^Please enter an amount/],
    ['minimumOrder', '1000000', /^Please enter at most \$999,999\.99\.$/],
    ['workingDays', 'Mon, Someday', /^“Someday” is not a day of the week/],
    ['workingDays', 'Mon-Wed-Fri', /is not a day of the week/],
    ['holidays', '2027-02-29', /^“2027-02-29” is not a date/],
    ['holidays', 'Christmas', /^“Christmas” is not a date/],
    ['cutOff', '25:00', /^Please enter a time/],
    ['cutOff', '13 PM', /^Please enter a time/],
    ['cutOff', '9:75', /^Please enter a time/],
  ])('%s: %s', (name, typed, sentence) => {
    expect(complain({ [name]: typed, ...(name === 'cutOff' && { workingDays: 'Mon' }) })).toEqual([
      [name, expect.stringMatching(sentence)],
    ]);
  });

  test('if it has too many dates', () => {
    const dates = Array.from({ length: 101 }, (_, at) => `${2030 + at}-01-01`);
    expect(complain({ holidays: dates.join(', ') })).toEqual([['holidays', 'Please enter at most 100 of them.']]);
    expect(complain({ holidays: dates.slice(1).join(', ') })).toBeUndefined();
  });

  test('if it means nothing without another one', () => {
    expect(complain({ smallOrderBelow: '50' })).toEqual([['smallOrderSurcharge', expect.any(String)]]);
    expect(complain({ smallOrderSurcharge: '5' })).toEqual([['smallOrderBelow', expect.any(String)]]);
    expect(complain({ cutOff: '14:00' })).toEqual([['workingDays', expect.any(String)]]);
  });
});
