import * as z from 'zod';
import { RATE_UNIT } from '#src/shared/totals/purchase-totals.ts';
import { listCreditFaults, listSaleFaults, listShipmentFaults, sum } from './rules.ts';

/** The most lines of one paper, over all its purchases. */
export const MAX_PAPER_LINES = 1_000;
const MAX_PURCHASES = 100;
const MAX_REFUNDS = 200;
const MAX_TAXES = 100;
/** More than any payment may be, and still exact as a number. */
const MAX_MINOR = 99_999_999_999;
const MAX_PAPER_QUANTITY = 1_000_000_000;

const timestamp = z.iso.datetime();
/** Absent if it is UTC, as in papers from before the time zone could be chosen. */
const timeZone = z.string().max(64).optional();
const minor = z.int().min(0).max(MAX_MINOR);
const quantity = z.int().min(1).max(MAX_PAPER_QUANTITY);
const count = z.int().min(0).max(MAX_PAPER_QUANTITY);
/** ISO 4217 in lower case, as the purchase has it. */
const currencySchema = z.string().regex(/^[a-z]{3}$/);
const shortText = z.string().max(200);
const email = z.string().max(320);
const longText = z.string().max(4_000);
/** Letters, digits and hyphens, since the title of the file contains it, too. */
const paperNumber = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);

/** Short enough that the text beside the word mark always fits on one page. */
const headText = z.string().max(120);

const sellerSchema = z.strictObject({
  name: headText,
  legalName: headText,
  address: z.array(headText).max(6),
  taxNumber: headText.nullable(),
  phone: headText,
  email,
});

/** Some countries write several fields of an address on one line. */
const addressLine = z.string().max(500);
const partySchema = z.strictObject({ lines: z.array(addressLine).max(12), vatId: shortText.nullable() });
const buyerSchema = z.strictObject({ name: shortText, email });

const pricedLineSchema = z.strictObject({
  sku: shortText.nullable(),
  itemName: shortText,
  quantity,
  unitPriceMinor: minor,
  totalMinor: minor,
});

/** `quantity` is in this shipment. Pieces that are neither in it nor to come were shipped before. */
const shippedLineSchema = z.strictObject({
  sku: shortText.nullable(),
  itemName: shortText,
  orderedQuantity: quantity,
  quantity: count,
  remainingQuantity: count,
});

/** A tax at one rate, in millionths. */
const taxSchema = z.strictObject({
  name: shortText,
  // A fixed fee can be many times the price of its line.
  rate: z
    .int()
    .min(0)
    .max(1_000 * RATE_UNIT),
  baseMinor: minor,
  amountMinor: minor,
});

const taxes = z.array(taxSchema).max(MAX_TAXES);

/** What a purchase costs besides its lines. Absent if that is nothing, and in papers of earlier versions. */
const chargesSchema = z.strictObject({
  pricesInclude: z.enum(['net', 'gross']),
  shipping: z.strictObject({ name: shortText, priceMinor: minor }).nullable(),
  taxes,
  /** Tax within the prices that the buyer does not owe. */
  reliefMinor: minor,
  /** What the law wants to be said about the tax. */
  note: shortText.nullable(),
});

/** The taxes and the shipping within what is credited. */
const creditedChargesSchema = z.strictObject({ shippingMinor: minor, taxes, note: shortText.nullable() });

const paymentSchema = z.strictObject({ transactionId: shortText, paidAt: timestamp, amountMinor: minor });
const refundSchema = z.strictObject({ number: paperNumber.nullable(), refundedAt: timestamp, amountMinor: minor });

/** The fields of every paper. `version` is increased when a stored paper would be read differently. */
const common = {
  version: z.literal(1),
  pageSize: z.enum(['letter', 'a4']),
  issuedAt: timestamp,
  /** The time zone of all its dates. */
  timeZone,
  seller: sellerSchema,
};

const ofPurchase = {
  /** The paper's own number for an invoice or credit note, else the purchase's. */
  number: paperNumber,
  purchaseNumber: paperNumber,
  placedAt: timestamp,
  buyer: buyerSchema,
  billTo: partySchema.nullable(),
  shipTo: partySchema.nullable(),
  poNumber: shortText.nullable(),
  note: longText.nullable(),
};

const salePaperSchema = z
  .strictObject({
    ...common,
    ...ofPurchase,
    kind: z.enum(['confirmation', 'receipt', 'invoice']),
    currency: currencySchema,
    lines: z.array(pricedLineSchema).min(1).max(MAX_PAPER_LINES),
    totals: z.strictObject({ totalMinor: minor, paidMinor: minor, refundedMinor: minor }),
    charges: chargesSchema.optional(),
    payment: paymentSchema.nullable(),
    /** The refunds that had been made when the paper was issued. */
    refunds: z.array(refundSchema).max(MAX_REFUNDS),
  })
  .superRefine((paper, context) => refuse(context, listSaleFaults(paper)));

const ofCorrection = {
  ...common,
  ...ofPurchase,
  currency: currencySchema,
  reason: longText,
  /** Empty if an amount was refunded without pieces. */
  lines: z.array(pricedLineSchema).max(MAX_PAPER_LINES),
  totalMinor: minor.min(1),
  charges: creditedChargesSchema.optional(),
  /** The payment to which the money goes back, or with which it stays. */
  payment: paymentSchema.nullable(),
};
/** With the time zone of the corrected paper, so that its date is the one printed on it. */
const corrected = { number: paperNumber, issuedAt: timestamp, timeZone };

const creditNoteSchema = z
  .strictObject({
    ...ofCorrection,
    kind: z.literal('credit_note'),
    corrects: z.strictObject({ kind: z.literal('invoice'), ...corrected }),
  })
  .superRefine((paper, context) => refuse(context, listCreditFaults(paper)));

/** Reverses a whole credit note whose refund failed. */
const debitNoteSchema = z
  .strictObject({
    ...ofCorrection,
    kind: z.literal('debit_note'),
    corrects: z.strictObject({ kind: z.literal('credit_note'), ...corrected }),
  })
  .superRefine((paper, context) => refuse(context, listCreditFaults(paper)));

const deliveryNoteSchema = z
  .strictObject({
    ...common,
    ...ofPurchase,
    kind: z.literal('delivery_note'),
    lines: z.array(shippedLineSchema).min(1).max(MAX_PAPER_LINES),
    shippedAt: timestamp.nullable(),
    carrier: shortText.nullable(),
    trackingNumber: shortText.nullable(),
  })
  .superRefine((paper, context) => refuse(context, listShipmentFaults(paper.lines)));

const packedPurchaseSchema = z
  .strictObject({
    purchaseNumber: paperNumber,
    placedAt: timestamp,
    buyer: buyerSchema,
    shipTo: partySchema.nullable(),
    poNumber: shortText.nullable(),
    note: longText.nullable(),
    lines: z.array(shippedLineSchema).min(1).max(MAX_PAPER_LINES),
  })
  .superRefine((purchase, context) => refuse(context, listShipmentFaults(purchase.lines)));

const packingListSchema = z.strictObject({
  ...common,
  kind: z.literal('packing_list'),
  purchases: z
    .array(packedPurchaseSchema)
    .min(1)
    .max(MAX_PURCHASES)
    .refine(
      (purchases) => sum(purchases.map(({ lines }) => lines.length)) <= MAX_PAPER_LINES,
      'There are too many lines.',
    ),
});

/**
 * The frozen data of one paper, as it is stored: it is enough to render the paper years later. Money is in minor units.
 * A paper that does not add up exactly is refused.
 */
export const paperSchema = z.discriminatedUnion('kind', [
  salePaperSchema,
  creditNoteSchema,
  debitNoteSchema,
  deliveryNoteSchema,
  packingListSchema,
]);

function refuse(context: z.RefinementCtx, faults: string[]): void {
  for (const message of faults) context.addIssue({ code: 'custom', message });
}

export type Paper = z.infer<typeof paperSchema>;
export type PaperKind = Paper['kind'];
export type SalePaper = z.infer<typeof salePaperSchema>;
export type CreditNote = z.infer<typeof creditNoteSchema>;
export type DebitNote = z.infer<typeof debitNoteSchema>;
export type DeliveryNote = z.infer<typeof deliveryNoteSchema>;
export type PackingList = z.infer<typeof packingListSchema>;
export type PackedPurchase = PackingList['purchases'][number];
export type PricedLine = z.infer<typeof pricedLineSchema>;
export type ShippedLine = z.infer<typeof shippedLineSchema>;
export type Party = z.infer<typeof partySchema>;
export type SaleCharges = z.infer<typeof chargesSchema>;
export type Seller = z.infer<typeof sellerSchema>;
