import {
  type Destination,
  doPlacesOverlap,
  isInPlace,
  type Place,
  rankPlace,
} from '#src/shared/postal-address/places.ts';
import { RATE_UNIT, type TaxRate } from '#src/shared/totals/purchase-totals.ts';
import { STANDARD_TAX_CLASS, TAX_CLASSES, ZERO_TAX_CLASS } from '#src/shared/totals/tax-class.ts';

/** The most rates of a shop. Every process keeps all of them in memory. */
export const MAX_TAX_RATES = 2_000;

export const MAX_NAME_LENGTH = 60;

/** A percent in millionths. */
export const PERCENT_UNIT = RATE_UNIT / 100;

/** A tax rate with where, for what and from when it applies. */
export interface TaxRateEntry extends Place, TaxRate {
  taxClass: string;
  /** Charged in addition to the rate of the larger place, and not instead of it. */
  isAdded: boolean;
  /** The first day in the shop's time zone, such as 2026-11-24. */
  validFrom: string;
}

/** The taxes of each tax class, those of the largest place first. */
export type RatesByClass = Record<string, TaxRate[]>;

/** Whether two rates follow each other in time. An added tax of another name is a tax of its own. */
export function isSameTax(one: TaxRateEntry, other: TaxRateEntry): boolean {
  return nameTax(one) === nameTax(other);
}

function nameTax({ country, region, postalFrom, postalTo, taxClass, isAdded, name }: TaxRateEntry): string {
  const place = [country, region.trim().toLowerCase(), postalFrom, postalTo];
  return [...place, taxClass, isAdded ? `+${name.toLowerCase()}` : ''].join('\n');
}

/** Whether it would be unclear which of two rates applies to some address. A smaller place always comes before a larger one. */
export function isAmbiguous(one: TaxRateEntry, other: TaxRateEntry): boolean {
  if (one.taxClass !== other.taxClass || rankPlace(one) !== rankPlace(other)) return false;
  if (isSamePlace(one, other)) return isSameTax(one, other) && one.validFrom === other.validFrom;
  return doPlacesOverlap(one, other);
}

const isSamePlace = (one: Place, other: Place) =>
  one.country === other.country &&
  one.region.trim().toLowerCase() === other.region.trim().toLowerCase() &&
  one.postalFrom === other.postalFrom &&
  one.postalTo === other.postalTo;

/**
 * Another rate that would be charged together with this one at some address on some day, and that papers could not tell
 * from it, since both have the same name and percentage. Null if there is none.
 */
export function findTwin<T extends TaxRateEntry>(rate: TaxRateEntry, others: readonly T[]): T | null {
  const all = [...others, rate];
  const isTogether = (one: TaxRateEntry, other: TaxRateEntry) =>
    one.validFrom < getEnd(other, all) && other.validFrom < getEnd(one, all);
  const twin = others.find(
    (other) =>
      other.taxClass === rate.taxClass &&
      other.rate === rate.rate &&
      other.name.toLowerCase() === rate.name.toLowerCase() &&
      !isSameTax(other, rate) &&
      // Of two places, it is the smaller one whose rate is added.
      (rankPlace(other) > rankPlace(rate)
        ? other.isAdded
        : rate.isAdded || (other.isAdded && rankPlace(other) === rankPlace(rate))) &&
      doPlacesOverlap(other, rate) &&
      isTogether(other, rate),
  );
  return twin ?? null;
}

/** The day from which the next rate of the same tax replaces this one. After every day if there is none. */
function getEnd(rate: TaxRateEntry, all: readonly TaxRateEntry[]): string {
  const later = all.filter((other) => isSameTax(other, rate) && other.validFrom > rate.validFrom);
  return later.map(({ validFrom }) => validFrom).toSorted()[0] ?? '9999';
}

/** The rates that are in force on a day: of each tax, the newest one that has begun. */
export function listInForce<T extends TaxRateEntry>(rates: readonly T[], onDay: string): T[] {
  const newest = new Map<string, T>();
  for (const rate of rates) {
    if (rate.validFrom > onDay) continue;
    const name = nameTax(rate);
    const known = newest.get(name);
    if (!known || known.validFrom < rate.validFrom) newest.set(name, rate);
  }
  return [...newest.values()];
}

/**
 * The taxes of each class at a destination on a day: the shop's classes, those that a rate names, and `taxClasses`. A
 * class without a rate there is taxed like the standard class, as in countries without a reduced rate; nothing else
 * taxes the zero class.
 */
export function resolveRates(
  rates: readonly TaxRateEntry[],
  destination: Destination,
  onDay: string,
  taxClasses: Iterable<string> = [],
): RatesByClass {
  const here = listInForce(rates, onDay).filter((rate) => isInPlace(rate, destination));
  const byClass = Map.groupBy(here, ({ taxClass }) => taxClass);
  const standard = addUp(byClass.get(STANDARD_TAX_CLASS) ?? []);
  const classes = new Set([...TAX_CLASSES, ...rates.map(({ taxClass }) => taxClass), ...taxClasses]);
  return Object.fromEntries(
    [...classes].map((taxClass) => {
      const own = byClass.get(taxClass);
      return [taxClass, own ? addUp(own) : taxClass === ZERO_TAX_CLASS ? [] : standard];
    }),
  );
}

/** From the smallest place to the largest, up to the first rate that is not charged in addition to a larger one. */
function addUp(rates: readonly TaxRateEntry[]): TaxRate[] {
  const taxes: TaxRate[] = [];
  const byRank = Map.groupBy(rates, rankPlace);
  for (const rank of [...byRank.keys()].sort((one, other) => other - one)) {
    // The order never depends on that of the rates, even if a restored database has ambiguous ones.
    const here = (byRank.get(rank) ?? []).toSorted((one, other) => (nameTax(one) < nameTax(other) ? -1 : 1));
    const base = here.find(({ isAdded }) => !isAdded);
    taxes.unshift(...[...(base ? [base] : []), ...here.filter(({ isAdded }) => isAdded)].map(toTax));
    if (base) break;
  }
  return uniteTwins(taxes);
}

/** Taxes that papers could not tell apart become one: `findTwin` refuses them, but the deletion of a rate can make some. */
function uniteTwins(taxes: readonly TaxRate[]): TaxRate[] {
  const byName = Map.groupBy(taxes, ({ name, rate }) => `${rate} ${name}`);
  return [...byName.values()].flatMap((twins) =>
    twins.slice(0, 1).map(({ name, rate }) => ({ name, rate: rate * twins.length })),
  );
}

const toTax = ({ name, rate }: TaxRateEntry): TaxRate => ({ name, rate });
