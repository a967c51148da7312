import { centsToDecimal, centsToNumber, decimalToCents } from './money.ts';
import type { OrderTerms, QuantityOffer, VolumePrice } from './quantity-solver.ts';

/** A tool's terms as the API sends them: prices in USD, the available stock as `quantity`. */
export interface WireTerms {
  balance: number;
  quantity: number;
  minOrderQuantity: number;
  packMultiple: number;
  maxOrderQuantity: number | null;
  volumePrices: readonly WireVolumePrice[];
}

/** From this quantity on, a piece costs this much in USD. */
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
    unitPriceCents: decimalToCents(balance) ?? 0,
    volumePrices: volumePrices.map((price) => ({
      quantity: price.quantity,
      unitPriceCents: decimalToCents(price.unitPrice) ?? 0,
    })),
  };
}

export function toWireVolumePrices(prices: readonly VolumePrice[]): WireVolumePrice[] {
  return prices.map(({ quantity, unitPriceCents }) => ({ quantity, unitPrice: centsToNumber(unitPriceCents) }));
}

/** Offers as the API sends them. */
export function toWireOffers(offers: readonly QuantityOffer[]) {
  return offers.map(({ quantity, unitPriceCents, totalCents, reason }) => ({
    quantity,
    unitPrice: centsToNumber(unitPriceCents),
    total: centsToDecimal(totalCents),
    why: reason,
  }));
}
