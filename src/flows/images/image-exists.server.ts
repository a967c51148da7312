import { drawByName } from '#src/content/drawings/by-name.ts';
import { getUploadByUrl } from '#src/features/images/queries.server.ts';
import type { Db } from '#src/platform/database.server.ts';

const DRAWING = /^\/images\/([a-z]+)\/([a-zA-Z0-9-]+)\.svg$/;

/**
 * Whether a picture lies at this address: a drawing of ours, an upload, or any https address, which is taken at its word
 * since nobody may choose where the shop sends requests to. Over http only where a host of this shop put it there.
 */
export async function imageExists(db: Db, address: string): Promise<boolean> {
  if (address.startsWith('https:')) return true;
  const [, kind, name] = DRAWING.exec(address) ?? [];
  if (kind && name) return drawByName(kind, name) !== null;
  return (await getUploadByUrl(db, address)) !== null;
}
