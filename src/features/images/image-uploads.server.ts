import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Caller } from '#src/platform/caller.ts';
import { createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import type { HealthMonitor } from '#src/platform/health-registry.server.ts';
import type { ReceivedFile } from '#src/platform/http/received-file.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { ImageProcess, Uploader } from '#src/platform/image-process/image-process.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { isExternalUrl } from '#src/shared/image-url.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { type EncodedImage, encodeImage } from './encode.server.ts';
import { fetchImage } from './fetch-image.server.ts';
import { type ImageStorage, StorageError, type StorageErrorReason } from './image-storage.server.ts';
import type { LocalStorage } from './local-storage.server.ts';
import { getUploadByUrl } from './queries.server.ts';
import { createRecompression } from './recompress-images.server.ts';
import { images } from './tables.server.ts';

export interface UploadedImage {
  id: string;
  url: string;
  width: number;
  height: number;
}

/** The uploader, with the network on which the upload counts. */
type Owner = Pick<Caller, 'userId'> & Uploader;

export interface ImageUploads {
  /**
   * Re-encodes an upload and stores it. The original bytes are never stored. Aborting the signal of `owner` gives up
   * its turn.
   */
  save(owner: Owner, upload: Pick<ReceivedFile, 'head' | 'bytes' | 'read'>): Promise<Outcome<UploadedImage>>;
  /** The bytes of a file in the local folder, or null. */
  readLocal(fileName: string): Promise<Buffer | null>;
  /** The bytes of an upload by its URL, in any storage. Null for a foreign image and for an unavailable storage. */
  readUpload(url: string): Promise<Buffer | null>;
  /** Makes smaller files for a batch of images from earlier versions. Returns for how many images. */
  recompress(stopping: AbortSignal): Promise<number>;
  /** Deletes unfinished uploads that are older than this, in ms. Returns how many images or files. */
  deleteAbandoned(olderThanMs: number): Promise<number>;
}

interface ImageUploadsDeps {
  db: Db;
  log: Log;
  storage: ImageStorage;
  /** The local folder. Its images are served whichever storage is configured now. */
  local: LocalStorage;
  monitor: HealthMonitor;
  imageProcess: ImageProcess;
}

const DELETE_BATCH_SIZE = 200;
/** After this many failures in a row, a run stops and the next one continues. */
const MAX_UNAVAILABLE_IN_A_ROW = 3;
/** In ms, including the time in the limiter's queue. */
const FETCH_TIMEOUT_MS = 3_000;

/** Uploaded images. Each has a row in the database and its files in a storage. */
export function createImageUploads({ db, log, storage, local, monitor, imageProcess }: ImageUploadsDeps): ImageUploads {
  // A storage may be slow, and each pending image takes memory.
  const uploading = createFairLimiter({ maxConcurrent: 8, maxPlaces: 24, maxPlacesPerClient: 8 });
  const fetching = createConcurrencyLimiter(2, 8);

  async function uploadEncoded(id: string, image: EncodedImage) {
    try {
      const stored = await storage.put(id, image);
      monitor.up();
      return ok(stored);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const { reason, message, mayBeStored } = error;
      if (reason !== 'image') monitor.down(message);
      log.warn({ storage: storage.kind, imageId: id, reason: message, mayBeStored }, 'an image was not stored');
      if (!mayBeStored) await deleteRow(id);
      return toFailure(reason);
    }
  }

  /** A row that cannot be deleted now is deleted with the abandoned uploads. */
  async function deleteRow(id: string): Promise<void> {
    await db
      .delete(images)
      .where(eq(images.id, id))
      .catch((error: unknown) => log.warn({ err: error, imageId: id }, 'the row of a missing image was not deleted'));
  }

  async function store({ userId, network }: Owner, image: EncodedImage): Promise<Outcome<UploadedImage>> {
    const { width, height, generation } = image;
    const id = newIdentifier();
    const row = { id, ownerId: userId, width, height, generation, recompressed: true };
    await db.insert(images).values({ ...row, storage: storage.kind, uploading: true });
    const uploaded = await uploading.run(network, () => uploadEncoded(id, image));
    if (uploaded === null) {
      await deleteRow(id);
      return fail('busy');
    }
    if (!uploaded.ok) return uploaded;
    const { url, deleteUrl = null } = uploaded.value;
    try {
      await db
        .update(images)
        .set({ uploading: false, hostedUrl: isExternalUrl(url) ? url : null, deleteUrl })
        .where(eq(images.id, id));
    } catch (error) {
      // The row still marks an unfinished upload, and nobody has received the URL.
      log.error({ storage: storage.kind, imageId: id, url }, 'an image was stored, but its row was not updated');
      throw error;
    }
    return ok({ id, url, width, height });
  }

  async function discardUnfinished({ kind, discard }: ImageStorage, olderThanMs: number): Promise<number> {
    // If nobody can check, the rows stay: they are the only record of what may be stored.
    if (!discard) return 0;
    const overdue = and(
      eq(images.storage, kind),
      eq(images.uploading, true),
      lt(images.createdAt, new Date(Date.now() - olderThanMs)),
    );
    // In random order: images that cannot be deleted must not block the others for ever.
    const rows = await db
      .select({ id: images.id })
      .from(images)
      .where(overdue)
      .orderBy(sql`random()`)
      .limit(DELETE_BATCH_SIZE);
    let [discarded, unavailableInARow] = [0, 0];
    for (const { id } of rows) {
      try {
        await discard(id);
        await deleteRow(id);
        discarded += 1;
        unavailableInARow = 0;
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        log.warn({ storage: kind, imageId: id, reason: error.message }, 'an unfinished image was not discarded');
        unavailableInARow = error.reason === 'unavailable' ? unavailableInARow + 1 : 0;
        if (unavailableInARow >= MAX_UNAVAILABLE_IN_A_ROW) break;
      }
    }
    return discarded;
  }

  async function findKnownIds(ids: string[]): Promise<Set<string>> {
    const rows = ids.length ? await db.select({ id: images.id }).from(images).where(inArray(images.id, ids)) : [];
    return new Set(rows.map((row) => row.id));
  }

  return {
    async save(owner, upload) {
      const encoded = await encodeImage(imageProcess, owner, upload);
      return encoded.ok ? store(owner, encoded.value) : encoded;
    },

    readLocal: (fileName) => local.readFile(fileName),

    async readUpload(url) {
      const row = await getUploadByUrl(db, url);
      if (!row) return null;
      if (row.hostedUrl === null) return local.readFile(url.slice('/images/'.length));
      const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
      return fetching.run(() => fetchImage(url, signal));
    },

    recompress: createRecompression({ db, log, storage, local, imageProcess }),

    async deleteAbandoned(olderThanMs) {
      const elsewhere = storage === local ? 0 : await discardUnfinished(storage, olderThanMs);
      const inFolder = await discardUnfinished(local, olderThanMs);
      return elsewhere + inFolder + (await local.deleteOrphans(olderThanMs, findKnownIds));
    },
  };
}

const IMAGE_REJECTED = 'The image host does not accept this picture. Please choose another one.';
const SENTENCES: Record<Exclude<StorageErrorReason, 'image'>, string | undefined> = {
  unavailable: undefined,
  folder:
    'The shop cannot store pictures right now, so yours was not saved. Please send the form again later, or tell whoever runs the shop.',
  credentials:
    'The image host does not accept this shop’s uploads right now, so your picture was not saved. Please tell whoever runs the shop.',
};

function toFailure(reason: StorageErrorReason): Failure {
  if (reason === 'image')
    return fail('picture_unreadable', { detail: IMAGE_REJECTED, fields: { image: IMAGE_REJECTED } });
  const detail = SENTENCES[reason];
  return fail('image_host_unavailable', detail ? { detail } : {});
}
