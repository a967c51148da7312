import * as z from 'zod';
import {
  estimateRequestSchema,
  estimateSchema,
  newPurchaseSchema,
  placedPurchaseSchema,
  purchaseChangeSchema,
  purchaseIdempotencySchema,
  purchaseQuerySchema,
  timelineEntrySchema,
} from '#src/features/purchases/contract.ts';
import { NO_PURCHASE } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { addMissingAddress, changePurchase } from '#src/flows/checkout/change-purchase.server.ts';
import { estimatePurchase } from '#src/flows/checkout/estimate-purchase.server.ts';
import { placePurchase } from '#src/flows/checkout/place-purchase.server.ts';
import {
  listPurchases,
  managedPurchaseSchema,
  purchaseSchema,
  readPurchase,
} from '#src/flows/purchases/read-purchases.server.ts';
import { readTimeline } from '#src/flows/purchases/read-timeline.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { type Reader, toReader } from '#src/platform/caller.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { hasPermission } from '#src/shared/permissions.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import { fail } from '#src/shared/problem.ts';
import { toWireTotals } from '#src/shared/totals/purchase-charges.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';

const postPurchase = defineRoute('orders.place', {
  method: 'post',
  path: '/purchases',
  summary: 'Order several tools at once: all of them or none',
  description: 'Current prices apply. If you send `total` and it differs from the actual total, nothing is ordered.',
  request: { headers: purchaseIdempotencySchema, body: jsonBody(newPurchaseSchema) },
  responses: { 201: jsonResponse('The purchase is placed and its stock is held.', placedPurchaseSchema) },
  errors: [403, 409],
  limit: { name: 'order', by: 'caller' },
});

const postEstimate = defineRoute('public', {
  method: 'post',
  path: '/purchases/estimate',
  summary: 'Learn what tools would cost with tax and shipping',
  description:
    'Stores nothing. Without a destination, it is calculated as for the address of the shop. With an access token, your exemption certificates count, too.',
  request: { body: jsonBody(estimateRequestSchema) },
  responses: { 200: jsonResponse('The estimate.', estimateSchema) },
  limit: { name: 'estimate', by: 'address' },
});

const getPurchases = defineRoute('signedIn', {
  method: 'get',
  path: '/purchases',
  summary: 'List your newest purchases, oldest first; for an admin, everyone’s',
  request: { query: purchaseQuerySchema },
  responses: { 200: listResponse('At most `limit` purchases.', z.array(purchaseSchema.or(managedPurchaseSchema))) },
  searchable: true,
  costly: true,
});

const getPurchase = defineRoute('signedIn', {
  method: 'get',
  path: '/purchases/{id}',
  summary: 'Get a purchase by its id or number: your own, or any for an admin',
  request: { params: idParams },
  responses: { 200: jsonResponse('The purchase.', purchaseSchema.or(managedPurchaseSchema)) },
  costly: true,
});

const getTimeline = defineRoute('signedIn', {
  method: 'get',
  path: '/purchases/{id}/timeline',
  summary: 'List what happened to a purchase, oldest first, by its id or number',
  request: { params: idParams },
  responses: { 200: jsonResponse('The events. Only admins see the names of admins.', z.array(timelineEntrySchema)) },
  costly: true,
});

const patchPurchase = defineRoute('signedIn', {
  method: 'patch',
  path: '/purchases/{id}',
  summary: 'Set where your purchase is sent and who is billed; for an admin, where a paid one is sent',
  description:
    'A paid purchase accepts only what is still missing. Its invoice is issued once it has a billing address. An admin ' +
    'adds a delivery address that the buyer gave them; it also becomes the billing address if there is none.',
  request: { params: idParams, body: jsonBody(purchaseChangeSchema) },
  responses: { 200: jsonResponse('Stored.', modifiedSchema) },
  errors: [409],
  limit: { name: 'order', by: 'caller' },
});

export function purchasesApi(context: AppContext) {
  const getHome = () => findHomeCountry(context.getCompany());
  return createApi()
    .openapi(postPurchase, async (c) => {
      const key = c.req.valid('header')['idempotency-key'];
      const purchase = c.req.valid('json');
      const { length } = purchase.lines;
      const retryAfter = length > 1 && (await c.var.limits.consume('orderLine', c.var.caller.userId, length));
      if (retryAfter) return sendFailure(c, fail('too_many_requests', { extra: { retryAfter } }));
      const placed = await placePurchase(context, c.var.caller, purchase, key);
      if (!placed.ok) return sendFailure(c, placed);
      const { id, number, orders, totalMinor, holdExpiresAt } = placed.value;
      const totals = toWireTotals(placed.value);
      const body = {
        acknowledged: true as const,
        insertedId: id,
        number,
        orders,
        total: minorToDecimal(totalMinor),
        totals,
      };
      return c.json({ ...body, holdExpiresAt: holdExpiresAt.toISOString() }, 201);
    })
    .openapi(postEstimate, async (c) => {
      // A sign-in that has ended is no reason not to say what tools cost.
      const authorization = c.req.header('authorization');
      const found = authorization === undefined ? null : await c.var.authenticate(authorization);
      const caller = found?.ok ? { ...found.value, clientAddress: c.var.clientAddress } : null;
      const estimated = await estimatePurchase(context, c.req.valid('json'), {
        caller,
        clientAddress: c.var.clientAddress,
      });
      return estimated.ok ? c.json(estimated.value, 200) : sendFailure(c, estimated);
    })
    .openapi(getPurchases, async (c) => {
      const query = c.req.valid('query');
      const reader = toReader(c.var.caller);
      const page = await listPurchases(c.var.db, reader, query, getHome());
      return sendList(c, { ...page, rows: toWire(reader, page.rows) });
    })
    .openapi(getPurchase, async (c) => {
      const reader = toReader(c.var.caller);
      const purchase = await readPurchase(c.var.db, reader, c.req.valid('param').id, getHome());
      if (!purchase) return sendFailure(c, NO_PURCHASE);
      return c.json(toWire(reader, [purchase])[0] ?? purchase, 200);
    })
    .openapi(getTimeline, async (c) => {
      const entries = await readTimeline(c.var.db, toReader(c.var.caller), c.req.valid('param').id);
      return entries ? c.json(entries, 200) : sendFailure(c, NO_PURCHASE);
    })
    .openapi(patchPurchase, async (c) => {
      const change = hasPermission(c.var.caller, 'orders.change') ? addMissingAddress : changePurchase;
      const changed = await change(context, c.var.caller, c.req.valid('param').id, c.req.valid('json'));
      return changed.ok ? c.json({ acknowledged: true as const, modifiedCount: 1 }, 200) : sendFailure(c, changed);
    });
}

/** A buyer does not see the dispute, which only concerns the shop. */
function toWire(reader: Reader, rows: z.infer<typeof managedPurchaseSchema>[]) {
  if (reader === 'shop') return rows;
  return rows.map((row) => ({ ...row, lines: row.lines.map(({ dispute: _, ...line }) => line) }));
}
