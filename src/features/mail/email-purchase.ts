import { formatCount } from '#src/shared/numbers.ts';
import { type PurchaseCharges, splitTotal } from '#src/shared/totals/purchase-charges.ts';

export interface EmailLine {
  itemName: string;
  toolId: string;
  quantity: number;
  totalMinor: number;
  /** Absent in emails of earlier versions, and if the tool has none. */
  sku?: string;
}

/** A tax as emails list it. */
export interface EmailTax {
  name: string;
  /** In millionths. */
  rate: number;
  amountMinor: number;
}

/** What the total of a purchase consists of. */
export interface EmailParts {
  goodsMinor: number;
  shipping?: { name: string; priceMinor: number };
  /** Tax within the prices that the buyer does not owe. */
  reliefMinor?: number;
  /** Whether the taxes are added to the prices or are within them. */
  pricesInclude: 'net' | 'gross';
  taxes: EmailTax[];
  /** What the law wants to be said about the tax. */
  note?: string;
}

/** What an email says about a purchase. Its key in stored emails is `order`. */
export interface EmailPurchase {
  id: string;
  /** Absent in emails of earlier versions. */
  number?: string;
  /** Null if nobody has proven the address: the email then greets without a name that its sender made up. */
  name: string | null;
  // The first line's.
  itemName: string;
  /** Absent in emails of earlier versions. */
  toolId?: string;
  quantity: number;
  totalMinor: number;
  sku?: string;
  /** Absent if the total is that of its lines, and in emails of earlier versions. */
  parts?: EmailParts;
  /** The total is the value of these pieces alone, without their tax and shipping. */
  isPart?: true;
  /** Present if there are several. */
  lines?: EmailLine[];
  // What the buyer has typed is only in emails to an address that is proven to be theirs.
  poNumber?: string;
  /** The delivery address as its country writes it. */
  shipTo?: string[];
}

/** The part of a purchase that goes into the outbox. It must have a line. */
export function toEmailPurchase(
  {
    id,
    number,
    name,
    totalMinor,
    poNumber,
    shipTo,
    taxMinor,
    charges,
    isPart,
  }: Omit<EmailPurchase, keyof EmailLine | 'lines' | 'parts'> & {
    totalMinor: number;
    taxMinor: number;
    charges: PurchaseCharges | null;
  },
  lines: readonly EmailLine[],
): EmailPurchase {
  const [first, ...others] = lines.map(({ itemName, toolId, quantity, totalMinor: ofLine, sku }) => ({
    itemName,
    toolId,
    quantity,
    totalMinor: ofLine,
    ...(sku && { sku }),
  }));
  if (!first) throw new Error('a purchase has a line');
  const parts = isPart ? null : listEmailParts({ totalMinor, taxMinor, charges });
  return {
    id,
    ...(number && { number }),
    name,
    ...first,
    totalMinor,
    ...(parts && { parts }),
    ...(isPart && { isPart }),
    ...(others.length > 0 && { lines: [first, ...others] }),
    ...(poNumber && { poNumber }),
    ...(shipTo && { shipTo }),
  };
}

/** Null if there is nothing but the goods to list. */
function listEmailParts(purchase: Parameters<typeof splitTotal>[0]): EmailParts | null {
  const { charges } = purchase;
  if (!charges) return null;
  const { goodsMinor, reliefMinor } = splitTotal(purchase);
  const { shipping, tax, taxNote } = charges;
  const taxes = charges.taxes.map(({ name, rate, amountMinor }) => ({ name, rate, amountMinor }));
  if (!shipping && taxes.length === 0 && reliefMinor === 0 && !taxNote) return null;
  return {
    goodsMinor,
    ...(shipping && { shipping: { name: shipping.name, priceMinor: shipping.priceMinor } }),
    ...(reliefMinor > 0 && { reliefMinor }),
    pricesInclude: tax?.pricesInclude ?? 'net',
    taxes,
    ...(taxNote && { note: taxNote }),
  };
}

/** What was ordered, in a few words: `10 × Claw hammer`, or `3 tools`. */
export function nameItems({ quantity, itemName, lines }: EmailPurchase): string {
  return lines ? `${lines.length} tools` : `${formatCount(quantity)} × ${itemName}`;
}

/** An order by its number, or by its items in an email of an earlier version. */
export function nameOrder(order: EmailPurchase): string {
  if (order.number) return `order ${order.number}`;
  return `your order of ${order.lines ? nameItems(order) : order.itemName}`;
}

/** The number of an order and these of its items, all by default: `order IM-2026-000123, 3 tools`. */
export function nameOrderItems(order: EmailPurchase, items = nameItems(order)): string {
  return order.number ? `order ${order.number}, ${items}` : items;
}

/** What a refund is about: these pieces, a part of the price, or the whole order if no amount is given. */
export function nameRefund(
  order: EmailPurchase,
  {
    amountMinor,
    pieces = [],
  }: { amountMinor?: number | undefined; pieces?: readonly { itemName: string; quantity: number }[] | undefined },
): string {
  const [first, ...others] = pieces;
  if (!first) return amountMinor === undefined ? nameOrderItems(order) : nameOrder(order);
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  const items = others.length > 0 ? `${formatCount(count)} pieces` : `${formatCount(count)} × ${first.itemName}`;
  return nameOrderItems(order, items);
}
