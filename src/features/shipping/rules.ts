import {
  type Destination,
  doPlacesOverlap,
  foldPostalCode,
  isInPlace,
  type Place,
  rankPlace,
} from '#src/shared/postal-address/places.ts';

export const METHOD_KINDS = ['flat', 'by_weight', 'by_value', 'pickup', 'by_quote'] as const;

export type MethodKind = (typeof METHOD_KINDS)[number];

/** The units in which the weights of rates are typed and shown. */
export const WEIGHT_UNITS = ['kg', 'lb'] as const;

export type WeightUnit = (typeof WEIGHT_UNITS)[number];

export const MAX_ZONES = 100;
/** In one zone. */
export const MAX_PLACES = 200;
/** In all zones together, so that the list of zones stays below 500 KB. */
export const MAX_ALL_PLACES = 4_000;
export const MAX_METHODS = 200;
/** Of one method. */
export const MAX_RATES = 40;
export const MAX_NAME_LENGTH = 60;
export const MAX_CARRIER_DAYS = 90;
/** The heaviest weight of a rate: 1,000 t. */
export const MAX_GRAMS = 1_000_000_000;

/** The price from a weight in grams or a value of goods in minor units, up to the next rate. */
export interface ShippingRate {
  from: number;
  priceMinor: number;
}

export interface ShippingZone {
  id: string;
  name: string;
  places: readonly Place[];
}

export interface ShippingMethod {
  id: string;
  name: string;
  /** Null for pick-up. */
  zoneId: string | null;
  kind: MethodKind;
  /** Ascending by `from`. */
  rates: readonly ShippingRate[];
  /** The most that the method takes, in the unit of its rates. Null: any. */
  upTo: number | null;
  freeFromMinor: number | null;
  handlingMinor: number;
  daysMin: number | null;
  daysMax: number | null;
  /** Where and when buyers pick up. Empty for the shop's own address and hours. */
  pickupAddress: string;
  pickupHours: string;
  isActive: boolean;
  position: number;
}

/** A line of a basket, as far as shipping depends on it. */
export interface LineToShip {
  /** The tool's name, for sentences. */
  name: string;
  /** Of all its pieces. Null if the tool has no weight. */
  weightGrams: number | null;
  /** Whether each of its packs is a parcel of its own. */
  shipsSeparately: boolean;
  packs: number;
  /** The codes of countries, and of regions such as 'US-HI', to which the tool is not shipped. */
  notShippedTo: readonly string[];
}

export interface BasketToShip {
  destination: Destination;
  goodsMinor: number;
  lines: readonly LineToShip[];
}

/** A method that a buyer can choose for a basket. */
export interface MethodOffer {
  id: string;
  name: string;
  kind: MethodKind;
  /** With handling. Null if a quote has to say it. */
  priceMinor: number | null;
  /** What it costs below the value of goods from which it is free. Null if it is never free. */
  unlessFree: { fromMinor: number; priceMinor: number } | null;
  /** What it costs, with handling, for goods of less value, if that decides. Null if something else does. */
  byValue: { fromMinor: number; priceMinor: number }[] | null;
  /** How many days the carrier takes. Null if nothing is promised. */
  days: { min: number; max: number } | null;
  /** Where and when to pick up; empty texts for the shop's own. Null for everything that is shipped. */
  pickup: { address: string; hours: string } | null;
}

/** The zone with the smallest place that the destination is in. */
export function findZone<Zone extends Pick<ShippingZone, 'places'>>(
  zones: readonly Zone[],
  destination: Destination,
): Zone | null {
  let found: { zone: Zone; rank: number } | null = null;
  for (const zone of zones)
    for (const place of zone.places) {
      const rank = rankPlace(place);
      if ((found === null || rank > found.rank) && isInPlace(place, destination)) found = { zone, rank };
    }
  return found?.zone ?? null;
}

/**
 * What a buyer can choose from, in the order of the shop. Empty if no method serves the destination or takes these
 * goods: then only a quote can say what shipping costs.
 */
export function listMethods(
  { zones, methods }: { zones: readonly ShippingZone[]; methods: readonly ShippingMethod[] },
  basket: BasketToShip,
): MethodOffer[] {
  const zone = findZone(zones, basket.destination);
  const isBarred = listBarredTools(basket).length > 0;
  return methods
    .filter(
      ({ isActive, kind, zoneId }) =>
        isActive && (kind === 'pickup' || (zone !== null && zoneId === zone.id && !isBarred)),
    )
    .toSorted((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))
    .flatMap((method) => toOffer(method, basket) ?? []);
}

/** The names of tools without a weight. While there are any, no method by weight is offered. */
export function listUnweighedTools({ lines }: Pick<BasketToShip, 'lines'>): string[] {
  return lines.flatMap(({ name, weightGrams }) => (weightGrams === null ? [name] : []));
}

/** The names of tools that are not shipped to this country or region. They can only be picked up. */
export function listBarredTools({
  lines,
  destination: { country, region },
}: Pick<BasketToShip, 'lines' | 'destination'>): string[] {
  const codes = [country, `${country}-${region}`];
  return lines.flatMap(({ name, notShippedTo }) => (codes.some((code) => notShippedTo.includes(code)) ? [name] : []));
}

function toOffer(method: ShippingMethod, basket: BasketToShip): MethodOffer | null {
  const { id, name, kind, daysMin, daysMax, pickupAddress, pickupHours } = method;
  const offer = {
    id,
    name,
    kind,
    days: daysMin === null || daysMax === null ? null : { min: daysMin, max: daysMax },
    pickup: kind === 'pickup' ? { address: pickupAddress, hours: pickupHours } : null,
  };
  if (kind === 'by_quote') return { ...offer, priceMinor: null, unlessFree: null, byValue: null };
  const rateMinor = priceGoods(method, basket);
  if (rateMinor === null) return null;
  const { freeFromMinor: fromMinor } = method;
  const priceMinor = rateMinor + method.handlingMinor;
  const isFree = fromMinor !== null && basket.goodsMinor >= fromMinor;
  const unlessFree = fromMinor === null ? null : { fromMinor, priceMinor };
  return { ...offer, priceMinor: isFree ? 0 : priceMinor, unlessFree, byValue: listValuePrices(method, basket) };
}

function listValuePrices({ kind, rates, handlingMinor }: ShippingMethod, { goodsMinor }: BasketToShip) {
  if (kind !== 'by_value') return null;
  return rates
    .filter(({ from }) => from <= goodsMinor)
    .map(({ from, priceMinor }) => ({ fromMinor: from, priceMinor: priceMinor + handlingMinor }));
}

/** What a method takes for the goods, without handling. Null if it does not take them. */
function priceGoods(method: ShippingMethod, { lines, goodsMinor }: BasketToShip): number | null {
  switch (method.kind) {
    case 'flat':
      return addRates(
        method,
        packParcels(lines).map(({ count }) => ({ count, measure: 0 })),
      );
    case 'by_weight':
      return addRates(
        method,
        packParcels(lines).map(({ count, weightGrams }) => ({ count, measure: weightGrams })),
      );
    case 'by_value':
      return addRates(method, [{ count: 1, measure: goodsMinor }]);
    case 'pickup':
      return 0;
    case 'by_quote':
      return null;
  }
}

/** Parcels that weigh the same. The weight is null if it is unknown. */
interface Parcels {
  count: number;
  weightGrams: number | null;
}

/** A parcel for each pack of a tool that ships separately, and one for everything else. */
function packParcels(lines: readonly LineToShip[]): Parcels[] {
  const separate = lines
    .filter(({ shipsSeparately }) => shipsSeparately)
    .map(({ packs, weightGrams }) => ({ count: packs, weightGrams: weightGrams && Math.ceil(weightGrams / packs) }));
  const together = lines.filter(({ shipsSeparately }) => !shipsSeparately);
  if (together.length === 0) return separate;
  const isKnown = together.every(({ weightGrams }) => weightGrams !== null);
  const weightGrams = isKnown ? together.reduce((total, line) => total + (line.weightGrams ?? 0), 0) : null;
  return [...separate, { count: 1, weightGrams }];
}

/** The rates of all these weights or values. Null if one of them is unknown or has no rate. */
function addRates(
  { rates, upTo }: Pick<ShippingMethod, 'rates' | 'upTo'>,
  parcels: readonly { count: number; measure: number | null }[],
): number | null {
  let totalMinor = 0;
  for (const { count, measure } of parcels) {
    if (measure === null || (upTo !== null && measure > upTo)) return null;
    const rate = rates.findLast(({ from }) => from <= measure);
    if (!rate) return null;
    totalMinor += rate.priceMinor * count;
  }
  return totalMinor;
}

/** A place with the zone that it belongs to. */
export interface PlaceOfZone<Zone> {
  zone: Zone;
  place: Place;
}

/**
 * Two places of the same size that cover the same address, so that no rule says which zone it belongs to, or that are a
 * repetition within one zone. Null if there are none. A smaller place within a larger one is no overlap.
 */
export function findOverlap<Zone extends Pick<ShippingZone, 'places'>>(
  zones: readonly Zone[],
): { one: PlaceOfZone<Zone>; other: PlaceOfZone<Zone> } | null {
  const all = zones.flatMap((zone) =>
    zone.places.map((place) => ({ zone, place, from: foldPostalCode(place.postalFrom) })),
  );
  const groups = Map.groupBy(all, ({ place }) => `${place.country} ${rankPlace(place)} ${foldRegion(place)}`);
  for (const group of groups.values()) {
    // If any two ranges overlap, then so do two neighbors in the order of their beginnings.
    const sorted = group.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
    for (const [at, one] of sorted.entries()) {
      const other = sorted[at + 1];
      if (other && doPlacesOverlap(one.place, other.place)) return { one, other };
    }
  }
  return null;
}

const foldRegion = ({ region }: Place) => region.trim().toLowerCase();
