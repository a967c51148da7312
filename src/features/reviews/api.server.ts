import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import {
  sendChanged,
  sendDeleted,
  sendFailure,
  sendModified,
  sendOutcome,
  setCacheTags,
} from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { checkImageField } from '#src/platform/check-image-fields.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { deletedSchema, modifiedSchema } from '#src/shared/write-results.ts';
import {
  addedReviewSchema,
  changedReviewSchema,
  managedReviewQuerySchema,
  managedReviewSchema,
  newReviewSchema,
  ownReviewQuerySchema,
  ownReviewSchema,
  readVersionSchema,
  reviewChangeSchema,
  reviewPermissionSchema,
  reviewQuerySchema,
  reviewSchema,
  takedownSchema,
} from './contract.ts';
import {
  getOwnReview,
  getReviewPermission,
  listManagedReviews,
  listOwnReviews,
  listReviews,
} from './queries.server.ts';
import {
  addReview,
  approveReview,
  changeReview,
  REVIEWS_TAG,
  removeReview,
  restoreReview,
  takeDownReview,
} from './service.server.ts';

const listReviewsRoute = defineRoute('public', {
  method: 'get',
  path: '/review',
  summary: 'List the newest reviews, oldest first',
  request: { query: reviewQuerySchema },
  responses: { 200: jsonResponse('At most `limit` reviews.', z.array(reviewSchema)) },
  // Pages behind a cursor are not cached: there is no end of them, and they would evict the pages that everybody reads.
  cacheable: ({ searchParams }) => (searchParams.has('cursor') ? null : new URLSearchParams()),
});

const addReviewRoute = defineRoute('reviews.write', {
  method: 'post',
  path: '/review',
  summary: 'Write a review',
  request: { body: jsonBody(newReviewSchema) },
  responses: { 201: jsonResponse('Stored.', addedReviewSchema) },
  errors: [403, 409],
  limit: { name: 'review', by: 'caller' },
});

const getReviewPermissionRoute = defineRoute('reviews.write', {
  method: 'get',
  path: '/tools/{id}/myreview',
  summary: 'Check whether you can review a tool, and get your review of it',
  request: { params: idParams },
  responses: { 200: jsonResponse('Whether you can review it.', reviewPermissionSchema) },
});

const listOwnReviewsRoute = defineRoute('signedIn', {
  method: 'get',
  path: '/myreview',
  summary: 'List your newest reviews, oldest first',
  request: { query: ownReviewQuerySchema },
  responses: { 200: listResponse('At most `limit` reviews.', z.array(ownReviewSchema)) },
  searchable: true,
  costly: true,
});

const getOwnReviewRoute = defineRoute('signedIn', {
  method: 'get',
  path: '/myreview/{id}',
  summary: 'Get one of your reviews',
  request: { params: idParams },
  responses: { 200: jsonResponse('The review.', ownReviewSchema) },
});

const changeReviewRoute = defineRoute('signedIn', {
  method: 'patch',
  path: '/review/{id}',
  summary: 'Change one of your reviews',
  description: 'A review that was taken down can be changed, but stays down until an admin restores it.',
  request: { params: idParams, body: jsonBody(reviewChangeSchema) },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', changedReviewSchema) },
  errors: [409],
  limit: { name: 'reviewChange', by: 'caller' },
});

const removeReviewRoute = defineRoute('signedIn', {
  method: 'delete',
  path: '/review/{id}',
  summary: 'Remove one of your reviews',
  request: { params: idParams },
  responses: { 200: jsonResponse('Removed for good.', deletedSchema) },
  limit: { name: 'reviewChange', by: 'caller' },
});

const listManagedReviewsRoute = defineRoute('reviews.moderate', {
  method: 'get',
  path: '/reviews',
  summary: 'List everyone’s newest reviews, oldest first',
  request: { query: managedReviewQuerySchema },
  responses: { 200: listResponse('At most `limit` reviews.', z.array(managedReviewSchema)) },
  searchable: true,
  costly: true,
});

const takeDownReviewRoute = defineRoute('reviews.moderate', {
  method: 'post',
  path: '/review/{id}/takedown',
  summary: 'Take a review out of every public list; its author sees the reason',
  request: { params: idParams, body: jsonBody(takedownSchema) },
  responses: { 200: jsonResponse('The review is taken down, or was already.', modifiedSchema) },
});

const restoreReviewRoute = defineRoute('reviews.moderate', {
  method: 'post',
  path: '/review/{id}/restore',
  summary: 'Restore a review that was taken down',
  request: { params: idParams, body: jsonBody(readVersionSchema) },
  responses: { 200: jsonResponse('The review is public, or was already.', modifiedSchema) },
  errors: [409],
});

const approveReviewRoute = defineRoute('reviews.moderate', {
  method: 'post',
  path: '/review/{id}/approve',
  summary: 'Mark a review as read; one that waits is published',
  request: { params: idParams, body: jsonBody(readVersionSchema) },
  responses: { 200: jsonResponse('The review is read, or was already.', modifiedSchema) },
  errors: [409],
});

export const reviewsApi = createApi()
  .openapi(listReviewsRoute, async (c) => {
    const page = await listReviews(c.var.db, c.req.valid('query'));
    setCacheTags(c, REVIEWS_TAG);
    return sendList(c, page);
  })
  .openapi(addReviewRoute, async (c) => {
    const { caller, db } = c.var;
    const review = c.req.valid('json');
    if (review.displayName !== caller.displayName) {
      return sendFailure(
        c,
        fail('invalid', { fields: { displayName: `Please review under your own name, ${caller.displayName}.` } }),
      );
    }
    const failure = await checkImageField(c, 'image', review.image);
    if (failure) return sendFailure(c, failure);
    const added = await addReview(db, caller.userId, review);
    if (!added.ok) return sendFailure(c, added);
    const { id, waiting } = added.value;
    return c.json({ acknowledged: true as const, insertedId: id, waiting }, 201);
  })
  .openapi(getReviewPermissionRoute, async (c) => {
    const { caller, db } = c.var;
    return c.json(await getReviewPermission(db, caller.userId, c.req.valid('param').id), 200);
  })
  .openapi(listOwnReviewsRoute, async (c) => {
    const { caller, db } = c.var;
    return sendList(c, await listOwnReviews(db, caller.userId, c.req.valid('query')));
  })
  .openapi(getOwnReviewRoute, async (c) =>
    sendOutcome(c, await getOwnReview(c.var.db, c.var.caller.userId, c.req.valid('param').id)),
  )
  .openapi(changeReviewRoute, async (c) => {
    const { caller, db } = c.var;
    const change = c.req.valid('json');
    const failure = await checkImageField(c, 'image', change.image ?? '');
    if (failure) return sendFailure(c, failure);
    const changed = await changeReview(db, caller, c.req.valid('param').id, change);
    return sendChanged(c, changed);
  })
  .openapi(removeReviewRoute, async (c) =>
    sendDeleted(c, await removeReview(c.var.db, c.var.caller, c.req.valid('param').id)),
  )
  .openapi(listManagedReviewsRoute, async (c) => {
    const query = c.req.valid('query');
    const { db, stripForeignImages } = c.var;
    const page = await listManagedReviews(db, query);
    return sendList(c, { ...page, rows: await stripForeignImages(page.rows) });
  })
  .openapi(takeDownReviewRoute, async (c) => {
    const { caller, db } = c.var;
    return sendModified(c, await takeDownReview(db, caller, c.req.valid('param').id, c.req.valid('json').reason));
  })
  .openapi(restoreReviewRoute, async (c) => {
    const { caller, db } = c.var;
    return sendModified(c, await restoreReview(db, caller, c.req.valid('param').id, c.req.valid('json').version));
  })
  .openapi(approveReviewRoute, async (c) => {
    const { caller, db } = c.var;
    return sendModified(c, await approveReview(db, caller, c.req.valid('param').id, c.req.valid('json').version));
  });
