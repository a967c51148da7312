import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database.server.ts';
import { createGate } from '#src/platform/gate.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { PortMonitor } from '#src/platform/port-health.server.ts';
import { isHosted } from '#src/shared/picture.ts';
import { type Outcome, type Refusal, refuse, succeed } from '#src/shared/problem.ts';
import { type EncodedPicture, encodePicture } from './encode.server.ts';
import { fetchPicture } from './fetch-picture.server.ts';
import { HostFailure, type HostTrouble, type PictureHost } from './host.server.ts';
import type { LocalHost } from './local-host.server.ts';
import { selectUploadAt } from './queries.server.ts';
import { images } from './tables.server.ts';

export interface StoredImage {
  id: string;
  url: string;
  width: number;
  height: number;
}

export interface ImageStore {
  /** Decodes, limits, strips and re-encodes an upload and hands it to the host; the original bytes are never kept. */
  save(ownerId: string, upload: Uint8Array): Promise<Outcome<StoredImage>>;
  /** The bytes of a file in the shop's own folder by its made name, or null. */
  read(fileName: string): Promise<Buffer | null>;
  /** The bytes of an upload by its address, wherever it lies. Null for any other picture, or while its host is away. */
  readUpload(address: string): Promise<Buffer | null>;
  /** Clears away uploads that came to no end and are older than this, in ms. How many pictures or files. */
  sweep(olderThanMs: number): Promise<number>;
}

interface StoreParts {
  db: Db;
  log: Log;
  /** Where new pictures go. */
  host: PictureHost;
  /** The shop's own folder: what was stored there is served whatever the host is today. */
  local: LocalHost;
  monitor: PortMonitor;
}

const SWEPT_AT_ONCE = 200;
/** So often in a row a host may be away before a sweep leaves the rest to the next. */
const MOST_AWAY = 3;
/** How long a picture of a host may take, in ms, with the waiting for others. */
const FETCHED_WITHIN_MS = 3_000;

/** Uploaded pictures, each with its row in the database and its files at a host. */
export function createImageStore({ db, log, host, local, monitor }: StoreParts): ImageStore {
  // A host may take its time, and each picture on its way takes memory.
  const handing = createGate(8, 16);
  const fetching = createGate(2, 8);

  async function hand(id: string, picture: EncodedPicture) {
    try {
      const taken = await host.put(id, picture);
      monitor.up();
      return succeed(taken);
    } catch (error) {
      if (!(error instanceof HostFailure)) throw error;
      const { trouble, message, mayBeStored } = error;
      if (trouble !== 'picture') monitor.down(message);
      log.warn({ store: host.kind, picture: id, trouble: message, mayBeStored }, 'a picture was not stored');
      if (!mayBeStored) await forget(id);
      return refusalOf(trouble);
    }
  }

  /** What no host has needs no row. One that stays all the same is swept. */
  async function forget(id: string): Promise<void> {
    await db
      .delete(images)
      .where(eq(images.id, id))
      .catch((error: unknown) =>
        log.warn({ err: error, picture: id }, 'the row of no picture stays until it is swept'),
      );
  }

  async function discardOverdue({ kind, discard }: PictureHost, olderThanMs: number): Promise<number> {
    // Where nobody can look, the rows stay: they are all that is known of what may lie there.
    if (!discard) return 0;
    const overdue = and(
      eq(images.store, kind),
      eq(images.underWay, true),
      lt(images.createdAt, new Date(Date.now() - olderThanMs)),
    );
    // In any order: so many that cannot be taken away would keep the others waiting for ever.
    const rows = await db
      .select({ id: images.id })
      .from(images)
      .where(overdue)
      .orderBy(sql`random()`)
      .limit(SWEPT_AT_ONCE);
    let [discarded, awayInARow] = [0, 0];
    for (const { id } of rows) {
      try {
        await discard(id);
        await forget(id);
        discarded += 1;
        awayInARow = 0;
      } catch (error) {
        if (!(error instanceof HostFailure)) throw error;
        log.warn({ store: kind, picture: id, trouble: error.message }, 'what is left of a picture was not taken away');
        awayInARow = error.trouble === 'away' ? awayInARow + 1 : 0;
        if (awayInARow >= MOST_AWAY) break;
      }
    }
    return discarded;
  }

  return {
    async save(ownerId, upload) {
      const encoded = await encodePicture(upload);
      if (!encoded.ok) return encoded;
      const { width, height } = encoded.value;
      const id = newIdentifier();
      await db.insert(images).values({ id, ownerId, width, height, store: host.kind, underWay: true });
      const handed = await handing.pass(() => hand(id, encoded.value));
      if (handed === null) {
        await forget(id);
        return refuse('busy');
      }
      if (!handed.ok) return handed;
      const { address, deleteAddress = null } = handed.value;
      try {
        await db
          .update(images)
          .set({ underWay: false, hostAddress: isHosted(address) ? address : null, deleteAddress })
          .where(eq(images.id, id));
      } catch (error) {
        // Its row says that something may be there, and nobody was told the address.
        log.error({ store: host.kind, picture: id, address }, 'a picture is stored, but its row could not say so');
        throw error;
      }
      return succeed({ id, url: address, width, height });
    },

    read: (fileName) => local.readFile(fileName),

    async readUpload(address) {
      const upload = await selectUploadAt(db, address);
      if (!upload) return null;
      if (upload.hostAddress === null) return local.readFile(address.slice('/images/'.length));
      const signal = AbortSignal.timeout(FETCHED_WITHIN_MS);
      return fetching.pass(() => fetchPicture(address, signal));
    },

    async sweep(olderThanMs) {
      const known = async (ids: string[]) => {
        const rows = ids.length ? await db.select({ id: images.id }).from(images).where(inArray(images.id, ids)) : [];
        return new Set(rows.map((row) => row.id));
      };
      const elsewhere = host === local ? 0 : await discardOverdue(host, olderThanMs);
      return elsewhere + (await discardOverdue(local, olderThanMs)) + (await local.sweep(olderThanMs, known));
    },
  };
}

const PICTURE_REFUSED = 'The image host does not take this picture. Please choose another one.';
const SENTENCES: Record<Exclude<HostTrouble, 'picture'>, string | undefined> = {
  away: undefined,
  folder:
    'The shop cannot store pictures right now, so yours was not stored. Please send the form again later, or tell whoever runs the shop.',
  keys: 'The image host does not accept this shop’s uploads right now, so your picture was not stored. Please tell whoever runs the shop.',
};

function refusalOf(trouble: HostTrouble): Refusal {
  if (trouble === 'picture')
    return refuse('picture_unreadable', { detail: PICTURE_REFUSED, fields: { image: PICTURE_REFUSED } });
  const detail = SENTENCES[trouble];
  return refuse('image_host_unavailable', detail ? { detail } : {});
}
