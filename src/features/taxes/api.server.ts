import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendChanged, sendDeleted, sendInserted } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { mapSlice } from '#src/platform/pagination.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { ifMatchHeader, readVersion } from '#src/shared/if-match.ts';
import { acknowledgedSchema, deletedSchema } from '#src/shared/write-results.ts';
import {
  changedTaxRateSchema,
  newTaxRateSchema,
  taxRateChangeSchema,
  taxRateQuerySchema,
  taxRateSchema,
} from './contract.ts';
import { listTaxRates } from './queries.server.ts';
import { addTaxRate, changeTaxRate, deleteTaxRate, toWireTaxRate } from './service.server.ts';
import type { TaxRateStore } from './tax-rate-store.server.ts';

const listRoute = defineRoute('settings.change', {
  method: 'get',
  path: '/tax-rates',
  summary: 'List the tax rates, including past and scheduled ones',
  request: { query: taxRateQuerySchema },
  responses: { 200: jsonResponse('A shop has at most 2000 rates.', z.array(taxRateSchema)) },
});

const addRoute = defineRoute('settings.change', {
  method: 'post',
  path: '/tax-rates',
  summary: 'Add a tax rate',
  description:
    'The smallest place with a rate decides; a rate with `isAdded` is charged in addition to that of the larger place. ' +
    'To change a rate that is in force, add another one for the same place and class with a later `validFrom`.',
  request: { body: jsonBody(newTaxRateSchema) },
  responses: { 201: jsonResponse('Stored.', acknowledgedSchema) },
});

const changeRoute = defineRoute('settings.change', {
  method: 'patch',
  path: '/tax-rates/{id}',
  summary: 'Change a tax rate',
  description:
    'Send the version that you read in If-Match or as `version` in the body. Of a rate that was already in force ' +
    'yesterday, only the name can change.',
  request: { params: idParams, headers: ifMatchHeader, body: jsonBody(taxRateChangeSchema) },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', changedTaxRateSchema) },
  errors: [412, 428],
});

const deleteRoute = defineRoute('settings.change', {
  method: 'delete',
  path: '/tax-rates/{id}',
  summary: 'Delete a tax rate',
  description: 'The previous rate of its place and class is then in force again. Existing orders keep their tax.',
  request: { params: idParams },
  responses: { 200: jsonResponse('Deleted.', deletedSchema) },
});

interface TaxesDependencies {
  taxRates: TaxRateStore;
  /** The day in the shop's time zone. */
  getToday: () => string;
}

/** The tax rates of the shop. A change is in force in this process before its response is sent. */
export function taxesApi({ taxRates, getToday }: TaxesDependencies) {
  const thenReload = async <T>(outcome: Promise<T>): Promise<T> => {
    const done = await outcome;
    await taxRates.reload();
    return done;
  };
  return createApi()
    .openapi(listRoute, async (c) => {
      const page = await listTaxRates(c.var.db, c.req.valid('query'));
      const [rates, today] = [taxRates.get(), getToday()];
      return sendList(
        c,
        mapSlice(
          page,
          page.rows.map((row) => toWireTaxRate(row, rates, today)),
        ),
      );
    })
    .openapi(addRoute, async (c) =>
      sendInserted(c, await thenReload(addTaxRate(c.var.db, c.var.caller, c.req.valid('json'), getToday()))),
    )
    .openapi(changeRoute, async (c) => {
      const { version: sentVersion, ...sent } = c.req.valid('json');
      const version = readVersion(c.req.valid('header'), sentVersion);
      const { id } = c.req.valid('param');
      return sendChanged(c, await thenReload(changeTaxRate(c.var.db, c.var.caller, { id, version }, sent, getToday())));
    })
    .openapi(deleteRoute, async (c) =>
      sendDeleted(c, await thenReload(deleteTaxRate(c.var.db, c.var.caller, c.req.valid('param').id))),
    );
}
