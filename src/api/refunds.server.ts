import * as z from 'zod';
import { NO_PURCHASE } from '#src/features/purchases/queries.server.ts';
import {
  canceledSchema,
  cancellationSchema,
  createdRefundSchema,
  newRefundSchema,
  refundIdempotencySchema,
  refundSchema,
} from '#src/features/refunds/contract.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { requestCancellation } from '#src/flows/cancellations/request-cancellation.server.ts';
import { findPurchaseId } from '#src/flows/purchases/find-purchase-id.server.ts';
import { dismissRefund } from '#src/flows/refunds/dismiss-refund.server.ts';
import { listRefunds } from '#src/flows/refunds/list-refunds.server.ts';
import { requestRefund } from '#src/flows/refunds/request-refund.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure, sendModified, sendOutcome } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { toReader } from '#src/platform/caller.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { identifierSchema, pathWordSchema } from '#src/shared/field-schemas.ts';
import { plainListQuerySchema } from '#src/shared/list-query.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';

const params = z.object({ id: pathWordSchema.meta({ description: 'The id or number of the purchase.' }) });

const postCancellation = defineRoute('signedIn', {
  method: 'post',
  path: '/purchases/{id}/cancel',
  summary: 'Cancel a purchase, ask to cancel it, or decide on such a request',
  description:
    'If it is unpaid, its buyer or an admin cancels it. If it is paid and not shipped, its buyer can only ask; an admin ' +
    'refunds everything that is left and returns the pieces to stock, or declines. Sending it again changes nothing.',
  request: { params, body: jsonBody(cancellationSchema) },
  responses: { 200: jsonResponse('The result.', canceledSchema) },
  errors: [403, 409, 502],
  // Each may call the provider, whose own limit is shared by all customers.
  limit: { name: 'payment', by: 'caller' },
});

const postRefund = defineRoute('payments.refund', {
  method: 'post',
  path: '/purchases/{id}/refunds',
  summary: 'Refund a purchase: everything that is left, some pieces, or an amount',
  description:
    'All refunds together never exceed the captured amount. A refund stays `requested` while the card provider cannot be reached.',
  request: { params, headers: refundIdempotencySchema, body: jsonBody(newRefundSchema) },
  responses: { 201: jsonResponse('The refund is stored; `state` says how far it has come.', createdRefundSchema) },
  errors: [409],
  limit: { name: 'refund', by: 'caller' },
});

const getRefunds = defineRoute('signedIn', {
  method: 'get',
  path: '/purchases/{id}/refunds',
  summary: 'List the refunds of a purchase, oldest first: your own purchase, or any for an admin',
  request: { params, query: plainListQuerySchema.pick({ cursor: true }) },
  responses: {
    200: listResponse(
      'All refunds, including those made at the card provider. If they have very many lines, `Link` leads to the rest.',
      z.array(refundSchema),
    ),
  },
  costly: true,
});

const postDismissal = defineRoute('payments.refund', {
  method: 'post',
  path: '/purchases/{id}/refunds/{refund}/dismiss',
  summary: 'Mark a failed refund as dealt with, so that it is no longer counted',
  request: { params: params.extend({ refund: identifierSchema }) },
  responses: {
    200: jsonResponse('The refund stays in the list as failed. Sending it again changes nothing.', modifiedSchema),
  },
  errors: [409],
  limit: { name: 'refund', by: 'caller' },
});

export function refundsApi(context: AppContext) {
  return createApi()
    .openapi(postCancellation, async (c) => {
      const { id } = c.req.valid('param');
      return sendOutcome(c, await requestCancellation(context, c.var.caller, id, c.req.valid('json')));
    })
    .openapi(postRefund, async (c) => {
      const id = await findPurchaseId(c.var.db, toReader(c.var.caller), c.req.valid('param').id);
      if (!id) return sendFailure(c, NO_PURCHASE);
      const made = await requestRefund(context, c.var.caller, id, {
        refund: c.req.valid('json'),
        idempotencyKey: c.req.valid('header')['idempotency-key'],
      });
      if (!made.ok) return sendFailure(c, made);
      const { id: insertedId, amountMinor, state, lastError: error } = made.value;
      return c.json(
        { acknowledged: true as const, insertedId, amount: minorToDecimal(amountMinor), state, error },
        201,
      );
    })
    .openapi(postDismissal, async (c) => {
      const { id, refund } = c.req.valid('param');
      const purchaseId = await findPurchaseId(c.var.db, toReader(c.var.caller), id);
      if (!purchaseId) return sendFailure(c, NO_PURCHASE);
      return sendModified(c, await dismissRefund(c.var.db, c.var.caller, purchaseId, refund));
    })
    .openapi(getRefunds, async (c) => {
      const { cursor } = c.req.valid('query');
      const found = await listRefunds(c.var.db, c.var.caller, c.req.valid('param').id, cursor);
      return found ? sendList(c, found) : sendFailure(c, NO_PURCHASE);
    });
}
