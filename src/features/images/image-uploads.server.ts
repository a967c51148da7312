import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { HealthMonitor } from '#src/platform/health-registry.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { isExternalUrl } from '#src/shared/image-url.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { type EncodedImage, encodeImage } from './encode.server.ts';
import { fetchImage } from './fetch-image.server.ts';
import { type ImageStorage, StorageError, type StorageErrorReason } from './image-storage.server.ts';
import type { LocalStorage } from './local-storage.server.ts';
import { getUploadByUrl } from './queries.server.ts';
import { images } from './tables.server.ts';

export interface UploadedImage {
  id: string;
  url: string;
  width: number;
  height: number;
}

export interface ImageUploads {
  /** Decodes, limits, strips and re-encodes an upload and hands it to the host; the original bytes are never kept. */
  save(ownerId: string, upload: Uint8Array): Promise<Outcome<UploadedImage>>;
  /** The bytes of a file in the shop's own folder by its made name, or null. */
  read(fileName: string): Promise<Buffer | null>;
  /** The bytes of an upload by its address, wherever it lies. Null for any other picture, or while its host is away. */
  readUpload(address: string): Promise<Buffer | null>;
  /** Clears away uploads that came to no end and are older than this, in ms. How many pictures or files. */
  sweep(olderThanMs: number): Promise<number>;
}

interface ImageUploadsDeps {
  db: Db;
  log: Log;
  /** Where new pictures go. */
  host: ImageStorage;
  /** The shop's own folder: what was stored there is served whatever the host is today. */
  local: LocalStorage;
  monitor: HealthMonitor;
}

const SWEEP_BATCH_SIZE = 200;
/** So often in a row a host may be away before a sweep leaves the rest to the next. */
const MAX_UNAVAILABLE = 3;
/** How long a picture of a host may take, in ms, with the waiting for others. */
const FETCH_TIMEOUT_MS = 3_000;

/** Uploaded pictures, each with its row in the database and its files at a host. */
export function createImageUploads({ db, log, host, local, monitor }: ImageUploadsDeps): ImageUploads {
  // A host may take its time, and each picture on its way takes memory.
  const uploading = createConcurrencyLimiter(8, 16);
  const fetching = createConcurrencyLimiter(2, 8);

  async function uploadEncoded(id: string, image: EncodedImage) {
    try {
      const stored = await host.put(id, image);
      monitor.up();
      return ok(stored);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const { reason, message, mayBeStored } = error;
      if (reason !== 'picture') monitor.down(message);
      log.warn({ storage: host.kind, image: id, reason: message, mayBeStored }, 'a picture was not stored');
      if (!mayBeStored) await deleteRow(id);
      return toFailure(reason);
    }
  }

  /** What no host has needs no row. One that stays all the same is swept. */
  async function deleteRow(id: string): Promise<void> {
    await db
      .delete(images)
      .where(eq(images.id, id))
      .catch((error: unknown) => log.warn({ err: error, image: id }, 'the row of no picture stays until it is swept'));
  }

  async function discardUnfinished({ kind, discard }: ImageStorage, olderThanMs: number): Promise<number> {
    // Where nobody can look, the rows stay: they are all that is known of what may lie there.
    if (!discard) return 0;
    const overdue = and(
      eq(images.storage, kind),
      eq(images.uploading, true),
      lt(images.createdAt, new Date(Date.now() - olderThanMs)),
    );
    // In any order: so many that cannot be taken away would keep the others waiting for ever.
    const rows = await db
      .select({ id: images.id })
      .from(images)
      .where(overdue)
      .orderBy(sql`random()`)
      .limit(SWEEP_BATCH_SIZE);
    let [discarded, unavailableInARow] = [0, 0];
    for (const { id } of rows) {
      try {
        await discard(id);
        await deleteRow(id);
        discarded += 1;
        unavailableInARow = 0;
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        log.warn({ storage: kind, image: id, reason: error.message }, 'what is left of a picture was not taken away');
        unavailableInARow = error.reason === 'away' ? unavailableInARow + 1 : 0;
        if (unavailableInARow >= MAX_UNAVAILABLE) break;
      }
    }
    return discarded;
  }

  return {
    async save(ownerId, upload) {
      const encoded = await encodeImage(upload);
      if (!encoded.ok) return encoded;
      const { width, height } = encoded.value;
      const id = newIdentifier();
      await db.insert(images).values({ id, ownerId, width, height, storage: host.kind, uploading: true });
      const uploaded = await uploading.run(() => uploadEncoded(id, encoded.value));
      if (uploaded === null) {
        await deleteRow(id);
        return fail('busy');
      }
      if (!uploaded.ok) return uploaded;
      const { address, deleteUrl = null } = uploaded.value;
      try {
        await db
          .update(images)
          .set({ uploading: false, hostedUrl: isExternalUrl(address) ? address : null, deleteUrl })
          .where(eq(images.id, id));
      } catch (error) {
        // Its row says that something may be there, and nobody was told the address.
        log.error({ storage: host.kind, image: id, address }, 'a picture is stored, but its row could not say so');
        throw error;
      }
      return ok({ id, url: address, width, height });
    },

    read: (fileName) => local.readFile(fileName),

    async readUpload(address) {
      const row = await getUploadByUrl(db, address);
      if (!row) return null;
      if (row.hostedUrl === null) return local.readFile(address.slice('/images/'.length));
      const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
      return fetching.run(() => fetchImage(address, signal));
    },

    async sweep(olderThanMs) {
      const known = async (ids: string[]) => {
        const rows = ids.length ? await db.select({ id: images.id }).from(images).where(inArray(images.id, ids)) : [];
        return new Set(rows.map((row) => row.id));
      };
      const elsewhere = host === local ? 0 : await discardUnfinished(host, olderThanMs);
      return elsewhere + (await discardUnfinished(local, olderThanMs)) + (await local.sweep(olderThanMs, known));
    },
  };
}

const IMAGE_REJECTED = 'The image host does not take this picture. Please choose another one.';
const SENTENCES: Record<Exclude<StorageErrorReason, 'picture'>, string | undefined> = {
  away: undefined,
  folder:
    'The shop cannot store pictures right now, so yours was not stored. Please send the form again later, or tell whoever runs the shop.',
  keys: 'The image host does not accept this shop’s uploads right now, so your picture was not stored. Please tell whoever runs the shop.',
};

function toFailure(reason: StorageErrorReason): Failure {
  if (reason === 'picture')
    return fail('picture_unreadable', { detail: IMAGE_REJECTED, fields: { image: IMAGE_REJECTED } });
  const detail = SENTENCES[reason];
  return fail('image_host_unavailable', detail ? { detail } : {});
}
