import { describeExemption, type ExemptionInForce } from '#src/features/exemptions/rules.ts';
import { decideTax, type TaxDecision } from '#src/features/taxes/decide-tax.ts';
import type { TaxRateEntry } from '#src/features/taxes/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { toDay } from '#src/shared/dates.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';

type TaxContext = Pick<AppContext, 'settings' | 'taxRates' | 'shopSettings' | 'getCompany'>;

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
interface PurchaseToTax {
  destination: Destination | null;
  buyer: TaxPayer;
  taxClasses: Iterable<string>;
}

/** How a purchase is taxed at a moment; null if the shop charges no tax. It needs no query. */
export function decidePurchaseTax(
  context: TaxContext,
  { destination, buyer, taxClasses }: PurchaseToTax,
  at = new Date(),
): TaxDecision | null {
  const rates = getTaxRates(context);
  if (!rates) return null;
  const { settings } = context.shopSettings.get();
  const origin = { country: findHomeCountry(context.getCompany()) ?? '', region: '', postalCode: '' };
  return decideTax({
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
    taxClasses,
  });
}
