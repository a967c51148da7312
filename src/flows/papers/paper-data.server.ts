import type {
  CreditNote,
  DebitNote,
  DeliveryNote,
  PackedPurchase,
  Paper,
  Party,
  SaleCharges,
  SalePaper,
} from '#src/features/papers/contract.ts';
import { toPaperTimeZone } from '#src/features/papers/paper-dates.ts';
import type { LineRow, PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { nameCarrier } from '#src/features/shipments/carriers.ts';
import { countShippable } from '#src/features/shipments/rules.ts';
import type { Company } from '#src/shared/company.ts';
import { formatForShop } from '#src/shared/postal-address/address-format.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { getPayable, type PurchaseCharges } from '#src/shared/totals/purchase-charges.ts';
import type { TaxAmount } from '#src/shared/totals/purchase-totals.ts';

/** The data for all papers of a purchase. */
export interface PaperSource {
  purchase: PurchaseRow;
  /** The lines that still belong to the purchase. */
  lines: readonly LineRow[];
  skus: ReadonlyMap<string, string>;
  company: Company;
  issuedAt: Date;
}

/** The countries where paper is not A4. */
const LETTER_COUNTRIES: readonly string[] = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'DO', 'PA', 'SV'];

/** The seller by the current settings, which the paper keeps. */
export function toPaperHead({ company, issuedAt }: Pick<PaperSource, 'company' | 'issuedAt'>) {
  const country = findHomeCountry(company);
  return {
    version: 1 as const,
    pageSize: country && !LETTER_COUNTRIES.includes(country) ? ('a4' as const) : ('letter' as const),
    issuedAt: issuedAt.toISOString(),
    timeZone: toPaperTimeZone(company.timeZone),
    seller: {
      name: company.name,
      legalName: company.legalName,
      address: [...company.address],
      taxNumber: company.taxNumber,
      phone: company.phone.formatted,
      email: company.email,
    },
  };
}

function toParty(address: PostalAddress | null, company: Company): Party | null {
  if (!address) return null;
  return { lines: formatForShop(address, company), vatId: address.vatId || null };
}

function toPurchaseFacts({ purchase, company }: PaperSource, number: string) {
  return {
    number,
    purchaseNumber: purchase.number,
    placedAt: purchase.placedAt.toISOString(),
    buyer: { name: purchase.name, email: purchase.email },
    billTo: toParty(purchase.billing, company),
    shipTo: toParty(purchase.delivery, company),
    poNumber: purchase.poNumber || null,
    note: purchase.note || null,
  };
}

function toPayment({ transactionId, paidAt, totalMinor }: PurchaseRow) {
  return transactionId && paidAt ? { transactionId, paidAt: paidAt.toISOString(), amountMinor: totalMinor } : null;
}

/** A refund that had succeeded when a paper was issued. */
export interface RefundFact {
  number: string | null;
  refundedAt: Date;
  amountMinor: number;
}

function toSaleCharges({ tax, shipping, taxes, reliefMinor, taxNote }: PurchaseCharges): SaleCharges {
  return {
    pricesInclude: tax?.pricesInclude ?? 'net',
    shipping: shipping && { name: shipping.name, priceMinor: shipping.priceMinor },
    taxes,
    reliefMinor,
    note: taxNote,
  };
}

/** A confirmation, receipt or invoice. */
export function toSalePaper<Kind extends SalePaper['kind']>(
  source: PaperSource,
  { kind, number, refunds }: { kind: Kind; number: string; refunds: readonly RefundFact[] },
): SalePaper & { kind: Kind } {
  const { purchase, lines, skus } = source;
  const payment = toPayment(purchase);
  return {
    ...toPaperHead(source),
    ...toPurchaseFacts(source, number),
    kind,
    currency: purchase.currency,
    lines: lines.map((line) => ({
      sku: skus.get(line.toolId) ?? null,
      itemName: line.itemName,
      quantity: line.quantity,
      unitPriceMinor: line.unitPriceMinor,
      totalMinor: line.totalMinor,
    })),
    totals: {
      totalMinor: purchase.totalMinor,
      paidMinor: payment?.amountMinor ?? 0,
      refundedMinor: refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    },
    ...(purchase.charges ? { charges: toSaleCharges(purchase.charges) } : {}),
    payment,
    refunds: refunds.map(({ number: note, refundedAt, amountMinor }) => ({
      number: note,
      refundedAt: refundedAt.toISOString(),
      amountMinor,
    })),
  };
}

/** The pieces of a refund, and their share of its amount. */
export interface RefundedPieces {
  orderId: string;
  quantity: number;
  amountMinor: number;
}

/** A credit note for a refund of an invoiced purchase. Pieces are listed if they were refunded at their price. */
export function toCreditNote(
  source: PaperSource,
  {
    number,
    invoice,
    amountMinor,
    reason,
    pieces,
    credited: { shippingMinor, taxes },
  }: {
    number: string;
    invoice: { number: string; issuedAt: Date; timeZone: string | undefined };
    amountMinor: number;
    reason: string;
    pieces: readonly RefundedPieces[];
    credited: { shippingMinor: number; taxes: TaxAmount[] };
  },
): CreditNote {
  const { purchase, lines, skus } = source;
  const { charges } = purchase;
  const atPrice = pieces.flatMap(({ orderId, quantity, amountMinor: paidMinor }) => {
    const line = lines.find(({ id }) => id === orderId);
    if (!line || !isAtPrice(line, quantity, paidMinor)) return [];
    const { itemName, unitPriceMinor } = line;
    const totalMinor = quantity * unitPriceMinor;
    return [{ sku: skus.get(line.toolId) ?? null, itemName, quantity, unitPriceMinor, totalMinor }];
  });
  const named = pieces.reduce((sum, piece) => sum + piece.amountMinor, shippingMinor);
  const hasLines = atPrice.length === pieces.length && named === amountMinor;
  return {
    ...toPaperHead(source),
    ...toPurchaseFacts(source, number),
    kind: 'credit_note',
    currency: purchase.currency,
    corrects: {
      kind: 'invoice',
      number: invoice.number,
      issuedAt: invoice.issuedAt.toISOString(),
      timeZone: invoice.timeZone,
    },
    reason,
    lines: hasLines ? atPrice : [],
    totalMinor: amountMinor,
    ...(charges ? { charges: { shippingMinor, taxes, note: charges.taxNote } } : {}),
    payment: toPayment(purchase),
  };
}

/** Whether pieces were refunded at what was paid for them, give or take what a rounded share of a line's tax is off. */
function isAtPrice(line: LineRow, quantity: number, paidMinor: number): boolean {
  const exact = (getPayable(line) * quantity) / line.quantity;
  return line.chargesMinor === 0 ? paidMinor === exact : Math.abs(paidMinor - exact) < 1;
}

/** A debit note that reverses a whole credit note, since its refund failed. */
export function toDebitNote(
  source: PaperSource,
  { number, note, reason }: { number: string; note: CreditNote; reason: string },
): DebitNote {
  return {
    ...toPaperHead(source),
    ...toPurchaseFacts(source, number),
    kind: 'debit_note',
    currency: note.currency,
    corrects: { kind: 'credit_note', number: note.number, issuedAt: note.issuedAt, timeZone: note.timeZone },
    reason,
    lines: note.lines,
    totalMinor: note.totalMinor,
    ...(note.charges ? { charges: note.charges } : {}),
    payment: note.payment,
  };
}

/** The pieces of a shipment, and those shipped before it. */
export interface ShippedPieces {
  /** The number of the shipment within its purchase. */
  number: number;
  carrier: string;
  tracking: string;
  shippedAt: Date;
  /** Pieces by order. */
  quantities: ReadonlyMap<string, number>;
  before: ReadonlyMap<string, number>;
}

/** The number of a delivery note, in lists and on the note itself. */
export const toDeliveryNoteNumber = (purchaseNumber: string, shipment: number) => `${purchaseNumber}-${shipment}`;

export function toDeliveryNote(source: PaperSource, shipment: ShippedPieces): DeliveryNote {
  const { purchase, lines, skus } = source;
  return {
    ...toPaperHead(source),
    ...toPurchaseFacts(source, toDeliveryNoteNumber(purchase.number, shipment.number)),
    kind: 'delivery_note',
    shippedAt: shipment.shippedAt.toISOString(),
    carrier: nameCarrier(shipment.carrier) || null,
    trackingNumber: shipment.tracking || null,
    lines: lines
      .map((line) => {
        const quantity = shipment.quantities.get(line.id) ?? 0;
        const before = shipment.before.get(line.id) ?? 0;
        const remainingQuantity = Math.max(0, line.quantity - quantity - before - line.canceledQuantity);
        return {
          sku: skus.get(line.toolId) ?? null,
          itemName: line.itemName,
          // Without pieces that were refunded before they were shipped.
          orderedQuantity: quantity + before + remainingQuantity,
          quantity,
          remainingQuantity,
        };
      })
      .filter(({ orderedQuantity }) => orderedQuantity > 0),
  };
}

/** What is left to pack of a purchase. Null if nothing is. */
export function toPackedPurchase(source: Omit<PaperSource, 'issuedAt'>): PackedPurchase | null {
  const { purchase, lines, skus, company } = source;
  const left = lines.flatMap((line) => {
    const quantity = countShippable(line);
    if (quantity === 0) return [];
    const sku = skus.get(line.toolId) ?? null;
    const orderedQuantity = quantity + line.shippedQuantity;
    return [{ sku, itemName: line.itemName, orderedQuantity, quantity, remainingQuantity: 0 }];
  });
  if (left.length === 0) return null;
  return {
    purchaseNumber: purchase.number,
    placedAt: purchase.placedAt.toISOString(),
    buyer: { name: purchase.name, email: purchase.email },
    shipTo: toParty(purchase.delivery, company),
    poNumber: purchase.poNumber || null,
    note: purchase.note || null,
    lines: left,
  };
}

/** The packing list of one or more purchases. It is not stored. */
export function toPackingList(
  head: Pick<PaperSource, 'company' | 'issuedAt'>,
  purchases: PackedPurchase[],
): Paper & { kind: 'packing_list' } {
  return { ...toPaperHead(head), kind: 'packing_list', purchases };
}
