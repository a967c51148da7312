import type { Destination } from '#src/shared/postal-address/places.ts';
import type { HostedTax, HostedTaxEntry, HostedTaxPart } from '#src/shared/totals/hosted-tax.ts';
import {
  type PricesInclude,
  RATE_UNIT,
  type TaxRate,
  type TaxRounding,
  type TaxTerms,
} from '#src/shared/totals/purchase-totals.ts';
import type { TaxKind } from '#src/shared/totals/tax-case.ts';
import {
  EXPORT_FROM_ELSEWHERE,
  EXPORT_FROM_EU,
  INTRA_COMMUNITY,
  REVERSE_CHARGE,
  type TaxDecision,
} from './decide-tax.ts';
import { isInEuVatArea, isSameVatCountry } from './eu-vat-area.ts';

export type CalculatedTax = Extract<HostedTax, { kind: 'calculated' }>;

interface Way {
  /** Where the shop is; its country may be unknown. */
  origin: Destination;
  destination: Destination;
}

interface HostedCase extends Way {
  pricesInclude: PricesInclude;
  taxRounding: TaxRounding;
  /** The class of each line. */
  taxClasses: readonly string[];
  /**
   * What would be charged to a buyer who owes the tax that the prices include. Needed if prices are gross and
   * `classifyHostedTax` names a reason why this buyer does not.
   */
  included: CalculatedTax | null;
}

export interface HostedDecision extends TaxDecision {
  /** The class of each line in the terms: lines of one class that are taxed differently have two. */
  lineClasses: string[];
}

/** Why this purchase is taxed as it is, with what the law wants papers to say. */
export function classifyHostedTax(tax: CalculatedTax, way: Way): { kind: TaxKind; sentence: string | null } {
  const { origin, destination } = way;
  const parts = [...tax.lines, ...(tax.shipping ? [tax.shipping] : [])];
  const reasons = new Set(parts.flatMap(({ taxes }) => taxes.map(({ reason }) => reason)));
  const relief = findRelief(reasons, way);
  if (parts.some(isTaxed)) return { kind: 'domestic', sentence: relief?.sentence ?? null };
  if (relief) return relief;
  const leaves = isInEuVatArea(origin)
    ? !isInEuVatArea(destination)
    : origin.country !== '' && !isSameVatCountry(origin.country, destination.country);
  if (!leaves) return { kind: 'untaxed', sentence: null };
  return { kind: 'export', sentence: isInEuVatArea(origin) ? EXPORT_FROM_EU : EXPORT_FROM_ELSEWHERE };
}

function findRelief(reasons: ReadonlySet<string>, { origin, destination }: Way) {
  if (reasons.has('reverse_charge')) {
    const staysInEurope = isInEuVatArea(origin) && isInEuVatArea(destination);
    const isSupply = staysInEurope && !isSameVatCountry(origin.country, destination.country);
    return isSupply
      ? ({ kind: 'intra_community', sentence: INTRA_COMMUNITY } as const)
      : ({ kind: 'reverse_charge', sentence: REVERSE_CHARGE } as const);
  }
  return reasons.has('customer_exempt') ? ({ kind: 'exempt', sentence: EXEMPT } as const) : null;
}

/** Where the tax that gross prices include would be owed, if the buyer does not owe it: `home` is the shop. */
export function findIncludedTax(kind: TaxKind): 'home' | 'destination' | null {
  if (kind === 'intra_community' || kind === 'export') return 'home';
  return kind === 'reverse_charge' || kind === 'exempt' ? 'destination' : null;
}

/** The terms on which a purchase is charged what the service has calculated. */
export function decideHostedTax(tax: CalculatedTax, given: HostedCase): HostedDecision {
  const { pricesInclude, taxRounding: rounding, included } = given;
  const { kind, sentence } = classifyHostedTax(tax, given);
  const isRelieved = included !== null && findIncludedTax(kind) !== null;
  const { classes, shipping, lineClasses } = toRates(isRelieved ? included : tax, given);
  const terms: TaxTerms = isRelieved
    ? { pricesInclude, rounding, classes: {}, shipping: [], relief: { classes, shipping } }
    : { pricesInclude, rounding, classes, shipping, relief: null };
  const { origin, destination } = given;
  const home = origin.country !== '' && origin.country === destination.country ? origin.country : null;
  return { terms, kind, home, sentence, lineClasses };
}

function toRates({ lines, shipping }: CalculatedTax, { taxClasses, pricesInclude }: HostedCase) {
  const ratesOfLines = lines.map((part) => listRates(part, pricesInclude));
  const lineClasses = nameClasses(taxClasses, ratesOfLines);
  const classes = Object.fromEntries(lineClasses.map((name, at) => [name, ratesOfLines[at] ?? []]));
  return { classes, shipping: shipping ? toShipping(shipping, ratesOfLines, pricesInclude) : [], lineClasses };
}

/** Shipping that is taxed in parts, each at a rate of the goods, shares their rates. */
function toShipping(
  part: HostedTaxPart,
  ofLines: readonly TaxRate[][],
  pricesInclude: PricesInclude,
): TaxTerms['shipping'] {
  const imposed = part.taxes.filter(isImposed);
  const known = new Set(ofLines.flat().map(nameRate));
  const isShared = imposed.length > 1 && imposed.every((tax) => isPartial(tax, part, pricesInclude));
  return isShared && imposed.every((tax) => known.has(nameRate(tax))) ? 'goods' : listRates(part, pricesInclude);
}

const isTaxed = ({ taxes }: HostedTaxPart) => taxes.some(isImposed);

const NOT_IMPOSED = new Set([
  'customer_exempt',
  'not_collecting',
  'not_subject_to_tax',
  'product_exempt',
  'product_exempt_holiday',
  'reverse_charge',
  'zero_rated',
]);

const isImposed = ({ amountMinor, rate, reason }: HostedTaxEntry) =>
  amountMinor > 0 || (rate > 0 && !NOT_IMPOSED.has(reason));

const getNetMinor = ({ amountMinor, taxMinor }: HostedTaxPart, pricesInclude: PricesInclude) =>
  pricesInclude === 'gross' ? amountMinor - taxMinor : amountMinor;

/** The service rounds the net amount of each tax. */
const ROUNDING_MINOR = 2;

/** Whether only a part of the amount is taxed. */
const isPartial = ({ taxableMinor }: HostedTaxEntry, part: HostedTaxPart, pricesInclude: PricesInclude) =>
  taxableMinor < getNetMinor(part, pricesInclude) - ROUNDING_MINOR;

/** The taxes of a part. A tax on some of it, or a fixed amount, becomes a rate of all of it. */
function listRates(part: HostedTaxPart, pricesInclude: PricesInclude): TaxRate[] {
  const netMinor = getNetMinor(part, pricesInclude);
  const rates = new Map<string, number>();
  for (const tax of part.taxes.filter(isImposed)) {
    const { name, taxableMinor, amountMinor } = tax;
    let { rate } = tax;
    if (netMinor > 0 && rate === 0) rate = Math.round((amountMinor * RATE_UNIT) / netMinor);
    else if (isPartial(tax, part, pricesInclude)) rate = Math.round((rate * taxableMinor) / netMinor);
    if (rate > 0) rates.set(name, (rates.get(name) ?? 0) + rate);
  }
  return [...rates].map(([name, rate]) => ({ name, rate }));
}

const nameRate = ({ name, rate }: TaxRate) => `${rate} ${name}`;

/** As long as a tax class may be. */
const MAX_CLASS_LENGTH = 30;

/** A class for each line, which does not depend on the order of the lines. */
function nameClasses(taxClasses: readonly string[], rates: readonly TaxRate[][]): string[] {
  const keys = taxClasses.map((taxClass, at) => `${taxClass}\n${(rates[at] ?? []).map(nameRate).sort().join('\n')}`);
  const taken = new Set(taxClasses);
  const names = new Map<string, string>();
  const named = new Set<string>();
  for (const key of [...new Set(keys)].sort()) {
    const taxClass = key.slice(0, key.indexOf('\n'));
    let name = taxClass;
    for (let next = 2; named.has(taxClass) && taken.has(name); next += 1)
      name = `${taxClass.slice(0, MAX_CLASS_LENGTH - 4)}-${next}`;
    named.add(taxClass);
    taken.add(name);
    names.set(key, name);
  }
  return keys.map((key) => names.get(key) ?? '');
}

const EXEMPT = 'No tax is charged: the buyer has given us an exemption certificate.';
