import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import {
  containsFolded,
  isThere,
  listPageIdsWith,
  searchAny,
  searchPageIds,
  storedText,
  type WordSearch,
} from '#src/platform/folded-search.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { listPageIds, orderByIds, whereIds } from '#src/platform/pagination.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import type { ListSlice } from '#src/shared/pagination.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { users } from '../identity/tables.server.ts';
import { orders } from '../orders/tables.server.ts';
import { shopSettings } from '../shop-settings/tables.server.ts';
import type {
  ManagedReview,
  ManagedReviewQuery,
  OwnReview,
  OwnReviewQuery,
  Review,
  ReviewPermission,
  ReviewQuery,
} from './contract.ts';
import { reviews } from './tables.server.ts';

type ReviewRow = typeof reviews.$inferSelect;

const isPublished = sql`${reviews.isPublished}`;

/** The newest published reviews, oldest first. With `toolId`, only those of one tool. */
export function listReviews(db: Queryable, { toolId, ...page }: ReviewQuery): Promise<ListSlice<Review>> {
  const where = toolId === undefined ? isPublished : and(eq(reviews.toolId, toolId), isPublished);
  return readList(db, page, {
    table: reviews,
    where,
    read: async (source, ids) => (await readRows(source, reviews, ids)).map(toWireReview),
  });
}

/** The first published reviews for the home page: those of customers who had received goods, each group newest first. */
export async function listReviewsOfBuyersFirst(db: Queryable, limit: number): Promise<Review[]> {
  const order = [desc(reviews.byBuyer), desc(reviews.seq)];
  const rows = await db
    .select()
    .from(reviews)
    .where(isPublished)
    .orderBy(...order)
    .limit(limit);
  return rows.map(toWireReview);
}

/** Whether a customer may review a tool, and the review that they have written of it. */
export async function getReviewPermission(db: Queryable, userId: string, toolId: string): Promise<ReviewPermission> {
  if (!identifierSchema.safeParse(toolId).success) return { shipped: false, reviewId: null };
  const [own] = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.toolId, toolId)));
  return { shipped: await hasReceived(db, userId, toolId), reviewId: own?.id ?? null };
}

/** Whether this customer has received this tool, or anything at all if none is named. */
export async function hasReceived(db: Queryable, userId: string, toolId?: string): Promise<boolean> {
  const ofTool = toolId === undefined ? sql`true` : sql`tool_id = ${toolId}`;
  const { rows } = await db.execute<{ shipped: boolean }>(sql`
    select exists (select from ${orders} where user_id = ${userId} and ${ofTool} and state = 'shipped') as shipped`);
  return rows[0]?.shipped === true;
}

/** Whether new and changed reviews wait until the shop publishes them. */
export async function doReviewsWait(db: Queryable): Promise<boolean> {
  const rows = await db.select({ values: shopSettings.values }).from(shopSettings).limit(1);
  return rows[0]?.values.newReviews === 'wait';
}

/** A user's own reviews, including those that nobody else sees. */
export function listOwnReviews(db: Queryable, userId: string, query: OwnReviewQuery) {
  const where = eq(reviews.userId, userId);
  const narrow = and(where, filterBy(query.state));
  return readList(db, query, {
    table: reviews,
    where,
    search: (source) => listPageIdsWith(source, reviews, storedText(reviews), { narrow, keys: {} }, query),
    read: async (source, ids) => (await readRows(source, reviews, ids)).map(toOwnReview),
  });
}

/** A user's own review. Somebody else's is not found. */
export async function getOwnReview(db: Queryable, userId: string, id: string): Promise<Outcome<OwnReview>> {
  if (!identifierSchema.safeParse(id).success) return fail('not_found', { detail: NO_OWN_REVIEW });
  const [row] = await db.select().from(reviews).where(isOwn(id, userId)).limit(1);
  return row ? ok(toOwnReview(row)) : fail('not_found', { detail: NO_OWN_REVIEW });
}

export const NO_OWN_REVIEW =
  'This review no longer exists. If you removed it, you can write a new one under My Review.';

/** Everyone's reviews, for admins. */
export function listManagedReviews(db: Queryable, query: ManagedReviewQuery) {
  const narrow = filterBy(query.state);
  const q = query.q?.trim();
  return readList(db, query, {
    table: reviews,
    search: (source) =>
      q
        ? searchPageIds(source, reviews, searchReviews(q), { narrow, keys: {} }, query)
        : listPageIds(source, reviews, { where: narrow, keys: {} }, query),
    read: (source, ids) => getManagedReviews(source, ids),
  });
}

async function getManagedReviews(db: Queryable, ids: readonly string[]): Promise<ManagedReview[]> {
  const rows = await db
    .select({ review: reviews, email: users.email, disabledAt: users.disabledAt })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(whereIds(reviews, ids));
  return orderByIds(ids, rows, ({ review }) => review.id).map(({ review, email, disabledAt }) => ({
    ...toOwnReview(review),
    unread: review.readAt === null,
    writer: { email, disabled: disabledAt !== null },
  }));
}

function filterBy(state: ManagedReviewQuery['state']): SQL | undefined {
  switch (state) {
    case 'new':
      return isNull(reviews.readAt);
    case 'published':
      return isPublished;
    case 'waiting':
      return sql`${reviews.waiting} and ${isNull(reviews.takenDownAt)}`;
    case 'taken_down':
      return isNotNull(reviews.takenDownAt);
    case 'removed_user':
      return sql`${reviews.userId} in (select id from ${users} where ${isNotNull(users.disabledAt)})`;
    case undefined:
      return undefined;
  }
}

function searchReviews(q: string): WordSearch {
  const [text, author] = [storedText(reviews), storedText(users)];
  const isThis = eq(reviews.id, q);
  const isAuthor = isThere(sql`from ${users} where ${users.id} = ${reviews.userId} and ${containsFolded(author, q)}`);
  return searchAny(reviews, {
    q,
    texts: [
      { indexed: text, ofRow: text },
      { indexed: author, ofRow: sql`(select ${author} from ${users} where ${users.id} = ${reviews.userId})` },
    ],
    conditions: ([inText = sql`false`, ofWriter = sql`false`]) => [
      inText,
      sql`${reviews.userId} in (select ${users.id} from ${users} where ${ofWriter})`,
      isThis,
    ],
    matches: sql`(${or(containsFolded(text, q), isAuthor, isThis)})`,
  });
}

const isOwn = (id: string, userId: string) => and(eq(reviews.id, id), eq(reviews.userId, userId));

/** Locks a review until the transaction ends. With `userId`, only finds this user's own. */
export async function lockReview(tx: Tx, id: string, userId?: string): Promise<ReviewRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await tx
    .select()
    .from(reviews)
    .where(userId === undefined ? eq(reviews.id, id) : isOwn(id, userId))
    .for('update');
  return row ?? null;
}

/** Stores the changes of a locked review. */
export async function updateReview(tx: Tx, id: string, changes: Partial<ReviewRow>): Promise<void> {
  await tx.update(reviews).set(changes).where(eq(reviews.id, id));
}

export async function deleteReview(tx: Tx, id: string): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.id, id));
}

function toWireReview(row: ReviewRow): Review {
  const { id, displayName, image, company, designation, title, rating, about, toolId, createdAt } = row;
  return {
    _id: id,
    displayName,
    image,
    company,
    designation,
    title,
    rating,
    about,
    toolId,
    verified: toolId !== null,
    createdAt: createdAt.toISOString(),
  };
}

/** A review as its author sees it. */
export function toOwnReview(row: ReviewRow): OwnReview {
  return {
    ...toWireReview(row),
    version: row.version,
    changedAt: row.changedAt?.toISOString() ?? null,
    waiting: row.waiting,
    takenDown: row.takenDownAt && { at: row.takenDownAt.toISOString(), reason: row.takenDownReason ?? '' },
  };
}
