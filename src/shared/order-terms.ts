import { decimalToMinor, minorToDecimal, minorToNumber } from './money.ts';
import type { OrderTerms, QuantityOffer, VolumePrice } from './quantity-solver.ts';

/** A tool's terms as the API sends them: prices as numbers, the available stock as `quantity`. */
export interface WireTerms {
  balance: number;
  quantity: number;
  minOrderQuantity: number;
  packMultiple: number;
  maxOrderQuantity: number | null;
  volumePrices: readonly WireVolumePrice[];
}

/** From this quantity on, a piece costs this much. */
export interface WireVolumePrice {
  quantity: number;
  unitPrice: number;
}

/** Converts a tool's terms from the API for the quantity solver. */
export function toOrderTerms({ balance, quantity, volumePrices, ...bounds }: WireTerms): OrderTerms {
  const { minOrderQuantity, packMultiple, maxOrderQuantity } = bounds;
  return {
    minOrderQuantity,
    packMultiple,
    maxOrderQuantity,
    available: quantity,
    unitPriceMinor: decimalToMinor(balance) ?? 0,
    volumePrices: volumePrices.map((price) => ({
      quantity: price.quantity,
      unitPriceMinor: decimalToMinor(price.unitPrice) ?? 0,
    })),
  };
}

export function toWireVolumePrices(prices: readonly VolumePrice[]): WireVolumePrice[] {
  return prices.map(({ quantity, unitPriceMinor }) => ({ quantity, unitPrice: minorToNumber(unitPriceMinor) }));
}

/** Offers as the API sends them. */
export function toWireOffers(offers: readonly QuantityOffer[]) {
  return offers.map(({ quantity, unitPriceMinor, totalMinor, reason }) => ({
    quantity,
    unitPrice: minorToNumber(unitPriceMinor),
    total: minorToDecimal(totalMinor),
    why: reason,
  }));
}
