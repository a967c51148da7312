import * as z from 'zod';
import { trimmedText } from '#src/shared/bounded-schemas.ts';
import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import { decimalToMinor, formatMoney, getShopCurrency, isPayableStep, minorToDecimal } from '#src/shared/money.ts';
import { type ShippingSettings, WEEKDAYS } from './shipping-settings.ts';

/** Returns the texts, or a sentence for the first one that cannot be read. */
type Read = (one: string) => string[] | null;

/** Values with commas between, in the order in which they are stored. */
function listSchema({ maxLength, maxValues, read, sentence, sort }: ListOptions) {
  return trimmedText(maxLength).transform((text, context) => {
    const values = new Set<string>();
    for (const one of text.split(/[,;\n]/).map((part) => part.trim())) {
      if (one === '') continue;
      const found = read(one);
      if (found) for (const value of found) values.add(value);
      else context.addIssue({ code: 'custom', message: sentence(one) });
    }
    if (values.size > maxValues)
      context.addIssue({ code: 'custom', message: `Please enter at most ${maxValues} of them.` });
    return [...values].sort(sort).join(', ');
  });
}

interface ListOptions {
  maxLength: number;
  maxValues: number;
  read: Read;
  sentence: (one: string) => string;
  sort: (one: string, other: string) => number;
}

const toWeekday = (name: string) =>
  /^[a-z]{3,9}$/i.test(name) ? WEEKDAYS.findIndex((day) => name.toLowerCase().startsWith(day.toLowerCase())) : -1;

/** A day of the week, or several of them: 'Mon', 'Monday', 'Mon-Fri'. */
function readWeekdays(text: string): string[] | null {
  const ends = text
    .replaceAll(/\s+/g, ' ')
    .split(/ ?[-–] ?| to /)
    .map(toWeekday);
  const [first = -1, last = first] = ends;
  if (ends.length > 2 || ends.includes(-1)) return null;
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, at) => WEEKDAYS[(first + at) % 7] ?? '');
}

/** Monday is the first. */
const rankWeekday = (name: string) => (toWeekday(name) + 6) % 7;

export const workingDaysSchema = listSchema({
  maxLength: 200,
  maxValues: 7,
  read: readWeekdays,
  sentence: (one) => `“${one}” is not a day of the week. Please enter days such as Mon, Tue, Wed, or Mon-Fri.`,
  sort: (one, other) => rankWeekday(one) - rankWeekday(other),
});

/** A day of one year, or of every year. */
function readHoliday(text: string): string[] | null {
  if (!/^(?:\d{4}-)?\d{2}-\d{2}$/.test(text)) return null;
  // Feb 29 is a day of every year that has it.
  const date = new Date(text.length === 5 ? `2024-${text}` : text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10).endsWith(text) ? [text] : null;
}

export const holidaysSchema = listSchema({
  maxLength: 2_000,
  maxValues: 100,
  read: readHoliday,
  sentence: (one) => `“${one}” is not a date. Please enter dates such as 2027-04-02, or 12-25 for every year.`,
  sort: (one, other) => (one < other ? -1 : 1),
});

const CUT_OFF_SENTENCE = 'Please enter a time such as 14:00 or 2 PM, or leave this blank.';

/** '2 PM', '2:30 pm', '14:00' and '14' become 24-hour times. */
export const cutOffSchema = trimmedText(8, CUT_OFF_SENTENCE, CUT_OFF_SENTENCE).transform((text, context) => {
  if (text === '') return '';
  const [, hours = '', minutes = '00', half] = /^(\d{1,2})(?::(\d{2}))?\s?([ap]m)?$/i.exec(text) ?? [];
  const isHour = half ? Number(hours) >= 1 && Number(hours) <= 12 : hours !== '' && Number(hours) <= 23;
  if (!isHour || Number(minutes) > 59) {
    context.addIssue({ code: 'custom', message: CUT_OFF_SENTENCE });
    return z.NEVER;
  }
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
});

const AMOUNT_SENTENCE = 'Please enter an amount such as 50.00, or leave this blank.';

/** An amount, or empty. Zero is the same as none. */
export const optionalAmountSchema = trimmedText(20, AMOUNT_SENTENCE, AMOUNT_SENTENCE).transform((text, context) => {
  if (text === '') return '';
  const minor = decimalToMinor(readDecimalComma(text));
  if (minor !== null && minor <= getShopCurrency().maxMinor) return minor === 0 ? '' : minorToDecimal(minor);
  const message = minor === null ? AMOUNT_SENTENCE : `Please enter at most ${formatMoney(getShopCurrency().maxMinor)}.`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** The same for what a buyer pays: a card pays no fractions of the smallest amount. */
export const optionalPriceSchema = optionalAmountSchema.refine(
  (amount) => amount === '' || isPayableStep(decimalToMinor(amount) ?? 0),
  { error: () => `Please enter an amount in steps of ${minorToDecimal(getShopCurrency().stepMinor)}.` },
);

/** Settings that mean nothing without another one. */
const NEEDS: readonly (readonly [set: keyof ShippingSettings, needed: keyof ShippingSettings, sentence: string])[] = [
  ['smallOrderBelow', 'smallOrderSurcharge', 'Please enter the surcharge, too, or leave both blank.'],
  ['smallOrderSurcharge', 'smallOrderBelow', 'Please enter below which value it is charged, or leave both blank.'],
  ['cutOff', 'workingDays', 'Please enter your working days, too. Without them, no date is shown.'],
];

export function refineShippingSettings(settings: ShippingSettings, context: z.RefinementCtx): void {
  for (const [set, needed, message] of NEEDS)
    if (settings[set] !== '' && settings[needed] === '') context.addIssue({ code: 'custom', path: [needed], message });
}
