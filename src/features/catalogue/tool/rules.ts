import { formatMoney } from '#src/shared/money.ts';
import type { OrderTerms, VolumePrice } from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';

/** Only admins see a draft. An archived tool is not sold or listed, but keeps its page. */
export const TOOL_STATES = ['draft', 'on_sale', 'archived'] as const;

export type ToolState = (typeof TOOL_STATES)[number];

/** With a million rows, each tool would be slow to read. */
export const MAX_VOLUME_PRICES = 12;

/** The terms of an order that are checked together. The stock is not among them. */
export type ToolTerms = Omit<OrderTerms, 'available'>;

/**
 * Checks terms that are right one by one: field → a sentence that says what to do. Null if nothing is wrong. Volume
 * prices must be lower than the unit price, since `balance` is the highest price that anybody pays.
 */
export function checkTerms(terms: ToolTerms): Record<string, string> | null {
  const { packMultiple, maxOrderQuantity, volumePrices } = terms;
  const smallest = getSmallestOrder(terms);
  const errors: Record<string, string> = {};
  if (maxOrderQuantity !== null) {
    if (maxOrderQuantity < smallest) {
      errors.maxOrderQuantity = `Please enter at least ${smallest} (the minimum order), or leave this blank.`;
    } else if (maxOrderQuantity % packMultiple !== 0) {
      const below = maxOrderQuantity - (maxOrderQuantity % packMultiple);
      errors.maxOrderQuantity = `Please enter a multiple of the pack size (${packMultiple}), such as ${below} or ${below + packMultiple}.`;
    }
  }
  let previous: VolumePrice = { quantity: smallest, unitPriceMinor: terms.unitPriceMinor };
  for (const [at, price] of volumePrices.entries()) {
    if (price.quantity <= previous.quantity)
      errors[`volumePrices.${at}.quantity`] = `Please enter more than the previous quantity, ${previous.quantity}.`;
    else if (maxOrderQuantity !== null && price.quantity > maxOrderQuantity)
      errors[`volumePrices.${at}.quantity`] = `The maximum order is ${maxOrderQuantity}. Please enter less.`;
    if (price.unitPriceMinor >= previous.unitPriceMinor)
      errors[`volumePrices.${at}.unitPrice`] =
        `Please enter less than the previous price, ${formatMoney(previous.unitPriceMinor)}.`;
    previous = price;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

/** Why pieces were added or taken. `initial` is the stock with which a tool was added. */
export const STOCK_REASONS = ['initial', 'received', 'correction', 'count', 'damaged'] as const;

export type StockReason = (typeof STOCK_REASONS)[number];

/** The reasons that an admin may give. */
export const ADJUSTMENT_REASONS = ['received', 'damaged', 'count', 'correction'] as const satisfies StockReason[];

export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** More pieces of one tool than any shelf holds. The database counts up to twice as many. */
export const MAX_STOCK = 1_000_000_000;

/** What is wrong with the sign of the pieces for this reason, or null. */
export function checkDeltaSign(reason: AdjustmentReason, delta: number): string | null {
  if (reason === 'received' && delta < 0) return 'Receiving adds pieces. Please send a positive number.';
  if (reason === 'damaged' && delta > 0) return 'Damage removes pieces. Please send a negative number.';
  return null;
}

/** The change of the available stock that somebody means who enters this number of pieces for this reason. */
export function toDelta(reason: AdjustmentReason, pieces: number, available: number): number {
  if (reason === 'count') return pieces - available;
  return reason === 'damaged' ? -Math.abs(pieces) : pieces;
}

/** The units of specifications. A value without a unit is text. */
export const SPECIFICATION_UNITS = [
  'mm',
  'cm',
  'm',
  'in',
  'ft',
  'g',
  'kg',
  'oz',
  'lb',
  '°',
  '°C',
  '°F',
  'V',
  'A',
  'W',
  'kW',
  'N',
  'kN',
  'Nm',
  'bar',
  'rpm',
  'm/s',
  'HRC',
  'ppi',
  'grit',
  'dB',
  'L',
  '%',
  'pcs',
] as const;

/** A row of a tool's specification: 'Jaw width', '120', 'mm'. With a unit, the value is a number or a range. */
export interface Specification {
  name: string;
  value: string;
  unit: (typeof SPECIFICATION_UNITS)[number] | '';
}

export const MAX_SPECIFICATIONS = 40;

export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;
export const LENGTH_UNITS = ['mm', 'cm', 'in'] as const;

export interface Weight {
  value: number;
  unit: (typeof WEIGHT_UNITS)[number];
}

export interface Size {
  length: number;
  width: number;
  height: number;
  unit: (typeof LENGTH_UNITS)[number];
}

export interface Maker {
  name: string;
  address: string;
}

/** Whether a value is a number or a range of two, as '120', '0.5' or '50 to 57'. */
export function isMeasure(value: string): boolean {
  return /^-?\d+(\.\d+)?( to -?\d+(\.\d+)?)?$/.test(value);
}

/** Whether 8, 12, 13 or 14 digits end in the check digit of GS1. */
export function isGtin(digits: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

export const MAX_RELATIONS = 24;
export const MAX_DOCUMENTS = 12;
export const MAX_PICTURES = 10;
