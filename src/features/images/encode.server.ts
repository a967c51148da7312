import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { createGate } from '#src/platform/gate.server.ts';
import { openPicture } from '#src/platform/open-picture.server.ts';
import { smallerWidths } from '#src/shared/picture.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';

export const LARGEST_UPLOAD_BYTES = 10 * 1024 * 1024;
const LARGEST_SIDE = 1600;

// A picture of many pixels takes memory and the threads that passwords are checked on: two at once, a few waiting.
const decoding = createGate(2, 16);

/** A picture as it is stored: re-encoded by us, upright, without metadata. */
export interface EncodedPicture {
  whole: Buffer;
  /** In px, of the whole. */
  width: number;
  height: number;
  smaller: { width: number; data: Buffer }[];
}

/** Decodes, limits, strips and re-encodes an upload: at most 1600 px on its longer side, and its smaller widths. */
export async function encodePicture(upload: Uint8Array): Promise<Outcome<EncodedPicture>> {
  const opened = openPicture(upload);
  if (!opened) return refuse('picture_unreadable');
  return (await decoding.pass(() => encode(opened))) ?? refuse('busy');
}

async function encode(upload: Sharp): Promise<Outcome<EncodedPicture>> {
  let picture: { data: Buffer; info: OutputInfo };
  try {
    picture = await upload
      .rotate()
      .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return refuse('picture_unreadable');
  }
  const { width, height } = picture.info;
  const smaller: EncodedPicture['smaller'] = [];
  for (const stored of smallerWidths(width)) {
    smaller.push({
      width: stored,
      data: await sharp(picture.data).resize({ width: stored }).webp({ quality: 80 }).toBuffer(),
    });
  }
  return succeed({ whole: picture.data, width, height, smaller });
}
