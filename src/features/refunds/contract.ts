import * as z from 'zod';
import {
  amountSchema,
  identifierSchema,
  multiLineText,
  optionalMultiLineText,
  refuseRepeats,
} from '#src/shared/field-schemas.ts';
import { idempotencyHeader } from '#src/shared/idempotency-key.ts';
import { acknowledgedSchema } from '#src/shared/write-results.ts';
import { MAX_REFUND_LINES, MAX_REFUND_REASON_LENGTH, REFUND_STATES } from './rules.ts';

const quantitySchema = z
  .number({ error: 'Please enter a whole number.' })
  .int('Please enter a whole number.')
  .min(1, 'Please refund at least 1.')
  .max(1_000_000_000);

const linesSchema = z
  .array(
    z.strictObject({
      order: identifierSchema,
      quantity: quantitySchema,
      shipped: z.number().int().min(0).max(1_000_000_000).optional().meta({
        description: 'How many of them had shipped. If absent, pieces that have not shipped are refunded first.',
      }),
    }),
  )
  .min(1, 'Please choose at least one piece, or leave the lines out.')
  .max(MAX_REFUND_LINES, `One refund can name at most ${MAX_REFUND_LINES} lines.`)
  .superRefine(refuseRepeats('order', 'This line is listed twice.'));

/** What an admin sends to refund. Without lines and amount, everything that is left is refunded. */
export const newRefundSchema = z
  .strictObject({
    lines: linesSchema
      .optional()
      .meta({ description: 'The pieces to refund. Without `amount`, they are refunded at their price.' }),
    amount: amountSchema.optional().meta({
      description:
        'In the shop’s currency. With `lines`, the refund for these pieces together. If it is everything that is left of the payment, all remaining pieces count as refunded.',
    }),
    restock: z.boolean().optional().meta({
      description: 'Whether the pieces return to stock. If absent, those that have not shipped do.',
    }),
    shipping: z.boolean().optional().meta({
      description:
        'Whether what is left of the shipping costs is refunded, too. Without `lines` and `amount`, everything is refunded unless it is true.',
    }),
    reason: multiLineText(MAX_REFUND_REASON_LENGTH).meta({
      description: 'Free text; there is no list of reasons. The buyer will see it.',
    }),
  })
  .meta({ id: 'NewRefund' });

export type NewRefund = z.output<typeof newRefundSchema>;

export const refundIdempotencySchema = idempotencyHeader(
  'The same refund with the same key is made only once; each repetition returns the first one as it is now.',
);

export const createdRefundSchema = acknowledgedSchema
  .extend({
    amount: z.string().meta({ description: 'In the shop’s currency, as a decimal string.', example: '10.00' }),
    state: z
      .enum(REFUND_STATES)
      .meta({ description: '`requested`: the card provider could not be reached; the shop asks it again.' }),
    error: z.string().nullable().meta({ description: 'Why it failed, or what it is waiting for.' }),
  })
  .meta({ id: 'CreatedRefund' });

export type CreatedRefund = z.infer<typeof createdRefundSchema>;

export const refundSchema = z
  .object({
    _id: z.string(),
    amount: z.string().meta({ description: 'In the shop’s currency, as a decimal string.', example: '10.00' }),
    state: z.enum(REFUND_STATES),
    reason: z.string().nullable().meta({ description: 'Null if the refund was made at the card provider.' }),
    cancels: z.boolean().meta({ description: 'Whether it cancels the whole purchase.' }),
    createdAt: z.string(),
    settledAt: z.string().nullable(),
    handled: z.boolean().meta({ description: 'It failed, and somebody has dealt with that.' }),
    by: z.string().nullable().meta({ description: 'Who decided it. Only admins see it.' }),
    error: z.string().nullable().meta({ description: 'Why it failed, or what it is waiting for. Only admins see it.' }),
    shipping: z.string().meta({ description: 'How much of it is for shipping.' }),
    lines: z.array(
      z.object({
        order: z.string(),
        itemName: z.string(),
        quantity: z.number().int(),
        shipped: z.number().int().meta({ description: 'How many of them had shipped.' }),
        amount: z.string(),
        price: z.string().nullable().meta({
          description: 'What these pieces cost, if less was refunded, too. Null in refunds of earlier versions.',
        }),
        restocked: z.number().int().meta({ description: 'How many of them returned, or will return, to stock.' }),
      }),
    ),
  })
  .meta({ id: 'Refund' });

export type Refund = z.infer<typeof refundSchema>;

/** A buyer sends it to cancel, or to ask for that. An admin sends it to cancel, confirm or decline. */
export const cancellationSchema = z
  .strictObject({
    reason: optionalMultiLineText(MAX_REFUND_REASON_LENGTH)
      .default('')
      .meta({ description: 'Required to decline; the buyer reads it.' }),
    decline: z.boolean().default(false).meta({ description: 'For admins: decline the buyer’s request.' }),
  })
  .meta({ id: 'Cancellation' });

export type CancellationRequest = z.output<typeof cancellationSchema>;

export const canceledSchema = z
  .object({
    acknowledged: z.literal(true),
    state: z.string().meta({ description: 'The state of the purchase now.', example: 'canceled' }),
    requested: z.literal(true).optional().meta({ description: 'Present if it is paid, so that the shop decides.' }),
    refund: z.enum(REFUND_STATES).optional().meta({ description: 'The state of the refund that cancels it.' }),
  })
  .meta({ id: 'Canceled' });

export type Canceled = z.infer<typeof canceledSchema>;
