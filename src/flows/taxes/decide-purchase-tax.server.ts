import { describeExemption, type ExemptionInForce } from '#src/features/exemptions/rules.ts';
import { getOrigin } from '#src/features/shop-settings/origin.ts';
import { decideHostedTax } from '#src/features/taxes/decide-hosted-tax.ts';
import { decideTax, type TaxDecision } from '#src/features/taxes/decide-tax.ts';
import { isForeignVatId } from '#src/features/taxes/eu-vat-area.ts';
import { listInForce, type TaxRateEntry } from '#src/features/taxes/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { toDay } from '#src/shared/dates.ts';
import { getStoredCurrency } from '#src/shared/money.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import { listRegions } from '#src/shared/postal-address/regions.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import type { TaxQuestion } from '#src/shared/totals/hosted-tax.ts';
import type { ChosenShipping } from '#src/shared/totals/purchase-charges.ts';
import { createTaxCodeFinder, SHIPPING_KEY } from '#src/shared/totals/tax-codes.ts';
import { askTaxService, type TaxBudget } from './ask-tax-service.server.ts';

export type TaxContext = Pick<AppContext, 'settings' | 'taxRates' | 'shopSettings' | 'taxService' | 'limits' | 'log'>;

/** The tax rates as this process knows them; null if the shop charges no tax. */
export function getTaxRates({ settings, taxRates }: Pick<TaxContext, 'settings' | 'taxRates'>) {
  return settings.tax === 'off' ? null : (taxRates.get() as readonly TaxRateEntry[]);
}

/** What of a buyer decides about tax. */
export interface TaxPayer {
  /** Normalized, as addresses have it; empty if the buyer has none. */
  vatId: string;
  isVatIdValid: boolean;
  /** The certificate that covers the destination, or null. */
  exemption: ExemptionInForce | null;
}

/** Where a purchase goes and what it consists of. Without a destination, it is taxed as at the shop itself. */
export interface PurchaseToTax {
  destination: Destination | null;
  buyer: TaxPayer;
  lines: readonly { totalMinor: number; quantity: number; taxClass: string }[];
  shipping: ChosenShipping | null;
  budget: TaxBudget;
}

export interface PurchaseTax extends TaxDecision {
  /** The class of each line in the terms. */
  lineClasses: string[];
}

/**
 * How a purchase is taxed at a moment; null if the shop charges no tax. It needs no query. Only a tax service can fail,
 * as `askTaxService` says; instead of `tax_unavailable`, the owner may have chosen the rates of the shop,
 * which apply where there are any.
 */
export async function decidePurchaseTax(
  context: TaxContext,
  purchase: PurchaseToTax,
  at = new Date(),
): Promise<Outcome<PurchaseTax | null>> {
  const rates = getTaxRates(context);
  if (!rates) return ok(null);
  const { settings } = context.shopSettings.get();
  if (context.settings.tax !== 'stripe' || settings.smallBusiness === 'on')
    return ok(decideByRates(context, purchase, rates, at));
  const hosted = await decideByService(context, purchase, at);
  if (hosted.ok || hosted.code !== 'tax_unavailable' || settings.taxFallback !== 'table') return hosted;
  const decided = decideByRates(context, purchase, rates, at);
  // Where the owner has no rate, nothing would be charged without a reason.
  return rates.length === 0 || decided.kind === 'untaxed' ? hosted : ok(decided);
}

/** The same by the owner's rates, whatever service there is. */
export function decideByRates(
  context: Pick<TaxContext, 'shopSettings'>,
  {
    destination,
    buyer,
    lines,
  }: Pick<PurchaseToTax, 'destination' | 'buyer'> & { lines: readonly { taxClass: string }[] },
  rates: readonly TaxRateEntry[],
  at: Date,
): PurchaseTax {
  const { settings } = context.shopSettings.get();
  const origin = getOrigin(settings);
  const lineClasses = lines.map(({ taxClass }) => taxClass);
  const decision = decideTax({
    ...settings,
    reverseCharge: settings.reverseCharge === 'on',
    smallBusiness: settings.smallBusiness === 'on',
    origin,
    destination: destination ?? origin,
    vatId: buyer.vatId,
    isVatIdValid: buyer.isVatIdValid,
    exemptionSentence: buyer.exemption && describeExemption(buyer.exemption),
    rates,
    onDay: toDay(at, settings.timeZone),
    taxClasses: lineClasses,
  });
  return { ...decision, lineClasses };
}

/**
 * Whether the owner's rates add a tax that depends on a state or province which nobody has named yet. Buyers choose it
 * from a list. A tax service says itself what it needs.
 */
export function lacksRegion(
  context: Pick<TaxContext, 'settings' | 'taxRates' | 'shopSettings'>,
  destination: Destination,
  at = new Date(),
): boolean {
  const { pricesInclude, smallBusiness, timeZone } = context.shopSettings.get().settings;
  const { country, region } = destination;
  const isAdded = context.settings.tax === 'table' && pricesInclude === 'net' && smallBusiness === 'off';
  if (!isAdded || region !== '' || !listRegions(country)) return false;
  return listInForce(getTaxRates(context) ?? [], toDay(at, timeZone)).some(
    (rate) => rate.country === country && rate.region !== '' && rate.rate > 0,
  );
}

async function decideByService(context: TaxContext, purchase: PurchaseToTax, at: Date): Promise<Outcome<PurchaseTax>> {
  const { settings } = context.shopSettings.get();
  const { pricesInclude, taxRounding } = settings;
  const { budget, lines } = purchase;
  const origin = getOrigin(settings);
  const destination = purchase.destination ?? origin;
  const asked = await askTaxService(context, toQuestion(context, purchase), {
    budget,
    day: toDay(at, settings.timeZone),
    isAtShop: purchase.destination === null,
  });
  if (!asked.ok) return asked;
  const { tax, included } = asked.value;
  const taxClasses = lines.map(({ taxClass }) => taxClass);
  const decided = decideHostedTax(tax, { origin, destination, pricesInclude, taxRounding, taxClasses, included });
  const { exemption } = purchase.buyer;
  return ok(decided.kind === 'exempt' && exemption ? { ...decided, sentence: describeExemption(exemption) } : decided);
}

function toQuestion(context: TaxContext, purchase: PurchaseToTax): TaxQuestion {
  const { settings } = context.shopSettings.get();
  const { destination, buyer, lines, shipping } = purchase;
  const origin = getOrigin(settings);
  const findCode = createTaxCodeFinder(settings.taxCodes);
  const shippingMinor = getTaxableShipping(shipping);
  // A number of the shop's own country spares nobody the tax, and no register is asked about it.
  const isForeign = isForeignVatId(buyer.vatId, origin.country);
  const isBusiness = settings.reverseCharge === 'on' && buyer.isVatIdValid && isForeign;
  return {
    currency: getStoredCurrency(),
    pricesInclude: settings.pricesInclude,
    lines: lines.map(({ totalMinor, quantity, taxClass }) => ({
      amountMinor: totalMinor,
      quantity,
      taxCode: findCode(taxClass),
    })),
    shipping: shippingMinor > 0 ? { amountMinor: shippingMinor, taxCode: findCode(SHIPPING_KEY) } : null,
    destination: toDestination(destination ?? origin),
    origin: isComplete(origin) ? origin : null,
    buyer: { vatId: isBusiness ? buyer.vatId : '', isExempt: buyer.exemption !== null },
  };
}

/** What shipping costs. What is free now may cost something when a line leaves, and needs its rates then. */
const getTaxableShipping = (shipping: ChosenShipping | null): number =>
  shipping?.priceMinor ||
  shipping?.unlessFree?.priceMinor ||
  shipping?.smallOrder?.surchargeMinor ||
  Math.max(0, ...(shipping?.byValue ?? []).map(({ priceMinor }) => priceMinor));

/** Without the rest of an address, so that an estimate and its order ask for the same. */
const toDestination = ({ country, region, postalCode }: Destination): Destination => ({ country, region, postalCode });

/** Countries whose taxes differ by state or town. */
export const DIVIDED_COUNTRIES: ReadonlySet<string> = new Set(['CA', 'US']);

const isComplete = ({ country, postalCode }: Destination) =>
  country !== '' && (postalCode !== '' || !DIVIDED_COUNTRIES.has(country));
