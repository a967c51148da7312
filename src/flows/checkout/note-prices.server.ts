import { stateDeparture } from '#src/features/shipping/describe-departure.ts';
import { listDepartures } from '#src/features/shipping/shipping-dates.ts';
import { getOrigin } from '#src/features/shop-settings/origin.ts';
import { toOrderValueTerms, toShippingCalendar } from '#src/features/shop-settings/shipping-settings.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { DIVIDED_COUNTRIES, decideByRates, getTaxRates } from '#src/flows/taxes/decide-purchase-tax.server.ts';
import { formatTime, formatWeekday } from '#src/shared/dates.ts';
import type { SellingTerms } from '#src/shared/selling-terms.ts';
import { describePrices, SOME_TAX } from '#src/shared/totals/price-note.ts';
import type { PricesInclude } from '#src/shared/totals/purchase-totals.ts';

type NoteContext = Pick<AppContext, 'settings' | 'taxRates' | 'shipping' | 'shopSettings'>;

/** A page may stay open over a weekend. */
const SHOWN_DEPARTURES = 3;

/** Whether somebody who does not pick an order up may have to pay for that. */
function isShippingCharged({ shipping, shopSettings }: NoteContext): boolean {
  const { methods } = shipping.get();
  return (
    methods.some(
      ({ kind, rates, handlingMinor }) =>
        kind === 'by_quote' ||
        (kind !== 'pickup' && (handlingMinor > 0 || rates.some(({ priceMinor }) => priceMinor > 0))),
    ) || toOrderValueTerms(shopSettings.get().settings).smallOrder !== null
  );
}

/**
 * What the prices of a tool class include for buyers in the shop's own country, and what is added to them; without a
 * class, those of all tools. It is the same for everybody, so pages that show it can be cached.
 */
export function notePrices(context: NoteContext, taxClass?: string, at = new Date()): string | null {
  const shipping = isShippingCharged(context);
  const { pricesInclude, smallBusiness } = context.shopSettings.get().settings;
  const rates = getTaxRates(context);
  if (!rates) return describePrices({ pricesInclude, taxes: [], hasOneRate: true, isShippingCharged: shipping });
  // A service is asked about orders, not about pages.
  if (context.settings.tax === 'stripe' && smallBusiness === 'off')
    return describePrices({ pricesInclude, taxes: [SOME_TAX], hasOneRate: false, isShippingCharged: shipping });
  const shown = taxClass === undefined ? new Set(rates.map((rate) => rate.taxClass)) : [taxClass];
  const lines = Array.from(shown, (one) => ({ taxClass: one }));
  const { terms, kind } = decideByRates(context, { destination: null, buyer: NOBODY, lines }, rates, at);
  const classes = taxClass === undefined ? Object.values(terms.classes) : [terms.classes[taxClass] ?? []];
  const taxes = classes.flat();
  // In the United States, only the address of a buyer says what is added. Prices cannot include that.
  const isDivided = DIVIDED_COUNTRIES.has(getOrigin(context.shopSettings.get().settings).country) && taxes.length > 0;
  const isAddedElsewhere =
    (kind === 'untaxed' || isDivided) && pricesInclude === 'net' && taxClass !== 'zero' && rates.length > 0;
  return describePrices({
    pricesInclude,
    taxes: isAddedElsewhere ? [SOME_TAX] : taxes,
    hasOneRate: taxClass !== undefined,
    isShippingCharged: shipping,
  });
}

const NOBODY = { vatId: '', isVatIdValid: false, exemption: null };

/** Whether prices include tax, for machines. Null if the shop charges none. */
export function getPricesInclude({ settings, shopSettings }: NoteContext): PricesInclude | null {
  return settings.tax === 'off' ? null : shopSettings.get().settings.pricesInclude;
}

/** What public pages say of prices and dates; null in a shop that charges and promises nothing. */
export function readSellingTerms(context: NoteContext, now = new Date()): SellingTerms | null {
  const { settings } = context.shopSettings.get();
  const priceNote = notePrices(context, undefined, now);
  const isCharging = context.settings.tax !== 'off' || context.shipping.get().methods.length > 0;
  const calendar = toShippingCalendar(settings);
  const departures = calendar ? listDepartures(now, calendar, SHOWN_DEPARTURES) : [];
  if (!isCharging && priceNote === null && departures.length === 0) return null;
  return {
    priceNote,
    isCharging,
    departures: departures.map(({ date, begins, until }) => {
      const day = formatWeekday(date);
      const hasCutOff = settings.cutOff !== '';
      const orderBy = hasCutOff ? formatTime(new Date(until).toISOString(), settings.timeZone) : null;
      return { until, begins, day, hasCutOff, text: stateDeparture(day, orderBy) };
    }),
  };
}
