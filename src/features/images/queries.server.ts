import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { getVariantWidths, isExternalUrl, parseUploadName } from '#src/shared/image-url.ts';
import { images } from './tables.server.ts';

/** The finished upload with this URL, or null for a foreign image. */
export async function getUploadByUrl(db: Queryable, url: string): Promise<{ hostedUrl: string | null } | null> {
  const condition = isExternalUrl(url) ? eq(images.hostedUrl, url) : isInFolder(url);
  if (!condition) return null;
  const [row] = await db
    .select({ hostedUrl: images.hostedUrl })
    .from(images)
    .where(and(condition, eq(images.uploading, false)))
    .limit(1);
  return row ?? null;
}

function isInFolder(url: string) {
  const name = url.startsWith('/images/') ? parseUploadName(url.slice('/images/'.length)) : null;
  if (!name || (name.variantWidth && !getVariantWidths(name).includes(name.variantWidth))) return null;
  return and(
    eq(images.id, name.id),
    eq(images.width, name.width),
    eq(images.height, name.height),
    eq(images.generation, name.generation),
    eq(images.storage, 'local'),
  );
}

/** Those of these URLs that are uploads to this shop in an external storage. */
export async function listHostedUploads(db: Queryable, urls: readonly string[]): Promise<Set<string>> {
  const hosted = urls.filter(isExternalUrl);
  if (hosted.length === 0) return new Set();
  const rows = await db
    .select({ url: images.hostedUrl })
    .from(images)
    .where(and(inArray(images.hostedUrl, hosted), eq(images.uploading, false)));
  return new Set(rows.flatMap(({ url }) => url ?? []));
}
