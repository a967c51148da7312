import * as z from 'zod';
import { trimmedText } from '#src/shared/bounded-schemas.ts';
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
    shippingMethodId: identifierSchema.optional().meta({
      description: 'One of the methods of `POST /purchases/estimate`. If absent, the cheapest one that ships.',
    }),
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

const destinationFields = {
  country: trimmedText(2, 'Please send the two letters of a country.').regex(
    /^[A-Z]{2}$/,
    'Please send the two letters of a country.',
  ),
  region: optionalVisibleText(80).optional(),
  postalCode: optionalVisibleText(16).optional(),
};

/** What a client sends to learn what lines would cost. */
export const estimateRequestSchema = z
  .strictObject({
    lines: newPurchaseSchema.shape.lines,
    deliveryAddress: z
      .looseObject({
        country: destinationFields.country,
        region: optionalVisibleText(80).default(''),
        postalCode: optionalVisibleText(16).default(''),
      })
      .optional()
      .meta({ description: 'The address, of which country, region and postal code matter. Or send these alone.' }),
    country: destinationFields.country.optional(),
    region: destinationFields.region,
    postalCode: destinationFields.postalCode,
    vatId: optionalVisibleText(30).optional(),
    shippingMethodId: identifierSchema.optional(),
  })
  .meta({ id: 'EstimateRequest' });

export type EstimateRequest = z.output<typeof estimateRequestSchema>;

/** Where a purchase is sent, who is billed, and the buyer's notes. Fields that are left out stay as they are. */
export const purchaseChangeSchema = z
  .strictObject({
    addressId: identifierSchema.optional(),
    billingAddressId: identifierSchema.optional(),
    poNumber: optionalVisibleText(60).optional(),
    note: optionalMultiLineText(1_000).optional(),
    total: amountSchema.optional().meta({
      description:
        'What an unpaid purchase costs with the new address, if the buyer has agreed to it. From an admin: what was paid, if the purchase goes to an address where it would cost something else.',
    }),
    delivery: postalAddressSchema.optional().meta({
      description:
        'For admins only, and without other fields: the address that a paid purchase lacks, as given by its buyer.',
    }),
  })
  .meta({ id: 'PurchaseChange' });

export type PurchaseChange = z.output<typeof purchaseChangeSchema>;

const amount = z.string().meta({ example: '472.50' });

const totalsSchema = z
  .object({
    goods: amount.meta({ description: 'Quantity × unit price of all lines.' }),
    discount: amount,
    shipping: amount.meta({ description: 'Net or gross, as the prices of the shop are.' }),
    tax: amount.meta({
      description: 'Added to the other parts if prices are net; included in them if they are gross.',
    }),
    total: amount.meta({ description: 'What the buyer pays.' }),
  })
  .meta({ id: 'PurchaseTotals', description: 'The parts of the total, as decimal strings.' });

const taxesSchema = z.array(
  z.object({ name: z.string(), rate: z.number().meta({ description: 'In percent.' }), base: amount, amount }),
);

const day = z.string().meta({ example: '2026-12-02' });

const arrivalSchema = z.object({ from: day, to: day });

export const placedPurchaseSchema = z
  .object({
    acknowledged: z.literal(true),
    insertedId: z.string(),
    number: z.string().meta({ example: 'IM-2026-000123' }),
    orders: z.array(z.string()).meta({ description: 'The ids of its lines; each line is an order.' }),
    total: z.string().meta({ description: 'In the shop’s currency, as a decimal string.', example: '472.50' }),
    totals: totalsSchema,
    holdExpiresAt: z.string().meta({ description: 'When it loses its stock unless it is paid.' }),
  })
  .meta({ id: 'PlacedPurchase' });

export const estimateSchema = z
  .object({
    lines: z.array(
      z.object({
        toolId: z.string(),
        quantity: z.number(),
        unitPrice: amount,
        total: amount,
        problem: z.string().nullable().meta({ description: 'Why this quantity cannot be ordered.' }),
      }),
    ),
    discount: amount,
    shipping: z.object({
      methods: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind: z.string(),
          price: amount.nullable().meta({ description: 'Null if a quote has to say it.' }),
          days: z
            .object({ min: z.number(), max: z.number() })
            .nullable()
            .meta({ description: 'Working days of the carrier.' }),
          arrives: arrivalSchema.optional().meta({
            description: 'The first and last day on which it arrives if it is paid now. Absent without a promise.',
          }),
          pickup: z.object({ address: z.string(), hours: z.string() }).nullable(),
        }),
      ),
      chosen: z.string().nullable(),
      byQuote: z.boolean().meta({
        description: 'No method ships this to its destination at a known price. It can be picked up, or quoted.',
      }),
    }),
    tax: taxesSchema,
    totals: totalsSchema,
    total: amount,
    minimum: amount.nullable().meta({
      description: 'What the goods of an order have to be worth, if these are worth less. Otherwise null.',
    }),
    beforeTax: z.boolean().meta({
      description:
        'Tax will be added to this total. It depends on a part of the address that is missing, or cannot be calculated now.',
    }),
    pricesInclude: z.enum(['net', 'gross']).nullable().meta({ description: 'Null if the shop charges no tax.' }),
    relief: z.string().nullable().meta({
      description: 'The name of the tax that prices include and this buyer does not owe. Null if there is none.',
    }),
    priceNote: z.string().nullable().meta({
      description:
        'What the prices of the lines include at this destination, and what is added. Null if that is nothing.',
      example: 'incl. 19 % VAT, plus shipping',
    }),
    notes: z.array(z.string()).meta({ description: 'Sentences for the buyer.' }),
  })
  .meta({ id: 'Estimate' });

export type Estimate = z.infer<typeof estimateSchema>;

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
  totals: totalsSchema,
  taxes: taxesSchema.meta({ description: 'The tax of `totals` by name and rate, as it was when it was placed.' }),
  pricesInclude: z.enum(['net', 'gross']).nullable().meta({ description: 'Null if the shop charged no tax.' }),
  taxNote: z.string().nullable().meta({
    description: 'What papers say about its tax, such as that it is exempt; null if there is nothing to say.',
  }),
  vatCheck: z
    .object({
      vatId: z.string(),
      state: z.enum(['valid', 'invalid', 'unverified', 'refused', 'unasked']),
      checkedAt: z.string().nullable(),
      consultationNumber: z.string().meta({ description: 'The proof of VIES; may be blank.' }),
    })
    .nullable()
    .meta({ description: 'What VIES said of the VAT ID; null if the tax did not depend on it.' }),
  shippingMethod: z.string().nullable().meta({ description: 'The name of the way in which it is shipped.' }),
  promised: z.object({ leaves: day, arrives: arrivalSchema.nullable(), ifPaidBy: z.string() }).nullable().meta({
    description:
      'When it was to leave and arrive, as said when it was placed. It holds if it was paid by `ifPaidBy`. Null if nothing was promised.',
  }),
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
