import { countTools } from '#src/features/catalogue/queries.server.ts';
import { acquireTxLock, type Db } from '#src/platform/database.server.ts';
import { centsToNumber } from '#src/shared/money.ts';
import { seedBlog, seedReview, seedTool, seedUser } from '../factories.server.ts';
import { demoBlogs } from './blogs.ts';
import { demoReviews } from './reviews.ts';
import { demoTools } from './tools.ts';

/** Any constant will do; every process of the shop takes the same one. */
const SEED_LOCK_ID = 7_214_002;

/**
 * Fills an empty shop with the demo tools, reviews and posts, in one transaction: a killed run leaves nothing. Returns
 * whether anything was written.
 */
export async function seedDemoShop(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    await acquireTxLock(tx, SEED_LOCK_ID);
    if ((await countTools(tx)) > 0) return false;
    for (const { drawing, balance, volumePrices = [], ...tool } of demoTools) {
      await seedTool(tx, {
        ...tool,
        unitPriceCents: balance,
        volumePrices: volumePrices.map(([quantity, cents]) => ({ quantity, unitPrice: centsToNumber(cents) })),
        picture: `/images/drawings/${drawing}.svg`,
      });
    }
    for (const { initials, ...review } of demoReviews) {
      const userId = await seedUser(tx, {
        displayName: review.displayName,
        email: toReviewerAddress(review.displayName),
      });
      await seedReview(tx, { ...review, userId, image: `/images/monograms/${initials}.svg` });
    }
    for (const { short_description, ...blog } of demoBlogs)
      await seedBlog(tx, { ...blog, shortDescription: short_description });
    return true;
  });
}

/** A reviewer's address in a domain that can never receive mail (RFC 2606). */
function toReviewerAddress(displayName: string): string {
  const name = displayName
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/ +/g, '.');
  return `${name}@customers.example`;
}
