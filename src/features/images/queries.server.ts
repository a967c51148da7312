import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { isHosted, readUploadName, smallerWidths } from '#src/shared/picture.ts';
import { images } from './tables.server.ts';

/** The upload whose picture lies at this address; null for a picture that is none of ours. */
export async function selectUploadAt(db: Queryable, address: string): Promise<{ hostAddress: string | null } | null> {
  const found = isHosted(address) ? eq(images.hostAddress, address) : isInFolder(address);
  if (!found) return null;
  const [row] = await db
    .select({ hostAddress: images.hostAddress })
    .from(images)
    .where(and(found, eq(images.underWay, false)))
    .limit(1);
  return row ?? null;
}

function isInFolder(address: string) {
  const name = address.startsWith('/images/') ? readUploadName(address.slice('/images/'.length)) : null;
  if (!name || (name.storedWidth && !smallerWidths(name.width).includes(name.storedWidth))) return null;
  return and(
    eq(images.id, name.id),
    eq(images.width, name.width),
    eq(images.height, name.height),
    eq(images.store, 'local'),
  );
}

/** Which of these addresses are pictures that were uploaded to this shop and lie at a host. */
export async function selectHostedUploads(db: Queryable, addresses: readonly string[]): Promise<Set<string>> {
  const hosted = addresses.filter(isHosted);
  if (hosted.length === 0) return new Set();
  const rows = await db
    .select({ address: images.hostAddress })
    .from(images)
    .where(and(inArray(images.hostAddress, hosted), eq(images.underWay, false)));
  return new Set(rows.flatMap(({ address }) => address ?? []));
}
