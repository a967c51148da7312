import { formatMoney, getShopCurrency, minorToDecimal } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { getCountryName } from '#src/shared/postal-address/country-names.ts';
import type { Place } from '#src/shared/postal-address/places.ts';
import type { MethodKind } from './rules.ts';

export const METHOD_KIND_LABELS: Readonly<Record<MethodKind, string>> = {
  flat: 'One price',
  by_weight: 'By weight',
  by_value: 'By value of goods',
  pickup: 'Pick-up',
  by_quote: 'By quote',
};

/** A place as people write it: 'Germany 10115–14199', 'United States: OH'. */
export function describePlace({ country, region, postalFrom, postalTo }: Place): string {
  const name = getCountryName(country);
  if (postalFrom !== '') return `${name} ${postalFrom === postalTo ? postalFrom : `${postalFrom}–${postalTo}`}`;
  return region === '' ? name : `${name}: ${region}`;
}

const countPlaces = (count: number) => `${formatCount(count)} ${count === 1 ? 'place' : 'places'}`;

/** Sentences of the server about zones. */
export const zoneSentences = {
  notFound: 'This shipping zone no longer exists. Someone may have deleted it.',
  nameTaken: (name: string) => `There is already a zone “${name}”. Please choose another name.`,
  full: (most: number) => `There are already ${most} zones. Please delete one first.`,
  allPlaces: (count: number, most: number) =>
    `All zones together would have ${countPlaces(count)}, and at most ${formatCount(most)} fit. Please use ranges or whole countries.`,
  overlap: (own: { zone: string; place: Place }, other: { zone: string; place: Place }) =>
    `“${own.zone}” (${describePlace(own.place)}) overlaps with “${other.zone}” (${describePlace(other.place)}). Please change one of them.`,
  overlapWithin: (one: Place, other: Place) =>
    `${describePlace(one)} and ${describePlace(other)} overlap. Please remove one of them.`,
  used: (methods: readonly string[]) =>
    `${methods.map((name) => `“${name}”`).join(', ')} ${methods.length === 1 ? 'serves' : 'serve'} this zone. Please delete ${methods.length === 1 ? 'this method' : 'these methods'} first, or move ${methods.length === 1 ? 'it' : 'them'} to another zone.`,
} as const;

/** What is wrong with the places of a zone. */
export const placeSentences = {
  country: 'Please choose a country.',
  none: 'Please add at least one country.',
  tooMany: (most: number) => `One zone can have at most ${most} places.`,
  noSuchRegion: (region: string) => `There is no region “${region}” in this country.`,
  noRegions: 'The shop has no list of regions for this country. Please use postal codes.',
  regionAndCodes: 'Please enter either a region or postal codes: a code is in one region anyway.',
  code: (code: string) =>
    `“${code}” is not a postal code. Please enter codes such as 10115, or ranges such as 10115-14199.`,
  noFirst: 'Please enter the first postal code, too.',
  order: (from: string, to: string) => `${to} comes before ${from}. Please enter the lower postal code first.`,
  wholeCountry: (country: string) =>
    `This zone already has all of ${getCountryName(country)}. Please remove one of them.`,
} as const;

/** Sentences of the server about methods. */
export const methodSentences = {
  notFound: 'This shipping method no longer exists. Someone may have deleted it.',
  nameTaken: (name: string) => `There is already a method “${name}” for the same buyers. Please choose another name.`,
  full: (most: number) => `There are already ${most} methods. Please delete one first.`,
  zone: 'Please choose a zone.',
  noSuchZone: 'This zone no longer exists. Please choose another one.',
  price: 'Please enter a price, such as 12.50. Enter 0 if it is free.',
  noRates: 'Please enter at least one price.',
  amount: 'Please enter an amount, such as 12.50.',
  tooMuch: (most: string) => `Please enter at most ${most}.`,
  step: () => {
    const { stepMinor } = getShopCurrency();
    return `Please enter an amount in steps of ${minorToDecimal(stepMinor)}: a card cannot pay less than ${formatMoney(stepMinor)}.`;
  },
  weight: (unit: string) => `Please enter a weight in ${unit}, such as 2.5.`,
  sameFrom: 'Another price begins at the same point. Please change one of them.',
  upTo: 'This is not above the last price’s beginning, so that price would never apply.',
  days: (most: number) => `Please enter a whole number of days, at most ${most}.`,
  bothDays: 'Please enter both, or leave both blank.',
  daysOrder: 'This is less than the fewest days.',
  freeFrom: 'Please enter an amount above 0, or leave this blank.',
} as const;

/** The texts of the page on which owners keep zones and methods. */
export const shippingCopy = {
  title: 'Shipping',
  text: 'Where you ship, how, and what it costs.',
  off: {
    title: 'Your shop charges no shipping',
    text: 'There is no active shipping method, so buyers choose none and orders cost what the goods cost. Add a zone with the countries you ship to, then a method for it. From the first active method on, every buyer chooses one at checkout.',
  },
  settings: {
    text: 'Minimum order value, small-order surcharge, working days, holidays and cut-off time are in the',
    link: 'settings',
  },
  save: 'Save',
  cancel: 'Cancel',
  change: 'Change',
  remove: 'Delete',
  newer: 'The newer version',

  zones: {
    title: 'Zones',
    text: 'An address belongs to the zone with the smallest place that covers it: postal codes before regions, regions before countries. Buyers in no zone can pick up or request a quote.',
    none: {
      title: 'No zones yet',
      text: 'A zone is a group of places where shipping costs the same, such as your own country.',
    },
    list: 'All zones',
    add: 'Add a zone',
    addTitle: 'Add a zone',
    changeTitle: (name: string) => `Change ${name}`,
    changeLabel: (name: string) => `Change ${name}`,
    removeLabel: (name: string) => `Delete ${name}`,
    more: (count: number) => `and ${formatCount(count)} more`,
    noMethod: 'No active method serves it. Its buyers can only pick up or request a quote.',
    name: 'Name',
    nameHint: 'Only you see it, such as “Mainland”.',
    country: 'Country',
    chooseCountry: 'Please choose',
    addCountry: 'Add country',
    removeCountry: (name: string) => `Remove ${name}`,
    regions: (chosen: number) => (chosen === 0 ? 'All regions' : `${chosen} ${chosen === 1 ? 'region' : 'regions'}`),
    regionsOf: (name: string) => `Regions of ${name}`,
    codes: 'Postal codes',
    codesHint:
      'Codes, their beginnings or ranges, with commas between: 10115, 20, 80331 to 81929. Leave blank for all.',
    added: (name: string) => `${name} was added.`,
    saved: (name: string) => `${name} was saved.`,
    removed: (name: string) => `${name} was deleted.`,
    ask: (name: string) => ({
      title: `Delete the zone ${name}?`,
      text: 'Addresses in it then belong to a larger zone, or to none. Existing orders stay as they are.',
      confirm: 'Yes, delete it',
      cancel: 'Cancel',
    }),
  },

  methods: {
    title: 'Methods',
    text: 'Buyers choose among the methods of their zone, in this order. Methods that do not take their goods are not shown.',
    none: {
      title: 'No methods yet',
      text: 'Add one as soon as there is a zone for it. Pick-up and quotes are methods, too.',
    },
    noneWithoutZone: 'Add a zone first, or offer pick-up, which needs none.',
    list: 'All methods',
    add: 'Add a method',
    addTitle: 'Add a method',
    changeTitle: (name: string) => `Change ${name}`,
    changeLabel: (name: string) => `Change ${name}`,
    removeLabel: (name: string) => `Delete ${name}`,
    upLabel: (name: string) => `Move ${name} up`,
    downLabel: (name: string) => `Move ${name} down`,
    active: 'Active',
    inactive: 'Off',
    everywhere: 'All buyers',
    plusHandling: (price: string) => `${price} handling`,
    isFreeFrom: (value: string) => `free from ${value}`,
    days: (min: number, max: number) => `${min === max ? min : `${min} to ${max}`} ${max === 1 ? 'day' : 'days'}`,
    name: 'Name',
    nameHint: 'What buyers choose, such as “Parcel” or “Freight on a pallet”.',
    kind: 'Pricing',
    zone: 'Zone',
    chooseZone: 'Please choose',
    get price() {
      return `Price in ${getShopCurrency().code}`;
    },
    rates: 'Prices',
    weightUnit: 'Unit of weight',
    from: {
      by_weight: (unit: string) => `From ${unit}`,
      get by_value() {
        return `Goods from, in ${getShopCurrency().code}`;
      },
    },
    rateHint: 'Each price applies from its beginning up to the next one. Below the first, the method is not offered.',
    fromLabel: (row: number) => `Price ${row}: from`,
    priceLabel: (row: number) => `Price ${row}: price`,
    addRate: 'Add a price',
    removeRate: (row: number) => `Remove price ${row}`,
    upTo: {
      by_weight: (unit: string) => `At most, in ${unit}`,
      get by_value() {
        return `Goods at most, in ${getShopCurrency().code}`;
      },
    },
    upToHint: 'Heavier or larger orders are not offered this method. Leave blank for no limit.',
    weightHint: 'Orders with a tool that has no weight are not offered this method.',
    get freeFrom() {
      return `Free from, in ${getShopCurrency().code}`;
    },
    freeFromHint: 'The value of goods. Leave blank if it is never free.',
    get handling() {
      return `Handling in ${getShopCurrency().code}`;
    },
    handlingHint: 'Added to the price. Leave blank for none.',
    daysMin: 'Fewest carrier days',
    daysMax: 'Most carrier days',
    daysHint: 'From Monday to Friday. Leave blank to promise nothing.',
    pickupAddress: 'Pick-up address',
    pickupAddressHint: 'Leave blank for the address of your company.',
    pickupHours: 'Pick-up hours',
    pickupHoursHint: 'Leave blank for the hours in the settings.',
    isActive: 'Buyers can choose it',
    quoteHint: 'Buyers who choose it send you a quote request with their basket.',
    added: (name: string) => `${name} was added.`,
    saved: (name: string) => `${name} was saved.`,
    moved: (name: string, position: number) => `${name} is now number ${position}.`,
    removed: (name: string) => `${name} was deleted.`,
    ask: (name: string) => ({
      title: `Delete the method ${name}?`,
      text: 'Buyers can no longer choose it. Existing orders keep it and its price. To hide it for a while, switch it off instead.',
      confirm: 'Yes, delete it',
      cancel: 'Cancel',
    }),
  },

  unweighed: {
    title: 'Tools without a weight',
    text: 'Orders with one of these on sale are offered no method by weight.',
    none: 'Every tool on sale has a weight.',
    list: 'Tools on sale without a weight',
    all: (count: number) => `Show all ${count >= 10_000 ? '10,000+' : formatCount(count)}`,
  },
} as const;
