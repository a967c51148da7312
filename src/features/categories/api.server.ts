import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendChanged, sendDeleted, sendInserted, setCacheTags } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { ifMatchHeader, readVersion } from '#src/shared/if-match.ts';
import { acknowledgedSchema, deletedSchema } from '#src/shared/write-results.ts';
import {
  categoryChangeSchema,
  categorySchema,
  changedCategorySchema,
  deleteCategoryQuerySchema,
  managedCategorySchema,
  newCategorySchema,
} from './contract.ts';
import { deleteCategory } from './delete-category.server.ts';
import { listCategories, listPublicCategories } from './queries.server.ts';
import { addCategory, CATEGORIES_TAG, changeCategory } from './service.server.ts';

const listCategoriesRoute = defineRoute('public', {
  method: 'get',
  path: '/categories',
  summary: 'List the categories: each after its parent, siblings in their order',
  description: 'A category that was added for a draft is missing until a tool in or below it is on sale.',
  responses: { 200: jsonResponse('At most 2000 categories.', z.array(categorySchema)) },
  cacheable: true,
});

const listAllRoute = defineRoute('range.read', {
  method: 'get',
  path: '/categories/all',
  summary: 'List all categories, including those that only admins can see',
  responses: { 200: jsonResponse('At most 2000 categories.', z.array(managedCategorySchema)) },
  costly: true,
});

const addCategoryRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/categories',
  summary: 'Add a category',
  request: { body: jsonBody(newCategorySchema) },
  responses: { 201: jsonResponse('Stored.', acknowledgedSchema) },
});

const changeCategoryRoute = defineRoute('range.keep', {
  method: 'patch',
  path: '/categories/{id}',
  summary: 'Rename, move or reorder a category',
  description:
    'Send the version that you read in If-Match or as `version` in the body. The tools in it are not modified, and links ' +
    'to a former slug lead to the new one.',
  request: {
    params: idParams,
    headers: ifMatchHeader,
    body: jsonBody(categoryChangeSchema),
  },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', changedCategorySchema) },
  errors: [412, 428],
});

const deleteCategoryRoute = defineRoute('range.keep', {
  method: 'delete',
  path: '/categories/{id}',
  summary: 'Delete a category',
  request: { params: idParams, query: deleteCategoryQuerySchema },
  responses: { 200: jsonResponse('Deleted.', deletedSchema) },
  errors: [409],
});

/** The tree of categories. Everybody can read it; admins change it. */
export const categoriesApi = createApi()
  .openapi(listCategoriesRoute, async (c) => {
    const tree = await listPublicCategories(c.var.db);
    setCacheTags(c, CATEGORIES_TAG, 'category-counts');
    return c.json(
      tree.map(({ public: _, ...category }) => category),
      200,
    );
  })
  .openapi(listAllRoute, async (c) => c.json(await listCategories(c.var.db), 200))
  .openapi(addCategoryRoute, async (c) =>
    sendInserted(c, await addCategory(c.var.db, c.var.caller, c.req.valid('json'))),
  )
  .openapi(changeCategoryRoute, async (c) => {
    const { version, ...sent } = c.req.valid('json');
    const read = readVersion(c.req.valid('header'), version);
    return sendChanged(c, await changeCategory(c.var.db, c.var.caller, c.req.valid('param').id, read, sent));
  })
  .openapi(deleteCategoryRoute, async (c) => {
    const { contents } = c.req.valid('query');
    return sendDeleted(c, await deleteCategory(c.var.db, c.var.caller, c.req.valid('param').id, contents));
  });
