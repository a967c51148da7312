import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendChanged, sendDeleted, sendFailure, sendInserted } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { acknowledgedSchema, deletedSchema } from '#src/shared/write-results.ts';
import {
  changedSynonymsSchema,
  doneMissSchema,
  missQuerySchema,
  missSchema,
  newSynonymsSchema,
  synonymsChangeSchema,
  synonymsRemovalSchema,
  synonymsSchema,
  termCountRequestSchema,
  termCountsSchema,
} from './search-contract.ts';
import { listMisses, putMissAway } from './search-misses.server.ts';
import { addSynonyms, changeSynonyms, countToolsByTerm, listSynonyms, removeSynonyms } from './synonyms.server.ts';

const listSynonymsRoute = defineRoute('search.tune', {
  method: 'get',
  path: '/search/synonyms',
  summary: 'List the groups of words that mean the same to the search',
  responses: { 200: jsonResponse('All groups, at most 500, in alphabetical order.', z.array(synonymsSchema)) },
  costly: true,
});

const addSynonymsRoute = defineRoute('search.tune', {
  method: 'post',
  path: '/search/synonyms',
  summary: 'Add a group of words that mean the same',
  description:
    'The next search uses them. Terms that are the same to the search (case, plural, accents) and terms of another group are rejected, each at its place, such as `terms.1`.',
  request: { body: jsonBody(newSynonymsSchema) },
  responses: { 201: jsonResponse('Stored.', acknowledgedSchema) },
  errors: [409],
});

const changeSynonymsRoute = defineRoute('search.tune', {
  method: 'patch',
  path: '/search/synonyms/{id}',
  summary: 'Change the words of a group',
  description: 'If the group has changed since, the response is 409 with its current words as `synonyms`.',
  request: { params: idParams, body: jsonBody(synonymsChangeSchema) },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', changedSynonymsSchema) },
  errors: [409],
});

const removeSynonymsRoute = defineRoute('search.tune', {
  method: 'delete',
  path: '/search/synonyms/{id}',
  summary: 'Remove a group of words that mean the same',
  request: { params: idParams, query: synonymsRemovalSchema },
  responses: { 200: jsonResponse('Removed.', deletedSchema) },
  errors: [409],
});

const countToolsRoute = defineRoute('search.tune', {
  method: 'post',
  path: '/search/synonyms/preview',
  summary: 'Count the tools on sale that each of up to 12 terms finds now',
  description: 'Nothing is stored.',
  request: { body: jsonBody(termCountRequestSchema) },
  responses: { 200: jsonResponse('A count for each term.', termCountsSchema) },
  errors: [503],
});

const listMissesRoute = defineRoute('search.tune', {
  method: 'get',
  path: '/search/misses',
  summary: 'List the searches that found nothing, the most frequent first',
  description: 'From the last 90 days. Each network counts once a day.',
  request: { query: missQuerySchema },
  responses: { 200: listResponse('At most `limit` searches.', z.array(missSchema)) },
});

const putMissAwayRoute = defineRoute('search.tune', {
  method: 'post',
  path: '/search/misses/done',
  summary: 'Dismiss a search that found nothing',
  description: 'It comes back when somebody repeats it and it still finds nothing.',
  request: { body: jsonBody(doneMissSchema) },
  responses: { 200: jsonResponse('The search is dismissed, or was gone already.', deletedSchema) },
});

/** The calls with which admins edit synonyms and read failed searches. */
export const searchAdminApi = createApi()
  .openapi(listSynonymsRoute, async (c) => c.json(await listSynonyms(c.var.db), 200))
  .openapi(addSynonymsRoute, async (c) =>
    sendInserted(c, await addSynonyms(c.var.db, c.var.caller, c.req.valid('json').terms)),
  )
  .openapi(changeSynonymsRoute, async (c) => {
    return sendChanged(c, await changeSynonyms(c.var.db, c.var.caller, c.req.valid('param').id, c.req.valid('json')));
  })
  .openapi(removeSynonymsRoute, async (c) => {
    const { version } = c.req.valid('query');
    return sendDeleted(c, await removeSynonyms(c.var.db, c.var.caller, c.req.valid('param').id, version));
  })
  .openapi(countToolsRoute, async (c) => {
    const counts = await countToolsByTerm(c.var.db, c.req.valid('json').terms);
    return counts.ok ? c.json({ tools: counts.value }, 200) : sendFailure(c, counts);
  })
  .openapi(listMissesRoute, async (c) => {
    const misses = await listMisses(c.var.db, c.req.valid('query'));
    return sendList(c, misses);
  })
  .openapi(putMissAwayRoute, async (c) => {
    const deleted = await putMissAway(c.var.db, c.req.valid('json').query);
    return c.json({ acknowledged: true as const, deletedCount: deleted }, 200);
  });
