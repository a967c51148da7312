import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import {
  amountSchema,
  echoedText,
  emailSchema,
  identifierSchema,
  orderQuantitySchema,
} from '#src/shared/field-schemas.ts';
import { idempotencyHeader } from '#src/shared/idempotency-key.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { ORDER_SEARCHES } from '#src/shared/order-search.ts';
import { acknowledgedSchema } from '#src/shared/write-results.ts';
import { LIVE_STATES, ORDER_STATES } from './rules.ts';

export const orderSchema = z
  .object({
    _id: z.string(),
    toolId: z.string(),
    name: z.string(),
    email: z.string(),
    quantity: z.number().int(),
    price: z.string().meta({ description: 'The total in the shop’s currency as a decimal string.', example: '472.50' }),
    unitPrice: z.number().meta({ description: 'The unit price in the shop’s currency the order was placed at.' }),
    payable: z
      .string()
      .meta({ description: 'What its buyer pays for it, with tax. Its price if the shop charges none.' }),
    img: z.string(),
    itemName: z.string(),
    paid: z.boolean(),
    pending: z.boolean().meta({ description: 'True once it has shipped.' }),
    transactionId: z.string().nullable(),
    state: z.enum(ORDER_STATES),
    purchase: z.string().nullable().meta({ description: 'The purchase that this order is a line of.' }),
    number: z.string().nullable().meta({ description: 'The number of that purchase.', example: 'IM-2026-000123' }),
    line: z
      .object({ place: z.number().int(), of: z.number().int() })
      .nullable()
      .meta({ description: 'Its place among the lines of that purchase; null if it is the only one.' }),
    shippedQuantity: z.number().int().meta({ description: 'How many of its pieces have shipped.' }),
    refundedQuantity: z.number().int().meta({ description: 'How many of its pieces were refunded.' }),
    canceledQuantity: z
      .number()
      .int()
      .meta({ description: 'How many of the refunded pieces had not shipped and never will.' }),
    createdAt: z.string(),
    paidAt: z.string().nullable(),
    shippedAt: z.string().nullable(),
    endedAt: z.string().nullable().meta({ description: 'When it was canceled or expired.' }),
    endReason: z.string().meta({ description: 'Why it was canceled; may be empty.' }),
    refunded: z
      .string()
      .nullable()
      .meta({ description: 'How much of the total was refunded, as a decimal string; null if nothing was.' }),
    holdExpiresAt: z.string().nullable().meta({ description: 'When an unpaid order loses the stock that it holds.' }),
  })
  .meta({ id: 'Order' });

export type Order = z.infer<typeof orderSchema>;

/** An order as an admin sees it, with its dispute. */
export const managedOrderSchema = orderSchema
  .extend({
    dispute: z
      .object({ state: z.enum(DISPUTE_STATES), answerBy: z.string().nullable() })
      .nullable()
      .meta({ description: 'Present if the cardholder’s bank has asked for the money back.' }),
  })
  .meta({ id: 'ManagedOrder' });

export type ManagedOrder = z.infer<typeof managedOrderSchema>;

const orderList = {
  sorts: ['created', 'total', 'quantity'],
  searches: ORDER_SEARCHES,
} as const;

/** What admins have to do with orders. Each task is a list of orders. */
export const ORDER_TASKS = ['to_ship', 'without_address', 'to_cancel'] as const;

/** The live states, and `ended` orders: canceled, expired, or refunded in full before they shipped. */
const ORDER_VIEWS = [...LIVE_STATES, 'ended'] as const;

/**
 * The query of everyone's orders. `to_ship`: paid, without those refunded in full. `without_address`: those of these
 * that lack a delivery address. `to_cancel`: those whose buyer asks to cancel them.
 */
export const orderQuerySchema = listQuerySchema({ ...orderList, states: [...ORDER_VIEWS, ...ORDER_TASKS] });

/** The query of one's own orders, which names their buyer. */
export const myOrderQuerySchema = listQuerySchema({ ...orderList, states: ORDER_VIEWS }).safeExtend({
  email: emailSchema,
});

export type OrderQuery = z.infer<typeof orderQuerySchema>;

/**
 * What a customer sends to order. The server computes the total and rejects a different `price`. It takes `img` and
 * `itemName` from the tool.
 */
export const newOrderSchema = z
  .strictObject({
    toolId: identifierSchema.optional(),
    name: echoedText(100),
    email: emailSchema,
    quantity: orderQuantitySchema,
    price: amountSchema,
    img: boundedText(2_000, 'Please send at most 2000 characters.').optional(),
    itemName: echoedText(120),
  })
  .meta({ id: 'NewOrder' });

/** A placed order: its id, until when it can be paid, and how much that is. */
export const placedOrderSchema = acknowledgedSchema
  .extend({
    holdExpiresAt: z.string().meta({ description: 'When it loses its stock unless it is paid.' }),
    total: z.string().meta({
      description:
        'What its buyer pays, with tax and shipping, as a decimal string. Its price if the shop charges neither.',
      example: '472.50',
    }),
  })
  .meta({ id: 'PlacedOrder' });

export type PlacedOrder = z.infer<typeof placedOrderSchema>;

export type NewOrder = z.output<typeof newOrderSchema>;

export const idempotencyHeaderSchema = idempotencyHeader(
  'The same order with the same key is placed only once; each repetition returns the first one.',
);
