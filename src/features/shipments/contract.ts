import * as z from 'zod';
import { boundedRecord } from '#src/shared/bounded-schemas.ts';
import {
  identifierSchema,
  multiLineText,
  optionalMultiLineText,
  optionalSingleLineText,
  refuseRepeats,
} from '#src/shared/field-schemas.ts';
import { idempotencyHeader } from '#src/shared/idempotency-key.ts';
import { acknowledgedSchema } from '#src/shared/write-results.ts';
import { MAX_CARRIER_LENGTH, MAX_PURCHASES, MAX_TRACKING_LENGTH, MAX_UNDO_REASON_LENGTH } from './rules.ts';

const MAX_SHIPMENT_LINES = 100;

const carrierSchema = optionalSingleLineText(MAX_CARRIER_LENGTH).default('').meta({
  description: 'The key or name of a known carrier, which gets a tracking link, or any other name.',
  example: 'ups',
});

const piecesSchema = z.object({ order: z.string(), quantity: z.number().int() });

/** What an admin ships of a purchase: everything that is left, or some pieces of these lines. */
export const newShipmentSchema = z
  .strictObject({
    lines: z
      .array(
        z.strictObject({
          order: identifierSchema,
          quantity: z
            .number('Please enter a whole number.')
            .int('Please enter a whole number.')
            .min(1, 'Please ship at least 1.')
            .max(1_000_000_000),
        }),
      )
      .min(1, 'Please ship at least one piece.')
      .max(MAX_SHIPMENT_LINES)
      .superRefine(refuseRepeats('order', 'This line is listed twice.'))
      .optional(),
    carrier: carrierSchema,
    tracking: optionalSingleLineText(MAX_TRACKING_LENGTH).default(''),
  })
  .meta({ id: 'NewShipment' });

export type NewShipment = z.output<typeof newShipmentSchema>;

export const shippedSchema = acknowledgedSchema
  .extend({
    number: z.number().int().meta({ description: 'Counts the shipments of the purchase, from 1.' }),
    shipped: z.array(piecesSchema),
    undoableUntil: z.string().meta({ description: 'Until when it can be undone without the buyer noticing.' }),
  })
  .meta({ id: 'Shipped' });

export const shipmentIdempotencySchema = idempotencyHeader(
  'The same shipment with the same key is made only once; each repetition returns the first one.',
);

/** Several purchases at once, each with everything that is left of it. */
export const manyShipmentsSchema = z
  .strictObject({
    purchases: z
      .array(identifierSchema)
      .min(1, 'Please choose an order.')
      .max(MAX_PURCHASES, `Please ship at most ${MAX_PURCHASES} orders at once.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Please list each order only once.'),
    carrier: carrierSchema,
    tracking: boundedRecord(identifierSchema, optionalSingleLineText(MAX_TRACKING_LENGTH), MAX_PURCHASES)
      .optional()
      .meta({ description: 'The tracking number of each purchase, by its id.' }),
  })
  .superRefine(({ purchases, tracking = {} }, context) => {
    for (const id of Object.keys(tracking))
      if (!purchases.includes(id))
        context.addIssue({ code: 'custom', path: ['tracking', id], message: 'This order is not among those to ship.' });
  })
  .meta({ id: 'ManyShipments' });

export type ManyShipments = z.output<typeof manyShipmentsSchema>;

export const manyShippedSchema = z
  .object({
    results: z.array(
      z.discriminatedUnion('shipped', [
        z.object({
          purchase: z.string(),
          shipped: z.literal(true),
          insertedId: z.string(),
          number: z.number().int(),
          undoableUntil: z.string(),
        }),
        z.object({ purchase: z.string(), shipped: z.literal(false), code: z.string(), detail: z.string() }),
      ]),
    ),
  })
  .meta({ id: 'ManyShipped', description: 'One result for each purchase, in the order of the request.' });

export type ManyShipped = z.infer<typeof manyShippedSchema>;

const REASON = 'Required after the first minute; the buyer reads it in an email.';

export const undoShipmentSchema = z
  .strictObject({ reason: optionalMultiLineText(MAX_UNDO_REASON_LENGTH).optional().meta({ description: REASON }) })
  .meta({ id: 'UndoShipment' });

/** The reason of a correction, which the buyer reads. */
export const correctionReasonSchema = multiLineText(MAX_UNDO_REASON_LENGTH);

export const undoneSchema = z
  .object({
    acknowledged: z.literal(true),
    modifiedCount: z.literal(1),
    corrected: z.boolean().meta({ description: 'Whether an email tells the buyer what was not shipped after all.' }),
  })
  .meta({ id: 'Undone' });

/** A shipment as its buyer sees it. One that was undone within its minute is not shown to them. */
export const shipmentSchema = z
  .object({
    _id: z.string(),
    number: z.number().int(),
    carrier: z.string(),
    tracking: z.string(),
    trackingUrl: z.string().nullable().meta({ description: 'The tracking page of a known carrier.' }),
    shippedAt: z.string(),
    lines: z.array(piecesSchema.extend({ itemName: z.string() })),
    correctedAt: z.string().nullable().meta({ description: 'When it was corrected, since it had not left after all.' }),
    correctionReason: z.string(),
  })
  .meta({ id: 'Shipment' });

export type Shipment = z.infer<typeof shipmentSchema>;

/** A shipment as an admin sees it. */
export const managedShipmentSchema = shipmentSchema
  .extend({
    shippedBy: z.string().nullable(),
    undoneAt: z.string().nullable(),
    undoneBy: z.string().nullable(),
    undoableUntil: z.string(),
  })
  .meta({ id: 'ManagedShipment' });

export type ManagedShipment = z.infer<typeof managedShipmentSchema>;
