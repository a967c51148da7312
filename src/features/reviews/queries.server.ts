import { desc } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { createdBefore } from '#src/platform/pagination.server.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import type { NewReview, Review } from './contract.ts';
import { reviews } from './tables.server.ts';

/** The newest reviews, oldest first. */
export async function listReviews(db: Queryable, { limit, before }: PageQuery): Promise<Review[]> {
  const rows = await db
    .select()
    .from(reviews)
    .where(createdBefore(reviews, before))
    .orderBy(desc(reviews.seq))
    .limit(limit);
  return rows.reverse().map((row) => ({
    _id: row.id,
    displayName: row.displayName,
    image: row.image,
    company: row.company,
    designation: row.designation,
    title: row.title,
    rating: row.rating,
    about: row.about,
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function addReview(db: Queryable, userId: string, review: NewReview): Promise<string> {
  const id = newIdentifier();
  await db.insert(reviews).values({ id, userId, ...review });
  return id;
}
