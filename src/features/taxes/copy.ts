import { getCountryName } from '#src/shared/postal-address/country-names.ts';
import type { Place } from '#src/shared/postal-address/places.ts';
import { PERCENT_UNIT, type TaxRateEntry } from './rules.ts';

/** A part of a country as people read it: 'OH, 44100–44199'; empty for the whole country. */
export function describePart({ region, postalFrom, postalTo }: Omit<Place, 'country'>): string {
  const codes = postalFrom === postalTo ? postalFrom : `${postalFrom}–${postalTo}`;
  return [region, codes].filter(Boolean).join(', ');
}

/** A rate within a sentence: 'VAT 19 % standard, Germany, from 2026-01-01'. */
export function describeRate(rate: TaxRateEntry): string {
  return describeWireRate({ ...rate, rate: rate.rate / PERCENT_UNIT });
}

/** The same for a rate in percent, as the API has it. */
export function describeWireRate({ name, rate, taxClass, validFrom, ...place }: Omit<TaxRateEntry, 'isAdded'>): string {
  const where = [getCountryName(place.country), describePart(place)].filter(Boolean).join(', ');
  return `${name} ${rate} % ${taxClass}, ${where}, from ${validFrom}`;
}

export const taxCopy = {
  title: 'Taxes',
  text: 'Tax rates by country, region and postal code. An order is taxed by the rates at its shipping address.',
  errors: {
    full: (most: string) => `There are already ${most} tax rates. Please delete one first.`,
    version: 'Please send the version of the tax rate you read in If-Match.',
    past: (other: string) =>
      `This day has passed, and “${other}” was in force. Please enter today or a later day; past orders keep their tax.`,
    inForce: (since: string) =>
      `This rate has been in force since ${since}, so only its name can change. Please add a new rate from today or later.`,
    renamed: (other: string) =>
      `“${other}” belongs to the same tax because of its name. With another name, both would be charged. Please delete it first.`,
    duplicate: (one: string, other: string) =>
      `“${one}” and “${other}” apply to the same place and class from the same day. Please choose another day, or change the other rate.`,
    twin: (other: string) =>
      `“${other}” is charged together with this one, and papers could not tell them apart. Please choose another name, such as County tax.`,
    overlap: (one: string, other: string) =>
      `“${one}” and “${other}” overlap, so it would be unclear which applies. Please choose postal codes that do not overlap.`,
  },

  off: 'Tax is off: prices are final, and these rates have no effect. To turn tax on, set TAX=table where the shop is started, and restart it.',
  stripe:
    'Stripe calculates the tax of every order. These rates are charged only if Stripe does not answer and the settings say so.',
  report: 'Tax report: turnover and tax by country and rate',
  settings: 'How prices, rounding and shipping are taxed',
  add: 'Add a tax rate',
  loading: 'Loading the form …',
  none: {
    title: 'No tax rates yet',
    text: 'Add the rates of every place where you have to charge tax: your own country, states in which you are registered. Without a rate for an address, no tax is charged there.',
  },
  filter: 'Filter the rates',
  noMatch: (words: string) => `No tax rate matches “${words}”.`,
  count: (shown: number, all: number) =>
    shown === all ? `${all} tax rate${all === 1 ? '' : 's'}` : `${shown} of ${all} tax rates`,
  showAll: (count: number) => `Show all ${count}`,
  past: (count: number) => (count === 1 ? '1 past rate' : `${count} past rates`),
  wholeCountry: 'Whole country',
  columns: {
    place: 'Place',
    name: 'Tax',
    taxClass: 'Class',
    rate: 'Rate',
    validFrom: 'Valid from',
    state: 'State',
    actions: 'Actions',
  },
  states: { in_force: 'In force', scheduled: 'Scheduled', past: 'Replaced' },
  added: 'added to the larger place',
  next: 'New rate',
  nextLabel: (rate: string) => `New rate after ${rate}`,
  change: 'Change',
  changeLabel: (rate: string) => `Change ${rate}`,
  remove: 'Delete',
  removeLabel: (rate: string) => `Delete ${rate}`,
  askRemove: (rate: string, state: 'in_force' | 'scheduled' | 'past') => ({
    title: 'Delete this tax rate?',
    text: rate,
    note:
      state === 'in_force'
        ? 'It is in force. New orders are charged the rate before it or, if there is none, no such tax. Existing orders keep their tax.'
        : 'Existing orders keep their tax.',
    confirm: 'Yes, delete it',
    cancel: 'Cancel',
  }),
  done: {
    added: (rate: string) => `Added: ${rate}.`,
    changed: (rate: string) => `Saved: ${rate}.`,
    removed: (rate: string) => `Deleted: ${rate}.`,
  },

  form: {
    addTitle: 'Add a tax rate',
    nextTitle: 'New rate from a day on',
    nextText: (rate: string) => `It replaces “${rate}” on its first day. Until then, nothing changes.`,
    changeTitle: 'Change a tax rate',
    nameOnly: 'This rate has been in force, so only its name can change. To charge another rate, add a new one.',
    country: 'Country',
    choose: 'Please choose',
    proposed: (country: string, name: string, percent: number) =>
      `The standard rate in ${country} is probably ${name} ${percent} %. Please check it.`,
    useProposed: 'Use this rate',
    region: 'Region',
    regionHint: 'As in addresses. Leave blank for the whole country.',
    wholeCountry: 'The whole country',
    postalFrom: 'First postal code',
    postalFromHint: 'Or how it begins. Leave blank for all.',
    postalTo: 'Last postal code',
    postalToHint: 'If there is more than one.',
    name: 'Name of the tax',
    nameHint: 'On invoices: VAT, or Ohio sales tax.',
    taxClass: 'Tax class',
    taxClassHint: 'Products with this class get this rate. Most are standard.',
    rate: 'Rate in percent',
    rateHint: 'Such as 19 or 8.875.',
    isAdded: 'Charge it in addition to the rate of the larger place',
    isAddedHint: 'Such as a county’s tax on top of the state’s.',
    validFrom: 'Valid from',
    validFromHint: 'From midnight in the shop’s time zone.',
    submit: 'Save tax rate',
    cancel: 'Cancel',
    newer: 'The newer version',
  },
} as const;
