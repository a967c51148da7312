import type { ToolToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import { listMethods, listUnweighedTools, type MethodOffer } from '#src/features/shipping/rules.ts';
import { arrives, listDepartures } from '#src/features/shipping/shipping-dates.ts';
import { toGrams } from '#src/features/shipping/weights.ts';
import {
  type OrderValueTerms,
  toOrderValueTerms,
  toShippingCalendar,
} from '#src/features/shop-settings/shipping-settings.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { decidePurchaseTax } from '#src/flows/taxes/decide-purchase-tax.server.ts';
import { formatMoney, getShopCurrency, minorToDecimal } from '#src/shared/money.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
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
    tool: Pick<ToolToOrder, 'itemName' | 'unitPriceMinor' | 'volumePrices' | 'weight' | 'taxClass'>;
    quantity: number;
  }[];
  /** Null if the client names no address: it is charged as at the shop itself. */
  delivery: Destination | null;
  /** Whose VAT ID counts: the billed party's, or else the recipient's. */
  billing: { vatId: string } | null;
  /** If absent, the cheapest method that ships. */
  shippingMethodId?: string | undefined;
}

type ChargeContext = Pick<AppContext, 'settings' | 'taxRates' | 'shipping' | 'shopSettings' | 'getCompany'>;

/** Everything that a purchase may be charged with. */
export interface Charging {
  goodsMinor: number;
  /** What an order has to be worth, if this one is worth less. */
  belowMinimumMinor: number | null;
  /** Null if the shop charges no shipping. */
  offers: MethodOffer[] | null;
  /** The names of tools without a weight, for which no method by weight is offered. */
  unweighed: string[];
  surchargeMinor: number;
  smallOrder: OrderValueTerms['smallOrder'];
  /** When it leaves and arrives if it is paid now and the carrier takes this long. Null if the shop promises no dates. */
  promise: (days: MethodOffer['days']) => PromisedDates | null;
  /** What it costs with this way of shipping. What is picked up is taxed at the shop, wherever its buyer lives. */
  charge: (shipping: ChosenShipping | null) => ChargedPurchase;
}

/** What lines may be charged with, without a query: rates, zones and methods are in the memory of this process. */
export function prepareCharging(
  context: ChargeContext,
  { lines, delivery, billing }: Omit<ToCharge, 'shippingMethodId'>,
): Charging {
  const { settings } = context.shopSettings.get();
  const { minimumMinor, smallOrder } = toOrderValueTerms(settings);
  const priced = lines.map(({ tool, quantity }) => ({ ...priceQuantity(tool, quantity), taxClass: tool.taxClass }));
  const goodsMinor = priced.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  const terms = context.shipping.get();
  const toShip = lines.map(toLineToShip);
  const decideTax = (isPickup: boolean) =>
    decidePurchaseTax(context, {
      destination: isPickup ? null : delivery,
      vatId: isPickup ? '' : (billing?.vatId ?? ''),
      taxClasses: priced.map(({ taxClass }) => taxClass),
    });
  return {
    goodsMinor,
    belowMinimumMinor: minimumMinor !== null && goodsMinor < minimumMinor ? minimumMinor : null,
    offers:
      terms.methods.length === 0
        ? null
        : listMethods(terms, { destination: delivery ?? getHome(context), goodsMinor, lines: toShip }),
    unweighed: listUnweighedTools({ lines: toShip }),
    surchargeMinor: smallOrder && goodsMinor < smallOrder.belowMinor ? smallOrder.surchargeMinor : 0,
    smallOrder,
    promise: createPromise(settings),
    charge(shipping) {
      const tax = decideTax(shipping?.isPickup ?? false);
      return chargeLines(
        { tax: tax?.terms ?? null, taxNote: tax?.sentence ?? null, shipping },
        tax ? priced : priced.map(withoutClass),
      );
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

const getHome = ({ getCompany }: Pick<ChargeContext, 'getCompany'>): Destination => ({
  country: findHomeCountry(getCompany()) ?? '',
  region: '',
  postalCode: '',
});

const withoutClass = ({ totalMinor }: { totalMinor: number }) => ({ totalMinor, taxClass: null });

const toLineToShip = ({ tool, quantity }: ToCharge['lines'][number]) => ({
  name: tool.itemName,
  // Weighed together: a screw may weigh less than a gram.
  weightGrams: tool.weight && toGrams({ ...tool.weight, value: tool.weight.value * quantity }),
  shipsAlone: false,
  notTo: [],
});

/** What lines cost with tax and shipping, or why they can't be ordered like this. */
export function chargePurchase(context: ChargeContext, toCharge: ToCharge): Outcome<ChargedPurchase> {
  const charging = prepareCharging(context, toCharge);
  const { belowMinimumMinor } = charging;
  if (belowMinimumMinor !== null)
    return fail('order_too_small', {
      detail: `Orders have to be worth at least ${formatMoney(belowMinimumMinor)}. Please add something.`,
      extra: { minimum: minorToDecimal(belowMinimumMinor) },
    });
  const shipping = chooseShipping(charging, toCharge);
  return shipping.ok ? ok(charging.charge(shipping.value)) : shipping;
}

/** The method that was asked for, or else the cheapest one that ships. Null if shipping is not charged. */
export function chooseShipping(
  { offers, surchargeMinor, smallOrder, promise }: Charging,
  { shippingMethodId, delivery }: Pick<ToCharge, 'shippingMethodId' | 'delivery'>,
): Outcome<ChosenShipping | null> {
  const priced = (offers ?? []).filter((offer): offer is PricedOffer => offer.priceMinor !== null);
  const asked = priced.find(({ id }) => id === shippingMethodId);
  if (shippingMethodId && !asked) return fail('invalid', { fields: { shippingMethodId: NOT_OFFERED } });
  const cheapest = priced
    .filter(({ pickup }) => pickup === null)
    .toSorted((one, other) => one.priceMinor - other.priceMinor)[0];
  const chosen = asked ?? cheapest;
  // A client that names no address still orders; nobody can know what shipping would cost.
  if (offers && !chosen && delivery) return fail('invalid', { fields: { addressId: NOT_SERVED } });
  if (!chosen && surchargeMinor === 0) return ok(null);
  const { stepMinor } = getShopCurrency();
  const promised = chosen && chosen.pickup === null ? promise(chosen.days) : null;
  return ok({
    methodId: chosen?.id ?? '',
    name: chosen?.name ?? SURCHARGE,
    // A card cannot pay less than a step of its currency.
    priceMinor: Math.ceil(((chosen?.priceMinor ?? 0) + surchargeMinor) / stepMinor) * stepMinor,
    unlessFree: chosen?.unlessFree ?? null,
    smallOrder: surchargeMinor > 0 ? null : smallOrder,
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
