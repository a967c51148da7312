import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendChanged, sendFailure, sendInserted } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { acknowledgedSchema, deletedSchema } from '#src/shared/write-results.ts';
import { addressChangeSchema, addressSchema, changedAddressSchema, newAddressSchema } from './contract.ts';
import { addressCopy } from './copy.ts';
import { getOwnAddress, listAddresses, removeAddress } from './queries.server.ts';
import { MAX_ADDRESSES } from './rules.ts';
import { addAddress, changeAddress, toWireAddress } from './service.server.ts';

const limit = { name: 'addressChange', by: 'caller' } as const;

const listAddressesRoute = defineRoute('addresses.keep', {
  method: 'get',
  path: '/addresses',
  summary: 'List your address book, oldest first',
  responses: { 200: jsonResponse(`The whole book: at most ${MAX_ADDRESSES} addresses.`, z.array(addressSchema)) },
  costly: true,
});

const addAddressRoute = defineRoute('addresses.keep', {
  method: 'post',
  path: '/addresses',
  summary: 'Add an address to your address book',
  description:
    'The first address becomes the default for delivery and for billing. An address that is already in the book is not added again.',
  request: { body: jsonBody(newAddressSchema) },
  responses: { 201: jsonResponse('The address is in the book.', acknowledgedSchema) },
  errors: [409],
  limit,
});

const changeAddressRoute = defineRoute('addresses.keep', {
  method: 'patch',
  path: '/addresses/{id}',
  summary: 'Change one of your addresses',
  description:
    'Fields that are left out stay as they are; the address is checked as a whole. Existing orders keep their address.',
  request: { params: idParams, body: jsonBody(addressChangeSchema) },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', changedAddressSchema) },
  errors: [409],
  limit,
});

const removeAddressRoute = defineRoute('addresses.keep', {
  method: 'delete',
  path: '/addresses/{id}',
  summary: 'Delete one of your addresses',
  description: 'Existing orders keep their address.',
  request: { params: idParams },
  responses: { 200: jsonResponse('Deleted.', deletedSchema) },
  limit,
});

/**
 * Nothing here is in the audit log: the log never forgets, and an address book belongs to its owner alone.
 * `getHomeCountry` returns the code of the shop's country, which is not written in addresses there. `askForVatId` asks
 * whether a VAT ID is registered, so that the answer is there when its owner orders.
 */
export function addressesApi(
  getHomeCountry: () => string | null,
  askForVatId: (caller: Caller, vatId: string) => Promise<unknown>,
) {
  const askFor = async (caller: Caller, vatId: string | undefined) => {
    if (vatId) await askForVatId(caller, vatId);
  };
  return createApi()
    .openapi(listAddressesRoute, async (c) => {
      const rows = await listAddresses(c.var.db, c.var.caller.userId);
      const homeCountry = getHomeCountry();
      return c.json(
        rows.map((row) => toWireAddress(row, homeCountry)),
        200,
      );
    })
    .openapi(addAddressRoute, async (c) => {
      const { db, caller } = c.var;
      const added = await addAddress(db, caller.userId, c.req.valid('json'));
      if (added.ok) await askFor(caller, (await getOwnAddress(db, caller.userId, added.value))?.vatId);
      return sendInserted(c, added);
    })
    .openapi(changeAddressRoute, async (c) => {
      const { db, caller } = c.var;
      const { id } = c.req.valid('param');
      const changed = await changeAddress(db, caller.userId, id, c.req.valid('json'), getHomeCountry());
      if (changed.ok && changed.value.modified > 0) {
        await askFor(caller, (await getOwnAddress(db, caller.userId, id))?.vatId);
      }
      return sendChanged(c, changed);
    })
    .openapi(removeAddressRoute, async (c) => {
      const deleted = await removeAddress(c.var.db, c.var.caller.userId, c.req.valid('param').id);
      if (!deleted) return sendFailure(c, fail('not_found', { detail: addressCopy.notFound }));
      return c.json({ acknowledged: true as const, deletedCount: 1 }, 200);
    });
}
