import * as z from 'zod';
import { NO_PURCHASE } from '#src/features/purchases/queries.server.ts';
import {
  type ManagedShipment,
  managedShipmentSchema,
  manyShipmentsSchema,
  manyShippedSchema,
  newShipmentSchema,
  shipmentIdempotencySchema,
  shipmentSchema,
  shippedSchema,
  undoneSchema,
  undoShipmentSchema,
} from '#src/features/shipments/contract.ts';
import { getUndoableUntil, listShipments } from '#src/features/shipments/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { findPurchaseId } from '#src/flows/purchases/find-purchase-id.server.ts';
import { shipMany } from '#src/flows/shipments/ship-many.server.ts';
import { shipPurchase } from '#src/flows/shipments/ship-purchase.server.ts';
import { undoShipment } from '#src/flows/shipments/undo-shipment.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { toReader } from '#src/platform/caller.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { pathWordSchema } from '#src/shared/field-schemas.ts';
import { plainListQuerySchema } from '#src/shared/list-query.ts';

const params = z.object({ id: pathWordSchema.meta({ description: 'The id or number of the purchase.' }) });

const postShipment = defineRoute('orders.ship', {
  method: 'post',
  path: '/purchases/{id}/shipments',
  summary: 'Ship a paid purchase: everything that is left, or the given pieces of its lines',
  description: 'Its buyer is notified one minute later. Until then, it can be undone without the buyer noticing.',
  request: { params, headers: shipmentIdempotencySchema, body: jsonBody(newShipmentSchema) },
  responses: { 201: jsonResponse('The pieces are shipped.', shippedSchema) },
  errors: [409],
});

const getShipments = defineRoute('signedIn', {
  method: 'get',
  path: '/purchases/{id}/shipments',
  summary: 'List the shipments of a purchase: your own, or any for an admin',
  request: { params, query: plainListQuerySchema },
  responses: {
    200: listResponse('At most `limit` shipments.', z.array(managedShipmentSchema.or(shipmentSchema))),
  },
  costly: true,
});

const postUndo = defineRoute('orders.ship', {
  method: 'post',
  path: '/purchases/{id}/shipments/{shipment}/undo',
  summary: 'Undo a shipment, or correct it after its first minute',
  description: 'Its pieces have to be shipped again. A correction needs a reason, which the buyer sees.',
  request: {
    params: params.extend({ shipment: pathWordSchema }),
    body: jsonBody(undoShipmentSchema),
  },
  responses: { 200: jsonResponse('The shipment is undone or corrected.', undoneSchema) },
  errors: [409],
});

const postMany = defineRoute('orders.ship', {
  method: 'post',
  path: '/shipments',
  summary: 'Ship everything that is left of several purchases at once',
  request: { headers: shipmentIdempotencySchema, body: jsonBody(manyShipmentsSchema) },
  responses: { 200: jsonResponse('The result of each purchase.', manyShippedSchema) },
});

export function shipmentsApi(context: AppContext) {
  return createApi()
    .openapi(postShipment, async (c) => {
      const purchaseId = await findPurchaseId(c.var.db, toReader(c.var.caller), c.req.valid('param').id);
      if (!purchaseId) return sendFailure(c, NO_PURCHASE);
      const idempotencyKey = c.req.valid('header')['idempotency-key'];
      const shipped = await shipPurchase(context, c.var.caller, purchaseId, {
        ...c.req.valid('json'),
        idempotencyKey,
      });
      if (!shipped.ok) return sendFailure(c, shipped);
      const { id: insertedId, number, shipped: pieces } = shipped.value;
      const undoableUntil = getUndoableUntil(shipped.value).toISOString();
      return c.json({ acknowledged: true as const, insertedId, number, shipped: pieces, undoableUntil }, 201);
    })
    .openapi(getShipments, async (c) => {
      const reader = toReader(c.var.caller);
      const purchaseId = await findPurchaseId(c.var.db, reader, c.req.valid('param').id);
      const found = purchaseId && (await listShipments(c.var.db, reader, purchaseId, c.req.valid('query')));
      if (!found) return sendFailure(c, NO_PURCHASE);
      const rows = reader === 'shop' ? found.rows : found.rows.map(toBuyersView);
      return sendList(c, { ...found, rows });
    })
    .openapi(postUndo, async (c) => {
      const { id, shipment: shipmentId } = c.req.valid('param');
      const purchaseId = await findPurchaseId(c.var.db, toReader(c.var.caller), id);
      if (!purchaseId) return sendFailure(c, NO_PURCHASE);
      const { reason } = c.req.valid('json');
      const undone = await undoShipment(context, c.var.caller, { purchaseId, shipmentId, reason });
      if (!undone.ok) return sendFailure(c, undone);
      const corrected = undone.value.isCorrected;
      return c.json({ acknowledged: true as const, modifiedCount: 1 as const, corrected }, 200);
    })
    .openapi(postMany, async (c) => {
      const idempotencyKey = c.req.valid('header')['idempotency-key'];
      const results = await shipMany(context, c.var.caller, { ...c.req.valid('json'), idempotencyKey });
      return c.json({ results }, 200);
    });
}

/** A buyer does not see who in the shop did it. */
function toBuyersView({
  shippedBy: _,
  undoneAt: _at,
  undoneBy: _by,
  undoableUntil: _until,
  ...shipment
}: ManagedShipment) {
  return shipment;
}
