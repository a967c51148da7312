import { getShopCurrency, minorToDecimal } from '../money.ts';
import { calculateTotals, type PurchaseTotals, type TaxAmount, type TaxTerms } from './purchase-totals.ts';
import type { TaxCase } from './tax-case.ts';
import { STANDARD_TAX_CLASS } from './tax-class.ts';

/** What a way of shipping costs from a value of goods on, without surcharges. */
export interface ValuePrice {
  fromMinor: number;
  priceMinor: number;
}

/** When a purchase was to leave and arrive, as its buyer was told. All are days but `ifPaidBy`, an ISO timestamp. */
export interface PromisedDates {
  leaves: string;
  /** Null if the carrier promises nothing. */
  arrives: { from: string; to: string } | null;
  ifPaidBy: string;
}

/** How a purchase is shipped, as it was offered when it was placed. */
export interface ChosenShipping {
  methodId: string;
  name: string;
  /** With handling and surcharges, net or gross as the shop states its prices. */
  priceMinor: number;
  /** What it costs below the value of goods from which it is free, or null if it never is. */
  unlessFree: { fromMinor: number; priceMinor: number } | null;
  /**
   * What it costs for fewer goods if their value decides: from each value on, ascending. Null if something else decides;
   * purchases of earlier versions do not have it.
   */
  byValue?: readonly ValuePrice[] | null;
  /** What is added if fewer goods are bought, in the shop's terms. Null if that is nothing. */
  smallOrder: { belowMinor: number; surchargeMinor: number } | null;
  /** How much of the price is a surcharge already. Purchases of earlier versions do not have it. */
  surchargeMinor?: number;
  /** Collected at the shop, so that it is taxed there. */
  isPickup: boolean;
  /** Working days until it arrives. Null if it is picked up. */
  days: { min: number; max: number } | null;
  /** Absent if the shop promised no dates, or was of a version that did not say any. */
  promised?: PromisedDates;
}

/** What decides, besides its lines, what a purchase costs. Frozen when it is placed. */
export interface PurchaseTerms {
  tax: TaxTerms | null;
  /** What its papers have to say about the tax, such as that the buyer owes it. */
  taxNote: string | null;
  /** Why it is taxed like this. Absent in terms of earlier builds, and if the shop charges no tax: `readTaxCase`. */
  taxCase?: TaxCase | undefined;
  shipping: ChosenShipping | null;
  /** Absent if neither a VAT ID nor a certificate of the buyer decided, and in purchases of earlier versions. */
  taxProof?: TaxProof | undefined;
}

/** Why the shop believed that a buyer owes no tax, or does. */
export interface TaxProof {
  vatCheck: {
    vatId: string;
    state: 'valid' | 'invalid' | 'unverified' | 'refused' | 'unasked';
    /** In ISO 8601; null if the register did not answer. */
    checkedAt: string | null;
    /** May be blank. */
    consultationNumber: string;
  } | null;
  /** The id of the certificate. */
  exemptionId: string | null;
}

/** The terms of a shop that charges neither tax nor shipping. */
export const NO_TERMS: PurchaseTerms = { tax: null, taxNote: null, shipping: null };

/** The terms of a purchase, with the taxes that they led to. */
export interface PurchaseCharges extends PurchaseTerms {
  taxes: TaxAmount[];
  reliefMinor: number;
}

export interface ChargedPurchase {
  totals: PurchaseTotals;
  /** Null if the shop charges neither tax nor shipping. */
  charges: PurchaseCharges | null;
  /** The class of each line in the terms; null if the shop charges no tax. */
  taxClasses: (string | null)[];
}

/** What lines cost on these terms. */
export function chargeLines(
  terms: PurchaseTerms,
  lines: readonly { totalMinor: number; taxClass: string | null }[],
): ChargedPurchase {
  const totals = calculateTotals({
    lines: lines.map(({ totalMinor, taxClass }) => ({ totalMinor, taxClass: taxClass ?? STANDARD_TAX_CLASS })),
    discountMinor: 0,
    shippingMinor: terms.shipping?.priceMinor ?? 0,
    tax: terms.tax,
    stepMinor: getShopCurrency().stepMinor,
  });
  const { taxes, reliefMinor } = totals;
  return {
    totals,
    charges: terms.tax || terms.shipping ? { ...terms, taxes, reliefMinor } : null,
    taxClasses: lines.map(({ taxClass }) => (terms.tax ? taxClass : null)),
  };
}

/** What the buyer pays for a line. */
export const getPayable = ({ totalMinor, chargesMinor }: { totalMinor: number; chargesMinor: number }): number =>
  totalMinor + chargesMinor;

/** The parts of a total, as decimal strings. */
export interface WireTotals {
  goods: string;
  discount: string;
  shipping: string;
  tax: string;
  total: string;
}

/** The parts of what a stored purchase costs. Its goods follow from the others, so that no line has to be read. */
export function splitTotal({
  totalMinor,
  taxMinor,
  charges,
}: {
  totalMinor: number;
  taxMinor: number;
  charges: PurchaseCharges | null;
}) {
  const shippingMinor = charges?.shipping?.priceMinor ?? 0;
  const addedMinor = charges?.tax?.pricesInclude === 'net' ? taxMinor : 0;
  const reliefMinor = charges?.reliefMinor ?? 0;
  return { goodsMinor: totalMinor - shippingMinor - addedMinor + reliefMinor, shippingMinor, taxMinor, reliefMinor };
}

export function toWireTotals(purchase: Parameters<typeof splitTotal>[0]): WireTotals {
  const { goodsMinor, shippingMinor, taxMinor } = splitTotal(purchase);
  return {
    goods: minorToDecimal(goodsMinor),
    discount: minorToDecimal(0),
    shipping: minorToDecimal(shippingMinor),
    tax: minorToDecimal(taxMinor),
    total: minorToDecimal(purchase.totalMinor),
  };
}

/** A tax of a total: its rate in percent, its amounts as decimal strings. */
export interface WireTax {
  name: string;
  rate: number;
  base: string;
  amount: string;
}

export const toWireTaxes = (taxes: readonly TaxAmount[]): WireTax[] =>
  taxes.map(({ name, rate, baseMinor, amountMinor }) => ({
    name,
    rate: rate / 10_000,
    base: minorToDecimal(baseMinor),
    amount: minorToDecimal(amountMinor),
  }));
