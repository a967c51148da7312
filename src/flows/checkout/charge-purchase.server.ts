import type { ToolToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import { listBarredTools, listMethods, listUnweighedTools, type MethodOffer } from '#src/features/shipping/rules.ts';
import { arrives, listDepartures } from '#src/features/shipping/shipping-dates.ts';
import { weighPieces } from '#src/features/shipping/weights.ts';
import { getOrigin } from '#src/features/shop-settings/origin.ts';
import {
  type OrderValueTerms,
  toOrderValueTerms,
  toShippingCalendar,
} from '#src/features/shop-settings/shipping-settings.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { TaxBudget } from '#src/flows/taxes/ask-tax-service.server.ts';
import { decidePurchaseTax, type TaxContext, type TaxPayer } from '#src/flows/taxes/decide-purchase-tax.server.ts';
import type { TaxBuyer } from '#src/flows/taxes/read-tax-buyer.server.ts';
import { describeVatCheck, findTaxProof, getTaxPayer, trustVatId } from '#src/flows/taxes/tax-proof.ts';
import { formatMoney, getShopCurrency, minorToDecimal } from '#src/shared/money.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { priceQuantity } from '#src/shared/quantity-solver.ts';
import {
  type ChargedPurchase,
  type ChosenShipping,
  chargeLines,
  type PromisedDates,
} from '#src/shared/totals/purchase-charges.ts';

export interface ToCharge {
  lines: readonly {
    tool: Pick<
      ToolToOrder,
      | 'itemName'
      | 'unitPriceMinor'
      | 'volumePrices'
      | 'weight'
      | 'packWeight'
      | 'packMultiple'
      | 'shipsSeparately'
      | 'notShippedTo'
      | 'taxClass'
    >;
    quantity: number;
  }[];
  /** Null if the client names no address: it is charged as at the shop itself. */
  delivery: Destination | null;
  /** What the buyer's VAT ID and certificates say, from `readTaxBuyer`. */
  buyer: TaxBuyer;
  /** Who pays for questions to a tax service with their limits. */
  taxBudget: TaxBudget;
  /** If absent, the cheapest method that ships. */
  shippingMethodId?: string | undefined;
}

type ChargeContext = TaxContext & Pick<AppContext, 'shipping'>;

/** What a purchase costs, with what its buyer should know about it. */
export interface PricedPurchase extends ChargedPurchase {
  /** Why a VAT ID does not spare the buyer the tax; null if it does or would not. */
  vatIdNote: string | null;
}

/** Everything that a purchase may be charged with. */
export interface Charging {
  goodsMinor: number;
  /** What an order has to be worth, if this one is worth less. */
  belowMinimumMinor: number | null;
  /** Null if the shop charges no shipping. */
  offers: MethodOffer[] | null;
  /** The names of tools that are not shipped there, and can only be picked up. */
  barred: string[];
  /** The names of tools without a weight, for which no method by weight is offered. */
  unweighed: string[];
  surchargeMinor: number;
  smallOrder: OrderValueTerms['smallOrder'];
  /** When it leaves and arrives if it is paid now and the carrier takes this long. Null if the shop promises no dates. */
  promise: (days: MethodOffer['days']) => PromisedDates | null;
  /**
   * What it costs with this way of shipping. What is picked up is taxed at the shop, wherever its buyer lives. It fails
   * as `decidePurchaseTax` does.
   */
  charge: (shipping: ChosenShipping | null) => Promise<Outcome<PricedPurchase>>;
  /** What it would cost if there were no tax. */
  chargeWithoutTax: (shipping: ChosenShipping | null) => ChargedPurchase;
}

/** What lines may be charged with, without a query: rates, zones and methods are in the memory of this process. */
export function prepareCharging(
  context: ChargeContext,
  { lines, delivery, buyer, taxBudget }: Omit<ToCharge, 'shippingMethodId'>,
): Charging {
  const { settings } = context.shopSettings.get();
  const { minimumMinor, smallOrder } = toOrderValueTerms(settings);
  const priced = lines.map(({ tool, quantity }) => ({
    ...priceQuantity(tool, quantity),
    quantity,
    taxClass: tool.taxClass,
  }));
  const goodsMinor = priced.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  const terms = context.shipping.get();
  const toShip = lines.map(toLineToShip);
  const decideTax = (shipping: ChosenShipping | null, destination: Destination | null, payer: TaxPayer) =>
    decidePurchaseTax(context, { destination, buyer: payer, lines: priced, shipping, budget: taxBudget });
  const chargeWithoutTax = (shipping: ChosenShipping | null) =>
    chargeLines({ tax: null, taxNote: null, shipping }, priced.map(withoutClass));
  return {
    goodsMinor,
    belowMinimumMinor: minimumMinor !== null && goodsMinor < minimumMinor ? minimumMinor : null,
    offers:
      terms.methods.length === 0
        ? null
        : listMethods(terms, { destination: delivery ?? getOrigin(settings), goodsMinor, lines: toShip }),
    barred: delivery ? listBarredTools({ lines: toShip, destination: delivery }) : [],
    unweighed: listUnweighedTools({ lines: toShip }),
    surchargeMinor: smallOrder && goodsMinor < smallOrder.belowMinor ? smallOrder.surchargeMinor : 0,
    smallOrder,
    promise: createPromise(settings),
    chargeWithoutTax,
    async charge(shipping) {
      const destination = shipping?.isPickup ? null : delivery;
      const payer = getTaxPayer(buyer, destination);
      const decided = await decideTax(shipping, destination, payer);
      if (!decided.ok) return decided;
      const tax = decided.value;
      if (!tax) return ok({ ...chargeWithoutTax(shipping), vatIdNote: null });
      const taxProof = await findTaxProof(buyer, payer, tax.kind, async () => {
        const trusting = await decideTax(shipping, destination, trustVatId(payer));
        return trusting.ok ? (trusting.value?.kind ?? null) : null;
      });
      const charged = chargeLines(
        {
          tax: tax.terms,
          taxNote: tax.sentence,
          taxCase: { kind: tax.kind, home: tax.home },
          shipping,
          ...(taxProof ? { taxProof } : {}),
        },
        priced.map(({ totalMinor }, at) => ({ totalMinor, taxClass: tax.lineClasses[at] ?? null })),
      );
      const vatCheck = taxProof?.vatCheck ?? null;
      return ok({ ...charged, vatIdNote: vatCheck && !payer.isVatIdValid ? describeVatCheck(vatCheck) : null });
    },
  };
}

/** The calendar is searched once, however many methods there are. */
function createPromise(settings: Parameters<typeof toShippingCalendar>[0], now = new Date()): Charging['promise'] {
  const calendar = toShippingCalendar(settings);
  const next = calendar && listDepartures(now, calendar, 1)[0];
  if (!next) return () => null;
  return (days) => {
    const arrival = days && arrives(next.date, days, calendar);
    return {
      leaves: next.date,
      arrives: arrival && { from: arrival.earliest, to: arrival.latest },
      ifPaidBy: new Date(next.until).toISOString(),
    };
  };
}

const withoutClass = ({ totalMinor }: { totalMinor: number }) => ({ totalMinor, taxClass: null });

const toLineToShip = ({ tool, quantity }: ToCharge['lines'][number]) => ({
  name: tool.itemName,
  weightGrams: weighPieces(tool, quantity),
  shipsSeparately: tool.shipsSeparately !== '',
  packs: Math.ceil(quantity / tool.packMultiple),
  notShippedTo: tool.notShippedTo === '' ? [] : tool.notShippedTo.split(', '),
});

/** What lines cost with tax and shipping, or why they can't be ordered like this. */
export async function chargePurchase(context: ChargeContext, toCharge: ToCharge): Promise<Outcome<ChargedPurchase>> {
  const charging = prepareCharging(context, toCharge);
  const { belowMinimumMinor } = charging;
  if (belowMinimumMinor !== null)
    return fail('order_too_small', {
      detail: `Orders have to be worth at least ${formatMoney(belowMinimumMinor)}. Please add something.`,
      extra: { minimum: minorToDecimal(belowMinimumMinor) },
    });
  const shipping = chooseShipping(charging, toCharge);
  return shipping.ok ? charging.charge(shipping.value) : shipping;
}

/** The method that was asked for, or else the cheapest one that ships. Null if shipping is not charged. */
export function chooseShipping(
  { offers, barred, surchargeMinor, smallOrder, promise }: Charging,
  { shippingMethodId, delivery }: Pick<ToCharge, 'shippingMethodId' | 'delivery'>,
): Outcome<ChosenShipping | null> {
  const priced = (offers ?? []).filter((offer): offer is PricedOffer => offer.priceMinor !== null);
  const asked = priced.find(({ id }) => id === shippingMethodId);
  if (shippingMethodId && !asked) return fail('invalid', { fields: { shippingMethodId: NOT_OFFERED } });
  const cheapest = priced
    .filter(({ pickup }) => pickup === null)
    .toSorted((one, other) => one.priceMinor - other.priceMinor)[0];
  const chosen = asked ?? cheapest;
  if (barred.length > 0 && !chosen) return fail('invalid', { fields: { addressId: refuseDestination(barred) } });
  // A client that names no address still orders; nobody can know what shipping would cost.
  if (offers && !chosen && delivery) return fail('invalid', { fields: { addressId: NOT_SERVED } });
  // Without a way of shipping, what remains of a larger order may still be a small one.
  if (!chosen && !smallOrder) return ok(null);
  const { stepMinor } = getShopCurrency();
  const promised = chosen && chosen.pickup === null ? promise(chosen.days) : null;
  return ok({
    methodId: chosen?.id ?? '',
    name: chosen?.name ?? SURCHARGE,
    // A card cannot pay less than a step of its currency.
    priceMinor: Math.ceil(((chosen?.priceMinor ?? 0) + surchargeMinor) / stepMinor) * stepMinor,
    unlessFree: chosen?.unlessFree ?? null,
    byValue: chosen?.byValue ?? null,
    smallOrder: surchargeMinor > 0 ? null : smallOrder,
    surchargeMinor,
    isPickup: chosen ? chosen.pickup !== null : false,
    days: chosen?.days ?? null,
    ...(promised ? { promised } : {}),
  });
}

/** The same, but a method that is not offered gives way to the cheapest one that ships. */
export function chooseShippingOrCheapest(
  charging: Charging,
  { shippingMethodId, delivery }: Parameters<typeof chooseShipping>[1],
): ReturnType<typeof chooseShipping> {
  const asked = chooseShipping(charging, { shippingMethodId, delivery });
  return asked.ok ? asked : chooseShipping(charging, { delivery });
}

type PricedOffer = MethodOffer & { priceMinor: number };

const NOT_OFFERED = 'This shipping method is no longer offered for this order. Please choose again.';
const NOT_SERVED =
  'We cannot say what shipping to this address costs. Please ask us for a quote, pick the order up, or choose another address.';
const SURCHARGE = 'Small-order surcharge';

/** Why tools cannot be sent there. */
export const refuseDestination = (barred: readonly string[]): string =>
  `We do not ship these to this address: ${barred.join(', ')}. Please remove them, pick the order up, or choose another address.`;
