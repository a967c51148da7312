import { countTools } from '#src/features/catalogue/queries.server.ts';
import { type Db, waitForTurn } from '#src/platform/database.server.ts';
import { buildBlog, buildReview, buildTool, buildUser } from '../builders.server.ts';
import { demoBlogs } from './blogs.ts';
import { demoReviews } from './reviews.ts';
import { demoTools } from './tools.ts';

/** Any constant will do; every process of the shop takes the same one. */
const SEED_LOCK = 7_214_002;

/**
 * Fills an empty shop with the demo range, reviews and posts. One transaction: a killed run leaves nothing, and the
 * next start begins again. Says whether anything was written.
 */
export async function seedDemoShop(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    await waitForTurn(tx, SEED_LOCK);
    if ((await countTools(tx)) > 0) return false;
    for (const { drawing, balance, ...tool } of demoTools) {
      await buildTool(tx, { ...tool, unitPriceCents: balance, picture: `/images/drawings/${drawing}.svg` });
    }
    for (const { initials, ...review } of demoReviews) {
      const userId = await buildUser(tx, { displayName: review.displayName, email: addressOf(review.displayName) });
      await buildReview(tx, { ...review, userId, image: `/images/monograms/${initials}.svg` });
    }
    for (const { short_description, ...blog } of demoBlogs)
      await buildBlog(tx, { ...blog, shortDescription: short_description });
    return true;
  });
}

/** A reviewer's address in a domain that can never receive mail (RFC 2606). */
function addressOf(displayName: string): string {
  const name = displayName
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/ +/g, '.');
  return `${name}@customers.example`;
}
