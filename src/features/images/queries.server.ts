import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { getVariantWidths, isExternalUrl, parseUploadName } from '#src/shared/image-url.ts';
import { images } from './tables.server.ts';

/** The upload whose picture lies at this address; null for a picture that is none of ours. */
export async function getUploadByUrl(db: Queryable, address: string): Promise<{ hostedUrl: string | null } | null> {
  const found = isExternalUrl(address) ? eq(images.hostedUrl, address) : isInFolder(address);
  if (!found) return null;
  const [row] = await db
    .select({ hostedUrl: images.hostedUrl })
    .from(images)
    .where(and(found, eq(images.uploading, false)))
    .limit(1);
  return row ?? null;
}

function isInFolder(address: string) {
  const name = address.startsWith('/images/') ? parseUploadName(address.slice('/images/'.length)) : null;
  if (!name || (name.variantWidth && !getVariantWidths(name.width).includes(name.variantWidth))) return null;
  return and(
    eq(images.id, name.id),
    eq(images.width, name.width),
    eq(images.height, name.height),
    eq(images.storage, 'local'),
  );
}

/** Which of these addresses are pictures that were uploaded to this shop and lie at a host. */
export async function listHostedUploads(db: Queryable, addresses: readonly string[]): Promise<Set<string>> {
  const hosted = addresses.filter(isExternalUrl);
  if (hosted.length === 0) return new Set();
  const rows = await db
    .select({ address: images.hostedUrl })
    .from(images)
    .where(and(inArray(images.hostedUrl, hosted), eq(images.uploading, false)));
  return new Set(rows.flatMap(({ address }) => address ?? []));
}
