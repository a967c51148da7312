import * as z from 'zod';
import { answer, call, createApi, json, keep, pictureFault, sendRefusal } from '#src/platform/api.server.ts';
import { acknowledgedSchema } from '#src/shared/acknowledged.ts';
import { pageQuerySchema } from '#src/shared/paging.ts';
import { refuse } from '#src/shared/problem.ts';
import { newReviewSchema, reviewSchema } from './contract.ts';
import { addReview, listReviews } from './queries.server.ts';

const getReviews = call('public', {
  method: 'get',
  path: '/review',
  summary: 'The newest reviews, oldest of them first',
  request: { query: pageQuerySchema },
  responses: { 200: answer('At most `limit` reviews.', z.array(reviewSchema)) },
  refusals: [422],
});

const postReview = call('customer', {
  method: 'post',
  path: '/review',
  summary: 'Write a review',
  request: { body: { required: true, ...json(newReviewSchema) } },
  responses: { 201: answer('Stored.', acknowledgedSchema) },
  refusals: [422],
  limit: { name: 'review', by: 'caller' },
});

export const reviewsApi = createApi()
  .openapi(getReviews, async (c) => {
    const reviews = await listReviews(c.var.db, c.req.valid('query'));
    keep(c, 'reviews');
    return c.json(reviews, 200);
  })
  .openapi(postReview, async (c) => {
    const { caller, db, kept } = c.var;
    const review = c.req.valid('json');
    if (review.displayName !== caller.displayName) {
      return sendRefusal(
        c,
        refuse('invalid', { fields: { displayName: `Please review under your own name, ${caller.displayName}.` } }),
      );
    }
    const fault = await pictureFault(c, 'image', review.image);
    if (fault) return sendRefusal(c, fault);
    const insertedId = await addReview(db, caller.userId, review);
    kept.forget('reviews');
    return c.json({ acknowledged: true as const, insertedId }, 201);
  });
