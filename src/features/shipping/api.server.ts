import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendChanged, sendDeleted, sendInserted } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { ifMatchHeader, readVersion } from '#src/shared/if-match.ts';
import { acknowledgedSchema, deletedSchema } from '#src/shared/write-results.ts';
import { addMethod, changeMethod, deleteMethod, listWireMethods } from './change-methods.server.ts';
import { addZone, changeZone, deleteZone, listZones } from './change-zones.server.ts';
import {
  changedShippingSchema,
  LIST_BOUNDS,
  methodChangeSchema,
  newMethodSchema,
  newZoneSchema,
  shippingMethodSchema,
  shippingZoneSchema,
  zoneChangeSchema,
} from './contract.ts';

const changed = { 200: jsonResponse('Stored, unless nothing had to change.', changedShippingSchema) };
const stored = { 201: jsonResponse('Stored.', acknowledgedSchema) };
const deleted = { 200: jsonResponse('Deleted.', deletedSchema) };

const listZonesRoute = defineRoute('settings.change', {
  method: 'get',
  path: '/shipping-zones',
  summary: 'List the shipping zones in alphabetical order',
  responses: { 200: jsonResponse(LIST_BOUNDS.zones, z.array(shippingZoneSchema)) },
  costly: true,
});

const addZoneRoute = defineRoute('settings.change', {
  method: 'post',
  path: '/shipping-zones',
  summary: 'Add a shipping zone',
  description:
    'An address belongs to the zone with the smallest place that covers it: postal codes before a region, a region before ' +
    'a country. Places of the same size must not overlap; the error names both zones.',
  request: { body: jsonBody(newZoneSchema) },
  responses: stored,
});

const changeZoneRoute = defineRoute('settings.change', {
  method: 'patch',
  path: '/shipping-zones/{id}',
  summary: 'Rename a shipping zone, or replace its places',
  description: 'Send the version that you read in If-Match or as `version` in the body.',
  request: { params: idParams, headers: ifMatchHeader, body: jsonBody(zoneChangeSchema) },
  responses: changed,
  errors: [412, 428],
});

const deleteZoneRoute = defineRoute('settings.change', {
  method: 'delete',
  path: '/shipping-zones/{id}',
  summary: 'Delete a shipping zone that no method serves',
  request: { params: idParams },
  responses: deleted,
  errors: [409],
});

const listMethodsRoute = defineRoute('settings.change', {
  method: 'get',
  path: '/shipping-methods',
  summary: 'List the shipping methods in their order, including inactive ones',
  responses: { 200: jsonResponse(LIST_BOUNDS.methods, z.array(shippingMethodSchema)) },
  costly: true,
});

const addMethodRoute = defineRoute('settings.change', {
  method: 'post',
  path: '/shipping-methods',
  summary: 'Add a shipping method',
  description: 'It becomes the last one. Fields that its kind does not have are ignored.',
  request: { body: jsonBody(newMethodSchema) },
  responses: stored,
});

const changeMethodRoute = defineRoute('settings.change', {
  method: 'patch',
  path: '/shipping-methods/{id}',
  summary: 'Change or move a shipping method',
  description:
    'Fields that are left out stay as they are; the method is checked as a whole. Send the version that you read in ' +
    'If-Match or as `version` in the body. Existing orders keep their method and its price.',
  request: { params: idParams, headers: ifMatchHeader, body: jsonBody(methodChangeSchema) },
  responses: changed,
  errors: [412, 428],
});

const deleteMethodRoute = defineRoute('settings.change', {
  method: 'delete',
  path: '/shipping-methods/{id}',
  summary: 'Delete a shipping method',
  description: 'Existing orders keep their method and its price.',
  request: { params: idParams },
  responses: deleted,
});

/** The shipping zones and methods, which owners keep. */
export const shippingApi = createApi()
  .openapi(listZonesRoute, async (c) => c.json(await listZones(c.var.db), 200))
  .openapi(addZoneRoute, async (c) => sendInserted(c, await addZone(c.var.db, c.var.caller, c.req.valid('json'))))
  .openapi(changeZoneRoute, async (c) => {
    const { version, ...sent } = c.req.valid('json');
    const read = readVersion(c.req.valid('header'), version);
    return sendChanged(c, await changeZone(c.var.db, c.var.caller, c.req.valid('param').id, read, sent));
  })
  .openapi(deleteZoneRoute, async (c) =>
    sendDeleted(c, await deleteZone(c.var.db, c.var.caller, c.req.valid('param').id)),
  )
  .openapi(listMethodsRoute, async (c) => c.json(await listWireMethods(c.var.db), 200))
  .openapi(addMethodRoute, async (c) => sendInserted(c, await addMethod(c.var.db, c.var.caller, c.req.valid('json'))))
  .openapi(changeMethodRoute, async (c) => {
    const { version, ...sent } = c.req.valid('json');
    const read = readVersion(c.req.valid('header'), version);
    return sendChanged(c, await changeMethod(c.var.db, c.var.caller, c.req.valid('param').id, read, sent));
  })
  .openapi(deleteMethodRoute, async (c) =>
    sendDeleted(c, await deleteMethod(c.var.db, c.var.caller, c.req.valid('param').id)),
  );
