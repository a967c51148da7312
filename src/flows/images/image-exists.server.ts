import { drawByName } from '#src/content/drawings/by-name.ts';
import { getUploadByUrl } from '#src/features/images/queries.server.ts';
import type { Db } from '#src/platform/database.server.ts';

const DRAWING = /^\/images\/([a-z]+)\/([a-zA-Z0-9-]+)\.svg$/;

/**
 * Whether an image exists at this address: a drawing, an upload, or any https address. An https address is not fetched,
 * since nobody may choose where the shop sends requests. An http address must be one of our uploads.
 */
export async function imageExists(db: Db, address: string): Promise<boolean> {
  if (address.startsWith('https:')) return true;
  const [, kind, name] = DRAWING.exec(address) ?? [];
  if (kind && name) return drawByName(kind, name) !== null;
  return (await getUploadByUrl(db, address)) !== null;
}
