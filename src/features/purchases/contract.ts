import * as z from 'zod';
import {
  amountSchema,
  identifierSchema,
  optionalMultiLineText,
  optionalVisibleText,
  orderQuantitySchema,
  refuseRepeats,
} from '#src/shared/field-schemas.ts';
import { idempotencyHeader } from '#src/shared/idempotency-key.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { ORDER_SEARCHES } from '#src/shared/order-search.ts';
import { postalAddressSchema, wireAddressFields } from '#src/shared/postal-address/postal-address-schema.ts';
import { MAX_PURCHASE_LINES, PURCHASE_STATES } from './rules.ts';

/** What a customer sends to order several tools at once, at current prices. */
export const newPurchaseSchema = z
  .strictObject({
    lines: z
      .array(z.strictObject({ toolId: identifierSchema, quantity: orderQuantitySchema }))
      .min(1, 'Please order at least one tool.')
      .max(
        MAX_PURCHASE_LINES,
        `One order can have at most ${MAX_PURCHASE_LINES} tools. Please order the others separately.`,
      )
      .superRefine(refuseRepeats('toolId', 'This tool is already in another line.')),
    addressId: identifierSchema.optional().meta({ description: 'The delivery address, from your address book.' }),
    billingAddressId: identifierSchema
      .optional()
      .meta({ description: 'The billing address, from your address book. If absent, the delivery address.' }),
    poNumber: optionalVisibleText(60).default(''),
    note: optionalMultiLineText(1_000).default(''),
    total: amountSchema
      .optional()
      .meta({ description: 'The total that the buyer has seen. If the actual total differs, nothing is ordered.' }),
    basketVersion: z
      .number()
      .int()
      .min(1)
      .optional()
      .meta({
        description:
          'The version of the basket that is ordered, as `GET /basket` returns it. If the basket has changed since, ' +
          'nothing is ordered. Otherwise the ordered pieces are removed from it.',
      }),
  })
  .meta({ id: 'NewPurchase' });

export type NewPurchase = z.output<typeof newPurchaseSchema>;

/** Where a purchase is sent, who is billed, and the buyer's notes. Fields that are left out stay as they are. */
export const purchaseChangeSchema = z
  .strictObject({
    addressId: identifierSchema.optional(),
    billingAddressId: identifierSchema.optional(),
    poNumber: optionalVisibleText(60).optional(),
    note: optionalMultiLineText(1_000).optional(),
    delivery: postalAddressSchema.optional().meta({
      description:
        'For admins only, and without other fields: the address that a paid purchase lacks, as given by its buyer.',
    }),
  })
  .meta({ id: 'PurchaseChange' });

export type PurchaseChange = z.output<typeof purchaseChangeSchema>;

export const placedPurchaseSchema = z
  .object({
    acknowledged: z.literal(true),
    insertedId: z.string(),
    number: z.string().meta({ example: 'IM-2026-000123' }),
    orders: z.array(z.string()).meta({ description: 'The ids of its lines; each line is an order.' }),
    total: z.string().meta({ description: 'In the shop’s currency, as a decimal string.', example: '472.50' }),
    holdExpiresAt: z.string().meta({ description: 'When it loses its stock unless it is paid.' }),
  })
  .meta({ id: 'PlacedPurchase' });

export const purchaseIdempotencySchema = idempotencyHeader(
  'The same purchase with the same key is placed only once; each repetition returns the first one.',
);

/** The lists of purchases that have a name. `live` are those that have not `ended`. */
export const PURCHASE_VIEWS = [...PURCHASE_STATES, 'live', 'ended', 'to_ship', 'without_address', 'to_cancel'] as const;

export const purchaseQuerySchema = listQuerySchema({
  sorts: ['created', 'total'],
  states: PURCHASE_VIEWS,
  searches: ORDER_SEARCHES,
});

export type PurchaseQuery = z.infer<typeof purchaseQuerySchema>;

const address = z.object(wireAddressFields).nullable();

/** A purchase on the wire. Its lines are orders and have an order's shape. */
export const purchaseShape = {
  _id: z.string(),
  number: z.string().meta({ example: 'IM-2026-000123' }),
  state: z.enum(PURCHASE_STATES).meta({ description: 'A `canceled` purchase may have been paid and refunded.' }),
  name: z.string(),
  email: z.string(),
  total: z.string().meta({ description: 'In the shop’s currency, as a decimal string.', example: '472.50' }),
  refunded: z.string().nullable().meta({ description: 'How much was refunded; null if nothing was.' }),
  transactionId: z.string().nullable().meta({ description: 'Identifies the one payment for all its lines.' }),
  delivery: address,
  billing: address,
  poNumber: z.string(),
  note: z.string(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  endReason: z.string().meta({ description: 'Why it was canceled; may be empty.' }),
  cancelRequest: z.object({ at: z.string(), reason: z.string() }).nullable(),
  awaitsBilling: z.boolean().meta({ description: 'It is paid, but its invoice needs a billing address.' }),
  holdExpiresAt: z.string().nullable().meta({ description: 'When an unpaid purchase loses the stock that it holds.' }),
} as const;

/** The events of a purchase that its page shows. */
const TIMELINE_KINDS = [
  'placed',
  'separated',
  'line_removed',
  'addressed',
  'paid',
  'mail',
  'shipped',
  'unshipped',
  'refund',
  'cancel_requested',
  'cancel_declined',
  'canceled',
  'expired',
] as const;

export const timelineEntrySchema = z
  .object({
    at: z.string(),
    kind: z.enum(TIMELINE_KINDS),
    text: z.string().meta({ description: 'What happened, as a sentence for people.' }),
    note: z.string().nullable().meta({ description: 'More about it, such as a reason or the carrier.' }),
    by: z
      .enum(['buyer', 'shop', 'provider'])
      .nullable()
      .meta({ description: 'Who did it; null if it happened automatically.' }),
    name: z.string().nullable().meta({ description: 'The name of that person. Only admins see it.' }),
  })
  .meta({ id: 'TimelineEntry' });

export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
