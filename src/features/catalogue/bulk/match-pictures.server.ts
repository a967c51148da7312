import { sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { whereIds } from '#src/platform/pagination.server.ts';
import { findReading, findToolsByNumber } from '../search/part-number-list.server.ts';
import { tools } from '../tool/tables.server.ts';
import type { MatchedPictures } from './contract.ts';
import { readPictureName } from './picture-names.ts';

/** Finds the tools that names of pictures mean by SKU or GTIN, drafts and archived ones too. See `readPictureName`. */
export async function matchPictures(db: Queryable, names: readonly string[]): Promise<MatchedPictures> {
  const read = names.map((name) => ({ name, readings: readPictureName(name) }));
  const numbers = [...new Set(read.flatMap(({ readings }) => readings.map(({ number }) => number)))];
  const known = await findToolsByNumber(db, numbers, sql`true`);
  const found: MatchedPictures['found'] = [];
  const missing: string[] = [];
  for (const { name, readings } of read) {
    const match = findReading(readings, known);
    if (!match) missing.push(name);
    else found.push({ name, toolId: match.toolId, place: match.reading.place });
  }
  return { found, missing, tools: await readPictures(db, [...new Set(found.map(({ toolId }) => toolId))]) };
}

/** These tools with their pictures. */
export async function readPictures(db: Queryable, ids: readonly string[]): Promise<MatchedPictures['tools']> {
  const { id: _id, sku, itemName, version, image, moreImages } = tools;
  const rows = await db
    .select({ _id, sku, itemName, version, image, moreImages })
    .from(tools)
    .where(whereIds(tools, ids))
    .orderBy(tools.sku);
  return rows.map(({ image, moreImages, ...tool }) => ({ ...tool, pictures: [image, ...moreImages] }));
}
