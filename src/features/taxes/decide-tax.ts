import { type Destination, rankPlace } from '#src/shared/postal-address/places.ts';
import type { PricesInclude, TaxRounding, TaxTerms } from '#src/shared/totals/purchase-totals.ts';
import type { TaxKind } from '#src/shared/totals/tax-case.ts';
import { isEuMember, isForeignVatId, isInEuVatArea, isOutlying, isSameVatCountry } from './eu-vat-area.ts';
import { type RatesByClass, resolveRates, type TaxRateEntry } from './rules.ts';

/** What the tax of a purchase depends on. */
export interface TaxCase {
  /** Where the shop is. */
  origin: Destination;
  destination: Destination;
  /** Normalized; empty if the buyer has none. */
  vatId: string;
  /** Whether the number was checked, by its check digits or by the authorities. */
  isVatIdValid: boolean;
  /** What papers say if a certificate of the buyer covers the destination; null if none does. */
  exemptionSentence: string | null;
  rates: readonly TaxRateEntry[];
  /** The day in the shop's time zone. */
  onDay: string;
  /** The classes of everything that is bought, including those without a rate. */
  taxClasses: readonly string[];
  pricesInclude: PricesInclude;
  taxRounding: TaxRounding;
  /** `goods`, or a tax class. */
  shippingTax: string;
  /** Whether businesses in other countries of the European Union owe the tax themselves. */
  reverseCharge: boolean;
  smallBusiness: boolean;
  /** Instead of the usual one; may be blank. */
  smallBusinessSentence: string;
}

export interface TaxDecision {
  terms: TaxTerms;
  kind: TaxKind;
  /** The shop's country if the purchase is taxed there, null if its destination decides. */
  home: string | null;
  /** What the law wants papers to say in this case, or null. */
  sentence: string | null;
}

/** How a purchase is taxed, with the taxes of its own classes only. */
export function decideTax(given: TaxCase): TaxDecision {
  const { terms, ...decision } = decide(given);
  const pick = (classes: TaxTerms['classes']) =>
    Object.fromEntries(Object.entries(classes).filter(([taxClass]) => given.taxClasses.includes(taxClass)));
  const { classes, relief } = terms;
  return {
    ...decision,
    terms: { ...terms, classes: pick(classes), relief: relief && { ...relief, classes: pick(relief.classes) } },
  };
}

function decide(given: TaxCase): TaxDecision {
  const { origin, destination, onDay, shippingTax } = given;
  const taxClasses = [...given.taxClasses, ...(shippingTax === 'goods' ? [] : [shippingTax])];
  const resolve = (place: Destination) =>
    // The rates of a whole country do not apply outside the area of its VAT.
    resolveRates(isOutlying(place) ? given.rates.filter(isOfPart) : given.rates, place, onDay, taxClasses);
  if (given.smallBusiness) return charge(given, {}, 'small_business', getSmallBusinessSentence(given));
  const [home, away] = [resolve(origin), resolve(destination)];
  const staysInEurope = isInEuVatArea(origin) && isInEuVatArea(destination);
  if (staysInEurope && !isSameVatCountry(origin.country, destination.country) && owesTaxItself(given))
    return relieve(given, isTaxing(home) ? home : away, 'intra_community', INTRA_COMMUNITY);
  if (isTaxing(away)) {
    const isForeign = !isInEuVatArea(origin) && isInEuVatArea(destination);
    if (isForeign && owesTaxItself(given)) return relieve(given, away, 'reverse_charge', REVERSE_CHARGE);
    return chargeUnlessExempt(given, away);
  }
  // Without a registration in the buyer's country, the tax is that of the seller's.
  // A certificate of the destination says nothing about that one.
  if (staysInEurope && isTaxing(home)) return { ...charge(given, home, 'domestic', null), home: origin.country };
  const leaves = isInEuVatArea(origin)
    ? !isInEuVatArea(destination)
    : !isSameVatCountry(origin.country, destination.country);
  if (leaves && isTaxing(home))
    return relieve(given, home, 'export', isInEuVatArea(origin) ? EXPORT_FROM_EU : EXPORT_FROM_ELSEWHERE);
  return charge(given, away, 'untaxed', null);
}

/** Where tax would be charged, a certificate takes it away. */
const chargeUnlessExempt = (given: TaxCase, classes: RatesByClass): TaxDecision =>
  given.exemptionSentence === null
    ? charge(given, classes, 'domestic', null)
    : relieve(given, classes, 'exempt', given.exemptionSentence);

const isOfPart = (rate: TaxRateEntry) => rankPlace(rate) > 0;
const isTaxing = (classes: RatesByClass) => Object.values(classes).some((taxes) => taxes.length > 0);

/** Whether the buyer is a business of another country of the European Union than the shop's. */
const owesTaxItself = ({ origin, vatId, isVatIdValid, reverseCharge }: TaxCase): boolean =>
  isVatIdValid && reverseCharge && isForeignVatId(vatId, origin.country);

type Prices = Pick<TaxCase, 'pricesInclude' | 'taxRounding' | 'shippingTax' | 'origin' | 'destination'>;

function charge(prices: Prices, classes: RatesByClass, kind: TaxKind, sentence: string | null): TaxDecision {
  const { pricesInclude, taxRounding: rounding, origin, destination } = prices;
  const home = origin.country !== '' && origin.country === destination.country ? origin.country : null;
  const terms = { pricesInclude, rounding, classes, shipping: getShipping(prices, classes), relief: null };
  return { terms, kind, home, sentence };
}

/** No tax is charged, and prices that include the tax of these classes lose it. */
function relieve(prices: Prices, classes: RatesByClass, kind: TaxKind, sentence: string): TaxDecision {
  const decision = charge(prices, {}, kind, sentence);
  const relief = { classes, shipping: getShipping(prices, classes) };
  return { ...decision, terms: { ...decision.terms, relief } };
}

const getShipping = ({ shippingTax }: Pick<Prices, 'shippingTax'>, classes: RatesByClass): TaxTerms['shipping'] =>
  shippingTax === 'goods' ? 'goods' : (classes[shippingTax] ?? []);

export const INTRA_COMMUNITY = 'Tax-exempt intra-community supply of goods (Article 138 of Directive 2006/112/EC).';
export const REVERSE_CHARGE =
  'Reverse charge: the customer is liable for the VAT (Article 194 of Directive 2006/112/EC).';
export const EXPORT_FROM_EU =
  'Tax-exempt export of goods outside the European Union (Article 146 of Directive 2006/112/EC).';
export const EXPORT_FROM_ELSEWHERE = 'No tax is charged on exported goods.';

/** What papers say in countries whose law has its own paragraph. */
const SMALL_BUSINESS: Readonly<Record<string, string>> = {
  AT: 'No VAT is charged: small business under § 6 (1) no. 27 UStG.',
  DE: 'No VAT is charged: small business under § 19 UStG.',
  FR: 'TVA non applicable, art. 293 B du CGI.',
};

function getSmallBusinessSentence({ origin: { country }, smallBusinessSentence }: TaxCase): string {
  if (smallBusinessSentence) return smallBusinessSentence;
  const inEurope = 'No VAT is charged: exemption for small enterprises (Article 284 of Directive 2006/112/EC).';
  return (
    SMALL_BUSINESS[country] ?? (isEuMember(country) ? inEurope : 'No tax is charged: the seller is a small business.')
  );
}
