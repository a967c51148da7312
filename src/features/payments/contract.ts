import * as z from 'zod';
import { boundedText, formattedText } from '#src/shared/bounded-schemas.ts';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import { amountSchema, identifierSchema } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { PAYMENT_STATES } from './rules.ts';

/**
 * Without `order` and `purchase`, `price` finds the caller's only unpaid order with that total. The amount charged is
 * always the stored total.
 */
export const newIntentSchema = z
  .strictObject({
    price: amountSchema.optional().meta({ description: 'The total. Required without `purchase`.' }),
    order: identifierSchema.optional(),
    purchase: identifierSchema.optional().meta({ description: 'A purchase, which is paid with all its lines.' }),
  })
  .meta({ id: 'NewPaymentIntent' });

export const intentSchema = z
  .object({
    clientSecret: z.string(),
    publishableKey: z.string().meta({ description: 'For the card form.' }),
    scriptUrl: z.string().meta({ description: 'The script that provides `Stripe`.' }),
  })
  .meta({ id: 'PaymentIntentSecret' });

/** What the buyer's browser reports after the card was confirmed. The server checks it at the provider. */
export const confirmedPaymentSchema = z
  .strictObject({
    order: z.union([boundedText(40), z.looseObject({ _id: boundedText(40) })]).optional(),
    transactionId: formattedText(253, /^pi_[A-Za-z0-9_]{5,250}$/, 'Please send the id of the payment intent.'),
  })
  .meta({ id: 'ConfirmedPayment' });

/** The ways in which the shop's records of a payment can differ from the provider's. */
export const DIFFERENCES = ['state', 'unknown_there', 'refund_failed'] as const;

export const paymentSchema = z
  .object({
    _id: z.string(),
    state: z.enum(PAYMENT_STATES),
    amount: z.string().meta({ description: 'In the shop’s currency, as a decimal string.', example: '472.50' }),
    createdAt: z.string(),
    purchase: z.string().meta({ description: 'The purchase that it pays.' }),
    number: z.string().nullable().meta({
      description: 'The number of that purchase; null while an older order has none yet.',
      example: 'IM-2026-000123',
    }),
    lineCount: z.number().int().meta({ description: 'How many lines it pays. `order` is the first.' }),
    order: z.object({
      _id: z.string(),
      toolId: z.string(),
      itemName: z.string(),
      quantity: z.number().int(),
      name: z.string(),
      email: z.string(),
      state: z.string(),
    }),
    intent: z.string().nullable().meta({ description: 'Its id at the card provider.' }),
    providerState: z.string().nullable().meta({
      description: 'The last state that the card provider reported; `unknown` if it does not know the payment.',
    }),
    askedAt: z.string().nullable(),
    refunds: z.array(z.object({ _id: z.string(), amount: z.string(), state: z.string(), createdAt: z.string() })),
    refunded: z.string().nullable(),
    disputes: z.array(
      z.object({
        _id: z.string(),
        amount: z.string(),
        state: z.enum(DISPUTE_STATES),
        reason: z.string(),
        answerBy: z.string().nullable(),
      }),
    ),
    differences: z.array(z.enum(DIFFERENCES)),
    stuckEvents: z
      .number()
      .int()
      .meta({ description: 'Webhook events that could not be applied and are not retried.' }),
  })
  .meta({ id: 'Payment' });

export type Payment = z.infer<typeof paymentSchema>;

export const unmatchedEventsSchema = z.object({ stuck: z.number().int() }).meta({ id: 'UnmatchedEvents' });

export const PAYMENT_VIEWS = [
  'differs',
  'disputed',
  'to_answer',
  'refunded',
  'refund_due',
  'refund_failed',
  'stuck',
] as const;

export const paymentQuerySchema = listQuerySchema({
  sorts: ['created', 'amount'],
  states: PAYMENT_VIEWS,
  searches:
    'number, tool name, customer name, email, order id or transaction id, or that are the id of the payment at the card provider',
});

export type PaymentQuery = z.infer<typeof paymentQuerySchema>;
