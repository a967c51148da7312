import * as z from 'zod';
import { amountSchema } from '#src/shared/amount.ts';
import { identifierSchema } from '#src/shared/identifier.ts';

/** `price` alone finds the caller's only unpaid order of that total; the amount charged is always the order's own. */
export const newIntentSchema = z
  .strictObject({
    price: amountSchema,
    order: identifierSchema.optional(),
  })
  .meta({ id: 'NewPaymentIntent' });

export const intentSchema = z
  .object({
    clientSecret: z.string(),
    publishableKey: z.string().meta({ description: 'For the card form.' }),
    scriptUrl: z.string().meta({ description: 'The script that provides `Stripe`.' }),
  })
  .meta({ id: 'PaymentIntentSecret' });

/** What the buyer's browser reports after the card was confirmed. The server believes the provider only. */
export const confirmedSchema = z
  .strictObject({
    order: z.union([z.string().max(40), z.looseObject({ _id: z.string().max(40) })]).optional(),
    transactionId: z.string().regex(/^pi_[A-Za-z0-9_]{5,250}$/, 'Please send the id of the payment intent.'),
  })
  .meta({ id: 'ConfirmedPayment' });
