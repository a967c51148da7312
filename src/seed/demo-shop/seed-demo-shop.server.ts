import { eq, inArray } from 'drizzle-orm';
import { addDocumentFile, markNamedFiles } from '#src/features/catalogue/tool/document-files.server.ts';
import { hasTools } from '#src/features/catalogue/tool/queries.server.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { acquireTxLock, type Db, publishChange, type Tx } from '#src/platform/database.server.ts';
import { getShopCurrency, minorToNumber } from '#src/shared/money.ts';
import { seedBlog, seedReview, seedTool, seedUser } from '../factories.server.ts';
import { demoBlogs } from './blogs.ts';
import { demoDocumentFiles } from './document-files.ts';
import { demoReviews } from './reviews.ts';
import { demoDetails } from './tool-details.ts';
import { demoDocuments, demoRelations, getDemoCategory } from './tool-links.ts';
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
    if (await hasTools(tx)) return false;
    const idsBySku = new Map<string, string>();
    for (const [position, { drawing, balance, volumePrices = [], morePictures = [], ...tool }] of demoTools.entries()) {
      const picture = `/images/drawings/${drawing}.svg`;
      const id = await seedTool(tx, {
        ...tool,
        unitPriceMinor: toPayable(balance),
        volumePrices: volumePrices.map(([quantity, minor]) => ({
          quantity,
          unitPrice: minorToNumber(toPayable(minor)),
        })),
        picture,
        pictures: [picture, ...morePictures],
        category: getDemoCategory(tool.sku),
        gtin: toGtin(position),
        ...demoDetails[drawing],
      });
      idsBySku.set(tool.sku, id);
    }
    await relateDemoTools(tx, idsBySku);
    await addDemoDocuments(tx, idsBySku);
    for (const { initials, ...review } of demoReviews) {
      const userId = await seedUser(tx, {
        displayName: review.displayName,
        email: toReviewerAddress(review.displayName),
      });
      await seedReview(tx, { ...review, userId, image: `/images/monograms/${initials}.svg` });
    }
    for (const { short_description, ...blog } of demoBlogs)
      await seedBlog(tx, { ...blog, shortDescription: short_description });
    publishChange(tx, ['blogs', 'reviews']);
    return true;
  });
}

/** Rounded where cards are not charged the last decimal. */
function toPayable(minor: number): number {
  const { stepMinor } = getShopCurrency();
  return Math.ceil(minor / stepMinor) * stepMinor;
}

async function relateDemoTools(tx: Tx, idsBySku: ReadonlyMap<string, string>): Promise<void> {
  for (const [sku, named] of Object.entries(demoRelations)) {
    const relations = named.map(([kind, other]) => ({ kind, toolId: requireId(idsBySku, other) }));
    await tx
      .update(tools)
      .set({ relations })
      .where(eq(tools.id, requireId(idsBySku, sku)));
  }
}

async function addDemoDocuments(tx: Tx, idsBySku: ReadonlyMap<string, string>): Promise<void> {
  for (const { file, skus, ...document } of demoDocuments) {
    const { id: fileId, bytes } = await addDocumentFile(tx, Buffer.from(demoDocumentFiles[file], 'base64'));
    const ids = skus.map((sku) => requireId(idsBySku, sku));
    const documents = [{ ...document, fileId, bytes }];
    await tx.update(tools).set({ documents }).where(inArray(tools.id, ids));
    await markNamedFiles(tx, [], documents);
  }
}

function requireId(idsBySku: ReadonlyMap<string, string>, sku: string): string {
  const id = idsBySku.get(sku);
  if (!id) throw new Error(`no demo tool has the SKU ${sku}`);
  return id;
}

/** A GTIN of the numbers that GS1 leaves to shops for their own use. */
function toGtin(position: number): string {
  const digits = `20${String(4_410_000_000 + position * 10)}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
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
