import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { getVariantWidths, toUploadName } from '#src/shared/image-url.ts';
import { encodeImage } from './encode.server.ts';
import { fetchImage } from './fetch-image.server.ts';
import { type ImageStorage, StorageError } from './image-storage.server.ts';
import type { LocalStorage } from './local-storage.server.ts';
import { images } from './tables.server.ts';

interface RecompressionDeps {
  db: Db;
  log: Log;
  storage: ImageStorage;
  local: LocalStorage;
  imageProcess: ImageProcess;
}

/** Images per run. Each takes about half a second. */
const BATCH_SIZE = 50;
/** In ms, for reading one image from its storage. */
const FETCH_TIMEOUT_MS = 5_000;
/** Takes turns with the networks of people who upload. */
const OWN_NETWORK = 'stored images';

/**
 * Makes smaller files for images from earlier versions under their old names, one batch per call, until `stopping`.
 * Returns for how many. An image that cannot be read now is skipped and tried again after all others.
 */
export function createRecompression({ db, log, storage, local, imageProcess }: RecompressionDeps) {
  let last = '';

  const listPending = () =>
    db
      .select()
      .from(images)
      .where(
        and(
          // The predicate of the index.
          sql`not ${images.recompressed} and ${images.storage} <> 'imgbb'`,
          eq(images.uploading, false),
          gt(images.id, last),
        ),
      )
      .orderBy(asc(images.id))
      .limit(BATCH_SIZE);
  type Row = Awaited<ReturnType<typeof listPending>>[number];

  /** `later`: something that is needed is not available now. `skipped`: this image cannot be read now. */
  async function recompress(row: Row, stopping: AbortSignal): Promise<'done' | 'skipped' | 'later'> {
    if (getVariantWidths(row).length === 0) return 'done';
    const target = [storage, local].find(({ kind }) => kind === row.storage);
    if (!target?.replaceVariants) return 'skipped';
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
    const full = row.hostedUrl ? await fetchImage(row.hostedUrl, signal) : await local.readFile(toUploadName(row));
    if (!full) return 'skipped';
    const from = { network: OWN_NETWORK, signal: stopping };
    const stored = { head: full, bytes: full.length, read: async () => full };
    const encoded = await encodeImage(imageProcess, from, stored, row.generation);
    if (!encoded.ok && encoded.code === 'busy') return 'later';
    if (!encoded.ok || encoded.value.width !== row.width || encoded.value.height !== row.height) {
      log.warn({ imageId: row.id }, 'a stored image does not match its row and keeps its files');
      return 'done';
    }
    await target.replaceVariants(row.id, encoded.value);
    return 'done';
  }

  return async (stopping: AbortSignal): Promise<number> => {
    const rows = await listPending();
    if (rows.length < BATCH_SIZE) last = '';
    let count = 0;
    for (const row of rows) {
      if (stopping.aborted) break;
      try {
        const result = await recompress(row, stopping);
        if (result === 'later') break;
        if (result === 'done') {
          await db.update(images).set({ recompressed: true }).where(eq(images.id, row.id));
          count += 1;
        }
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        log.warn({ storage: row.storage, imageId: row.id, reason: error.message }, 'an image was not recompressed');
        break;
      }
      if (rows.length === BATCH_SIZE) last = row.id;
    }
    return count;
  };
}
