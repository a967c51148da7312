import * as z from 'zod';
import {
  checkImageField,
  createApi,
  defineRoute,
  jsonContent,
  jsonResponse,
  sendFailure,
  setCacheTags,
} from '#src/platform/api.server.ts';
import { pageQuerySchema } from '#src/shared/list-query.ts';
import { fail } from '#src/shared/problem.ts';
import { acknowledgedSchema } from '#src/shared/write-results.ts';
import { newReviewSchema, reviewSchema } from './contract.ts';
import { addReview, listReviews } from './queries.server.ts';

const listReviewsRoute = defineRoute('public', {
  method: 'get',
  path: '/review',
  summary: 'The newest reviews, oldest of them first',
  request: { query: pageQuerySchema },
  responses: { 200: jsonResponse('At most `limit` reviews.', z.array(reviewSchema)) },
  errors: [422],
  cacheable: true,
});

const addReviewRoute = defineRoute('customer', {
  method: 'post',
  path: '/review',
  summary: 'Write a review',
  request: { body: { required: true, ...jsonContent(newReviewSchema) } },
  responses: { 201: jsonResponse('Stored.', acknowledgedSchema) },
  errors: [422],
  limit: { name: 'review', by: 'caller' },
});

export const reviewsApi = createApi()
  .openapi(listReviewsRoute, async (c) => {
    const reviews = await listReviews(c.var.db, c.req.valid('query'));
    setCacheTags(c, 'reviews');
    return c.json(reviews, 200);
  })
  .openapi(addReviewRoute, async (c) => {
    const { caller, db, responseCache } = c.var;
    const review = c.req.valid('json');
    if (review.displayName !== caller.displayName) {
      return sendFailure(
        c,
        fail('invalid', { fields: { displayName: `Please review under your own name, ${caller.displayName}.` } }),
      );
    }
    const failure = await checkImageField(c, 'image', review.image);
    if (failure) return sendFailure(c, failure);
    const insertedId = await addReview(db, caller.userId, review);
    responseCache.invalidate('reviews');
    return c.json({ acknowledged: true as const, insertedId }, 201);
  });
