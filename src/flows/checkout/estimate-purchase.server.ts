import type * as z from 'zod';
import { listToolsToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import type { EstimateRequest, estimateSchema } from '#src/features/purchases/contract.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { toEstimateBudget, toOrderBudget } from '#src/flows/taxes/ask-tax-service.server.ts';
import { lacksRegion } from '#src/flows/taxes/decide-purchase-tax.server.ts';
import { readTaxBuyer } from '#src/flows/taxes/read-tax-buyer.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { formatMoney, minorToDecimal } from '#src/shared/money.ts';
import { getCountryTerms } from '#src/shared/postal-address/country-terms.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import { normalizeVatId } from '#src/shared/postal-address/vat-id.ts';
import { type Failure, type Outcome, ok } from '#src/shared/problem.ts';
import { describeQuantity } from '#src/shared/quantity-copy.ts';
import { judgeQuantity } from '#src/shared/quantity-solver.ts';
import { describePrices, SOME_TAX } from '#src/shared/totals/price-note.ts';
import type { ChargedPurchase } from '#src/shared/totals/purchase-charges.ts';
import { toWireTaxes, toWireTotals } from '#src/shared/totals/purchase-charges.ts';
import {
  type Charging,
  chooseShippingOrCheapest,
  prepareCharging,
  refuseDestination,
} from './charge-purchase.server.ts';
import { checkLines } from './check-order.server.ts';

type Estimate = z.infer<typeof estimateSchema>;

/**
 * What a basket would cost. Stores nothing; lines that cannot be ordered say why. Whoever is signed in is charged as
 * their certificates and VAT ID say; for anybody else, nobody is asked about a VAT ID. If the tax is unknown, it is left
 * out, and `beforeTax` and a note say so.
 */
export async function estimatePurchase(
  context: AppContext,
  request: EstimateRequest,
  { caller, clientAddress }: { caller: Pick<Caller, 'userId' | 'clientAddress'> | null; clientAddress: string },
): Promise<Outcome<Estimate>> {
  const { lines, deliveryAddress, country, region, postalCode, vatId, shippingMethodId } = request;
  const found = await listToolsToOrder(
    context.db,
    lines.map(({ toolId }) => toolId),
  );
  const checked = checkLines(found, { lines });
  if (!checked.ok && found.includes(null)) return checked;
  const tools = found.filter((tool) => tool !== null);
  const toCharge = tools.map((tool, at) => ({ tool, quantity: lines[at]?.quantity ?? 0 }));
  const delivery = deliveryAddress ?? toDestination({ country, region, postalCode });
  const buyer = await readTaxBuyer(context, {
    userId: caller?.userId ?? null,
    vatId: foldVatId(vatId, delivery),
    destination: delivery,
    asker: caller,
  });
  const taxBudget = caller ? toOrderBudget(caller) : toEstimateBudget(clientAddress);
  const charging = prepareCharging(context, { lines: toCharge, delivery, buyer, taxBudget });
  const chosen = chooseShippingOrCheapest(charging, { shippingMethodId, delivery });
  const shipping = chosen.ok ? chosen.value : null;
  const charged = await charging.charge(shipping);
  const isRegionMissing = delivery !== null && !shipping?.isPickup && lacksRegion(context, delivery);
  const isTaxKnown = charged.ok && !isRegionMissing;
  const { totals, charges } = isTaxKnown ? charged.value : charging.chargeWithoutTax(shipping);
  // Whatever the tax is, prices that include it stay as they are.
  const isBeforeTax = !isTaxKnown && context.shopSettings.get().settings.pricesInclude === 'net';
  return ok({
    lines: toCharge.map(({ tool, quantity }) => {
      const { unitPriceMinor, totalMinor, problem } = judgeQuantity(tool, quantity);
      return {
        toolId: tool.id,
        quantity,
        unitPrice: minorToDecimal(unitPriceMinor),
        total: minorToDecimal(totalMinor),
        problem: problem && describeQuantity(tool, quantity),
      };
    }),
    discount: minorToDecimal(totals.discountMinor),
    shipping: {
      methods: (charging.offers ?? []).map(({ id, name, kind, priceMinor, days, pickup }) => {
        const arrival = priceMinor === null || pickup ? null : charging.promise(days)?.arrives;
        return {
          id,
          name,
          kind,
          price: priceMinor === null ? null : minorToDecimal(priceMinor + charging.surchargeMinor),
          days,
          ...(arrival ? { arrives: arrival } : {}),
          pickup,
        };
      }),
      chosen: shipping?.methodId || null,
      byQuote: isByQuote(charging),
    },
    tax: toWireTaxes(totals.taxes),
    totals: toWireTotals({ totalMinor: totals.totalMinor, taxMinor: totals.taxMinor, charges }),
    total: minorToDecimal(totals.totalMinor),
    minimum: charging.belowMinimumMinor === null ? null : minorToDecimal(charging.belowMinimumMinor),
    beforeTax: isBeforeTax,
    pricesInclude: charges?.tax?.pricesInclude ?? null,
    relief: nameRelief(listRelieved(charges)),
    priceNote: notePrices(charging, { totals, charges, isBeforeTax }),
    notes: listNotes(charging, {
      isServed: !isByQuote(charging),
      taxNote: isRegionMissing
        ? describeMissingRegion(delivery)
        : charged.ok
          ? (charges?.taxNote ?? null)
          : describeMissingTax(charged),
      vatIdNote: charged.ok ? charged.value.vatIdNote : null,
    }),
  });
}

/** Why a total is without its tax. */
const describeMissingTax = ({ code }: Failure) =>
  code === 'invalid'
    ? 'Tax is not included yet: it depends on the postal code and the state or province.'
    : 'Tax is not included: it cannot be calculated right now. You will see it before you order.';

const describeMissingRegion = ({ country }: Destination) =>
  `Tax is not included yet: it depends on the ${getCountryTerms(country).region.toLowerCase()}.`;

function toDestination({ country, region = '', postalCode = '' }: Partial<Destination>): Destination | null {
  return country ? { country, region, postalCode } : null;
}

/** As addresses have it; empty if it is none. */
const foldVatId = (written = '', delivery: Destination | null) =>
  (written && normalizeVatId(delivery?.country ?? '', written)) || '';

/** Nothing ships this at a known price; it may still be picked up. */
const isByQuote = ({ offers }: Charging) =>
  offers !== null && !offers.some(({ priceMinor, pickup }) => priceMinor !== null && pickup === null);

/** The taxes that prices include and this buyer does not owe. */
const listRelieved = (charges: ChargedPurchase['charges']) =>
  charges?.tax?.relief && charges.reliefMinor > 0 ? Object.values(charges.tax.relief.classes).flat() : [];

const nameRelief = (relieved: readonly { name: string }[]): string | null =>
  relieved.length > 0 ? [...new Set(relieved.map(({ name }) => name))].join(' and ') : null;

/** What the prices of the lines include for this buyer. */
function notePrices(
  { offers, surchargeMinor }: Charging,
  { totals, charges, isBeforeTax }: Pick<ChargedPurchase, 'totals' | 'charges'> & { isBeforeTax: boolean },
): string | null {
  const relieved = listRelieved(charges);
  const taxes = relieved.length > 0 ? relieved : isBeforeTax ? [SOME_TAX] : totals.taxes;
  return describePrices({
    pricesInclude: charges?.tax?.pricesInclude ?? 'net',
    taxes,
    hasOneRate: relieved.length === 0 && totals.taxes.length === 1,
    isRelieved: relieved.length > 0,
    isShippingCharged:
      (charges?.shipping?.priceMinor ?? 0) > 0 || surchargeMinor > 0 || (offers !== null && !charges?.shipping),
  });
}

interface Noted {
  isServed: boolean;
  taxNote: string | null;
  vatIdNote: string | null;
}

function listNotes(charging: Charging, { isServed, taxNote, vatIdNote }: Noted): string[] {
  const { offers, barred, surchargeMinor, unweighed } = charging;
  const isUnpriced = offers !== null && !isServed && barred.length === 0;
  return [
    ...(surchargeMinor > 0 ? [`Shipping includes a small-order surcharge of ${formatMoney(surchargeMinor)}.`] : []),
    ...(barred.length > 0 ? [refuseDestination(barred)] : []),
    ...(isUnpriced && unweighed.length > 0 ? [`These tools have no weight yet: ${unweighed.join(', ')}.`] : []),
    ...(taxNote ? [taxNote] : []),
    ...(vatIdNote ? [vatIdNote] : []),
  ];
}
