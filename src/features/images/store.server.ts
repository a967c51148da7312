import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import sharp, { type OutputInfo } from 'sharp';
import type { Db } from '#src/platform/database.server.ts';
import { createGate } from '#src/platform/gate.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { smallerWidths, uploadedPicturePath } from '#src/shared/picture.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import { images } from './tables.server.ts';

export const LARGEST_UPLOAD_BYTES = 10 * 1024 * 1024;
const LARGEST_PIXELS = 40_000_000;
const LARGEST_SIDE = 1600;
/** In seconds. */
const LONGEST_DECODING = 15;

// One thread a picture: more would only take them from everything else.
sharp.concurrency(1);

const FILE_NAME = /^([A-Za-z0-9]{24})_\d{1,4}x\d{1,4}(?:-\d{2,4})?\.webp$/;

export interface StoredImage {
  id: string;
  url: string;
  width: number;
  height: number;
}

export interface ImageStore {
  /** Decodes, limits, strips and re-encodes an upload; the original bytes are never kept. */
  save(ownerId: string, upload: Uint8Array): Promise<Outcome<StoredImage>>;
  /** The bytes of a stored file by its made name, or null. */
  read(fileName: string): Promise<Buffer | null>;
  /** Removes files no row knows of that are older than this, in ms (a save writes its files first). How many. */
  sweep(olderThanMs: number): Promise<number>;
}

/** Pictures as files in one folder, each with its row in the database. */
export function createImageStore(db: Db, folder: string): ImageStore {
  // A picture of many pixels takes memory and the threads that passwords are checked on: two at once, a few waiting.
  const decoding = createGate(2, 16);
  return {
    async save(ownerId, upload) {
      if (!hasPictureSignature(upload)) return refuse('picture_unreadable');
      const picture = await decoding.pass(() => encode(upload));
      if (picture === null) return refuse('busy');
      if (!picture.ok) return picture;
      const { whole, width, height, smaller } = picture.value;
      const id = newIdentifier();
      const path = uploadedPicturePath(id, width, height);
      await mkdir(folder, { recursive: true });
      await writeDurably(join(folder, fileNameOf(path)), whole);
      for (const { width: stored, data } of smaller) {
        await writeDurably(join(folder, fileNameOf(uploadedPicturePath(id, width, height, stored))), data);
      }
      await syncFolder(folder);
      await db.insert(images).values({ id, ownerId, width, height });
      return succeed({ id, url: path, width, height });
    },

    async read(fileName) {
      if (!FILE_NAME.test(fileName)) return null;
      try {
        return await readFile(join(folder, fileName));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async sweep(olderThanMs) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      let removed = 0;
      for (let at = 0; at < names.length; at += 500) {
        const page = names.slice(at, at + 500);
        const ids = [...new Set(page.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []))];
        const rows = ids.length ? await db.select({ id: images.id }).from(images).where(inArray(images.id, ids)) : [];
        const known = new Set(rows.map((row) => row.id));
        for (const name of page) {
          const id = FILE_NAME.exec(name)?.[1];
          if (id && known.has(id)) continue;
          const file = join(folder, name);
          const found = await stat(file).catch((error: unknown) => {
            // Renamed or removed since the folder was read.
            if (isMissing(error)) return null;
            throw error;
          });
          if (!found || Date.now() - found.mtimeMs < olderThanMs) continue;
          await rm(file, { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

interface Encoded {
  whole: Buffer;
  width: number;
  height: number;
  smaller: { width: number; data: Buffer }[];
}

/** The picture upright, without metadata, at most 1600 px on its longer side, and its smaller widths. */
async function encode(upload: Uint8Array): Promise<Outcome<Encoded>> {
  let picture: { data: Buffer; info: OutputInfo };
  try {
    picture = await sharp(upload, { limitInputPixels: LARGEST_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: LONGEST_DECODING })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return refuse('picture_unreadable');
  }
  const { width, height } = picture.info;
  const smaller: Encoded['smaller'] = [];
  for (const stored of smallerWidths(width)) {
    smaller.push({
      width: stored,
      data: await sharp(picture.data).resize({ width: stored }).webp({ quality: 80 }).toBuffer(),
    });
  }
  return succeed({ whole: picture.data, width, height, smaller });
}

/** Magic bytes of JPEG, PNG, GIF, WebP and AVIF. Whatever else a decoder might accept (SVG, PDF) never reaches it. */
function hasPictureSignature(bytes: Uint8Array): boolean {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < 16) return false;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return true;
  if (bytes[0] === 0x89 && ascii(1, 4) === 'PNG') return true;
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return true;
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return true;
  return ascii(4, 8) === 'ftyp' && /^(avif|avis|mif1|miaf)/.test(ascii(8, 12));
}

/** Under its final name a file is always whole: written aside, flushed, then renamed. */
async function writeDurably(path: string, data: Buffer): Promise<void> {
  const aside = `${path}.${process.pid}.part`;
  const file = await open(aside, 'w', 0o644);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
}

/** The names in a folder survive a power loss only once the folder itself is flushed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
