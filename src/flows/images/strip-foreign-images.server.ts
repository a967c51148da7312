import { listHostedUploads } from '#src/features/images/queries.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { isExternalUrl } from '#src/shared/image-url.ts';

/**
 * Removes images that were not uploaded to this shop. A foreign server would learn who reads the page, and could later
 * serve another image.
 */
export async function stripForeignImages<T extends { image: string }>(db: Db, rows: T[]): Promise<T[]> {
  const ours = await listHostedUploads(
    db,
    rows.map((row) => row.image),
  );
  return rows.map((row) => (isExternalUrl(row.image) && !ours.has(row.image) ? { ...row, image: '' } : row));
}
