import { eq } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { AuditValues } from '#src/platform/audit/tables.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { type Db, isUniqueViolation, publishChange, type Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { checkVersion, failChanged } from '#src/platform/version-check.server.ts';
import { dropUndefined } from '#src/shared/drop-undefined.ts';
import { REQUIRED } from '#src/shared/field-schemas.ts';
import { isExternalUrl } from '#src/shared/image-url.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { users } from '../identity/tables.server.ts';
import { listBlankFields, type NewReview, type ReviewChange } from './contract.ts';
import {
  deleteReview,
  doReviewsWait,
  hasReceived,
  lockReview,
  NO_OWN_REVIEW,
  toOwnReview,
  updateReview,
} from './queries.server.ts';
import { CHANGEABLE_FIELDS, getReviewState } from './rules.ts';
import { reviews } from './tables.server.ts';

/** The cache tag of everything that shows reviews. */
export const REVIEWS_TAG = 'reviews';

/** The cache tags of everything that shows a review. For a review of a tool, that includes the tool's rating. */
export function listReviewTags({ toolId }: { toolId?: string | null | undefined }): string[] {
  return toolId ? [REVIEWS_TAG, 'tools', `tool:${toolId}`] : [REVIEWS_TAG];
}

/** Only what everybody sees is in cached pages. */
const listTagsIfPublished = (row: { isPublished: boolean; toolId: string | null }) =>
  row.isPublished ? listReviewTags(row) : [];

/** A new review, and whether it waits until the shop publishes it. */
interface Added {
  id: string;
  waiting: boolean;
}

/**
 * Stores a review. Only customers who received a tool can review it, once each. Triggers count the rating and tell the
 * shop.
 */
export async function addReview(db: Db, userId: string, review: NewReview): Promise<Outcome<Added>> {
  const { toolId } = review;
  if (toolId !== undefined && !(await hasReceived(db, userId, toolId))) return fail('review_needs_purchase');
  const id = newIdentifier();
  let waiting = false;
  try {
    await db.transaction(async (tx) => {
      waiting = await doReviewsWait(tx);
      const byBuyer = toolId !== undefined || (await hasReceived(tx, userId));
      await tx.insert(reviews).values({ id, userId, ...review, waiting, byBuyer });
      publishChange(tx, waiting ? [] : listReviewTags(review));
    });
  } catch (error) {
    if (isUniqueViolation(error, 'reviews_once_per_tool')) return fail('already_reviewed');
    throw error;
  }
  return ok({ id, waiting });
}

/** The result of changing one's own review. */
interface Change {
  modified: number;
  version: number;
  waiting: boolean;
}

/**
 * Changes one's own review. If it has changed since the caller read it, fails with its current text. A review that was
 * taken down stays so. Where reviews wait, a changed one waits again: otherwise a harmless one could become any other.
 */
export async function changeReview(
  db: Db,
  caller: Caller,
  id: string,
  { version, ...fields }: ReviewChange,
): Promise<Outcome<Change>> {
  return db.transaction(async (tx) => {
    const row = await lockReview(tx, id, caller.userId);
    if (!row) return fail('not_found', { detail: NO_OWN_REVIEW });
    const blank = listBlankFields({ ...row, ...dropUndefined(fields) }, row.toolId);
    if (blank.length > 0) return fail('invalid', { fields: Object.fromEntries(blank.map((name) => [name, REQUIRED])) });
    const changed = CHANGEABLE_FIELDS.filter((name) => fields[name] !== undefined && fields[name] !== row[name]);
    // The same request was sent again because its first response was lost.
    if (changed.length === 0) return ok({ modified: 0, version: row.version, waiting: row.waiting });
    const conflict = await checkVersion('review', { read: version, now: row.version }, () => ({
      review: toOwnReview(row),
    }));
    if (conflict) return conflict;
    const waiting = row.waiting || (await doReviewsWait(tx));
    const byBuyer = row.byBuyer || (await hasReceived(tx, row.userId));
    const state = { waiting, byBuyer, readAt: null };
    await updateReview(tx, id, { ...fields, ...state, version: version + 1, changedAt: new Date() });
    const logged = (['title', 'rating'] as const).filter((name) => changed.includes(name));
    const pick = (from: ReviewChange | typeof row): AuditValues =>
      Object.fromEntries(logged.map((name) => [name, from[name] ?? null]));
    await recordAuditEvents(tx, {
      by: caller,
      action: 'review.changed',
      id,
      name: row.title,
      // The words themselves are left out: the log never forgets, and their author may remove them.
      before: pick(row),
      after: { ...pick({ version, ...fields }), fields: changed.join(', ') },
    });
    publishChange(tx, listTagsIfPublished(row));
    return ok({ modified: 1, version: version + 1, waiting });
  });
}

/** Deletes one's own review permanently, even one that was taken down. */
export async function removeReview(db: Db, caller: Caller, id: string): Promise<Outcome<null>> {
  return db.transaction(async (tx) => {
    const row = await lockReview(tx, id, caller.userId);
    if (!row) return fail('not_found', { detail: NO_OWN_REVIEW });
    await deleteReview(tx, id);
    await recordAuditEvents(tx, {
      by: caller,
      action: 'review.removed',
      id,
      name: row.title,
      before: { state: getReviewState({ takenDown: row.takenDownAt, waiting: row.waiting }) },
    });
    publishChange(tx, listTagsIfPublished(row));
    return ok(null);
  });
}

const GONE = 'This review no longer exists. Its author may have removed it.';

/** Removes a review from every public list, with a reason that its author reads. Returns how many changed. */
export async function takeDownReview(db: Db, caller: Caller, id: string, reason: string): Promise<Outcome<number>> {
  return db.transaction(async (tx) => {
    const row = await lockReview(tx, id);
    if (!row) return fail('not_found', { detail: GONE });
    if (row.takenDownAt) return ok(0);
    const now = new Date();
    await updateReview(tx, id, { takenDownAt: now, takenDownReason: reason, readAt: now });
    await recordAuditEvents(tx, {
      by: caller,
      action: 'review.taken_down',
      id,
      name: row.title,
      after: { reason, writer: await getEmail(tx, row.userId) },
    });
    publishChange(tx, listTagsIfPublished(row));
    return ok(1);
  });
}

/**
 * Restores a review that was taken down. Fails if its author has changed it since `version`: nobody at the shop has
 * read those words yet. Returns how many changed.
 */
export async function restoreReview(db: Db, caller: Caller, id: string, version: number): Promise<Outcome<number>> {
  return db.transaction(async (tx) => {
    const row = await lockReview(tx, id);
    if (!row) return fail('not_found', { detail: GONE });
    if (!row.takenDownAt) return ok(0);
    if (version !== row.version) return failUnread(row);
    await updateReview(tx, id, { takenDownAt: null, takenDownReason: null, waiting: false, readAt: new Date() });
    await recordAuditEvents(tx, {
      by: caller,
      action: 'review.restored',
      id,
      name: row.title,
      before: { reason: row.takenDownReason },
      after: { writer: await getEmail(tx, row.userId) },
    });
    publishChange(tx, listReviewTags(row));
    return ok(1);
  });
}

/**
 * Marks a review as read by the shop, and publishes it if it waits. One that was taken down stays so. Fails like
 * `restoreReview`. Returns how many changed.
 */
export async function approveReview(db: Db, caller: Caller, id: string, version: number): Promise<Outcome<number>> {
  return db.transaction(async (tx) => {
    const row = await lockReview(tx, id);
    if (!row) return fail('not_found', { detail: GONE });
    if (row.readAt && !row.waiting) return ok(0);
    if (version !== row.version) return failUnread(row);
    await updateReview(tx, id, { waiting: false, readAt: new Date() });
    if (row.waiting) {
      await recordAuditEvents(tx, {
        by: caller,
        action: 'review.published',
        id,
        name: row.title,
        after: { writer: await getEmail(tx, row.userId) },
      });
    }
    publishChange(tx, row.waiting && !row.takenDownAt ? listReviewTags(row) : []);
    return ok(1);
  });
}

/** Nobody at the shop has read these words yet. */
function failUnread(row: typeof reviews.$inferSelect): Failure {
  // An image on a foreign server would tell that server who moderates.
  const review = { ...toOwnReview(row), image: isExternalUrl(row.image) ? '' : row.image };
  return failChanged(
    'review',
    { review },
    'The author has changed this review since you read it. Please read it again before you publish it.',
  );
}

async function getEmail(tx: Tx, userId: string): Promise<string> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? '';
}
