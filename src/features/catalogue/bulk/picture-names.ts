import { BLANK_PICTURE } from '#src/shared/blank-picture.ts';
import { MAX_PICTURES } from '../tool/rules.ts';

/** The most pictures that are added to products at once. */
export const MAX_PICTURE_FILES = 500;

/** In characters, with the folder. */
export const MAX_PICTURE_NAME = 300;

/** What the name of a picture may mean: a part number, and the picture's place among those of its product. */
export interface NameReading {
  number: string;
  /** From 1. */
  place: number;
}

/** 'HM-C16_2', 'HM-C16 (2)' or 'HM-C16(2)': what stands before, and the place. */
const WITH_PLACE = /[ ._-]\(?(\d{1,2})\)?$|\((\d{1,2})\)$/;

/**
 * Reads the name of a picture with the folder that it is in, such as 'tools/HM-C16_2.jpg' or 'HM-C16/2.jpg'. The
 * likeliest meaning first: a SKU may end like a place itself.
 */
export function readPictureName(name: string): NameReading[] {
  const [file = '', folder = ''] = name.split('/').toReversed();
  const base = file.replace(/\.[a-z]{3,4}$/i, '').trim();
  const readings = [{ number: base, place: 1 }];
  const ending = WITH_PLACE.exec(base);
  if (ending) {
    const number = base.slice(0, ending.index);
    readings.push({ number, place: toPlace(ending[1] ?? ending[2]) });
  }
  if (folder !== '') readings.push({ number: folder, place: toPlace(/^\d{1,2}$/.exec(base)?.[0]) });
  return readings.filter(({ number }) => number !== '');
}

const toPlace = (digits: string | undefined) => Math.max(1, Number(digits ?? 1));

/** A picture for a product, once it is stored. */
interface PlacedPicture {
  place: number;
  url: string;
}

/**
 * The pictures of a product after these were added: each takes the place that its name says and replaces the picture
 * there, or comes last. If two names say the same place, the second picture takes the next place. The drawing of an
 * empty sheet is no picture. If these are more than a product can have, the last ones are left out.
 */
export function placePictures(current: readonly string[], added: readonly PlacedPicture[]): string[] {
  const pictures = current.filter((url) => url !== BLANK_PICTURE);
  let last = 0;
  for (const { place, url } of added.toSorted((one, other) => one.place - other.place)) {
    last = Math.min(Math.max(place, last + 1), pictures.length + 1);
    pictures[last - 1] = url;
  }
  return [...new Set(pictures)].slice(0, MAX_PICTURES);
}
