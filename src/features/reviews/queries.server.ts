import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { listNewest } from '#src/platform/pagination.server.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import type { NewReview, Review } from './contract.ts';
import { reviews } from './tables.server.ts';

/** The newest reviews, oldest first. */
export async function listReviews(db: Queryable, page: PageQuery): Promise<Review[]> {
  return (await listNewest(db, reviews, page)).map((row) => ({
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
