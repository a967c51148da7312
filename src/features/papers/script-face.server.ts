import { splitClusters } from './printable-text.ts';
import type { ScriptName } from './script-fonts.server.ts';
import {
  addGlyph,
  createEncodedCache,
  createGlyphCodes,
  type Direction,
  type EmbeddedFont,
  type Encoded,
  encodeWith,
  type GlyphPosition,
  RIGHT_TO_LEFT_MARK,
  type TextFace,
} from './text-face.server.ts';

/** Read as nothing: it stands at a further glyph of a character, such as the dots of an Arabic letter. */
const NOTHING = '\u2060';
const SPACE = 0x20;
const NON_JOINER = 0x200c;
const NOWHERE = { xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: 0 };
/** A distance that nobody sees, in thousandths of the font size. */
const INVISIBLE = 12;

/** What a glyph is read as, and what is read before and after it without ink. */
interface Read {
  before?: string;
  own: string;
  after?: string;
}

type Glyph = { id: number; advanceWidth: number; codePoints: number[] };

/**
 * Makes a font of another script write its letters as that script does: joined, stacked and in another order, and still
 * found as they were typed. Readers put together what the glyphs of a line are read as.
 */
export function createScriptFace(font: EmbeddedFont, script: ScriptName): TextFace {
  const toCode = createGlyphCodes(font);
  const cache = createEncodedCache();
  const isEmpty = !hasCharacters(font);
  /** A glyph without ink, where a glyph stands for several letters: one of them must be its own. */
  const empty = script === 'devanagari' && !isEmpty ? font.font.glyphForCodePoint(NON_JOINER).id : null;

  /** Arabic letters have other forms beside others; in the other scripts, what follows a cluster changes nothing. */
  function listParts(text: string, direction: Direction): string[] {
    const parts = script === 'arabic' ? text.split(/( )/) : splitClusters(text);
    return direction === 'rtl' ? parts.reverse() : parts;
  }

  function encodePart(text: string, direction: Direction): Encoded {
    const key = `${direction}${text}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const encoded: Encoded = { codes: [], positions: [], width: 0 };
    const { glyphs, positions } = font.font.layout(text, listFeatures(text), undefined, undefined, direction);
    const read =
      direction === 'rtl'
        ? readFromRight(text, glyphs)
        : empty === null
          ? readFromLeft(text, glyphs)
          : readSigns(text, glyphs);
    const addRead = (id: number, characters: string, position: GlyphPosition) =>
      addGlyph(font, encoded, toCode(id, characters), position);
    const scaled = toScaled(positions, glyphs, font.scale);
    for (const [at, { before = '', own, after = '' }] of read.entries()) {
      if (before && empty !== null) addRead(empty, before, NOWHERE);
      const position = scaled[at];
      if (position) addRead(glyphs[at]?.id ?? 0, own, position);
      if (after && empty !== null) addRead(empty, after, NOWHERE);
    }
    cache.set(key, encoded);
    return encoded;
  }

  const has = (point: number) => !isEmpty && font.font.hasGlyphForCodePoint(point);
  const getWidth = encodeWith(font, (text) => {
    const direction = text.startsWith(RIGHT_TO_LEFT_MARK) ? 'rtl' : 'ltr';
    const own = direction === 'rtl' ? text.slice(1) : text;
    return listParts(own, direction).map((part) => encodePart(part, direction));
  });
  return {
    getWidth,
    hasSpaces: has(SPACE),
    covers: (text) => [...text].every((character) => has(character.codePointAt(0) ?? 0)),
    hasBoxes: false,
  };
}

/** The vowel that a font draws in two parts only where a mark of tone must stand between them. */
const SIMPLE_AM = /^[^\u0e48-\u0e4b]*\u0e33/;

function listFeatures(text: string): Record<string, boolean> | undefined {
  return SIMPLE_AM.test(text) ? { ccmp: false } : undefined;
}

/**
 * Positions in thousandths of the font size. A mark that only moves sideways moves with the pen: where a PDF places a
 * glyph anew, readers see the beginning of another word.
 */
function toScaled(positions: readonly GlyphPosition[], glyphs: readonly Glyph[], scale: number): GlyphPosition[] {
  const scaled = positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, at) => ({
    xAdvance: xAdvance * scale,
    yAdvance: yAdvance * scale,
    xOffset: xOffset * scale,
    yOffset: yOffset * scale,
    advanceWidth: (glyphs[at]?.advanceWidth ?? 0) * scale,
  }));
  for (const [at, position] of scaled.entries()) {
    const before = scaled[at - 1];
    if (Math.abs(position.yOffset) > INVISIBLE || (!before && Math.abs(position.xOffset) > INVISIBLE)) continue;
    if (before) {
      before.xAdvance += position.xOffset;
      position.xAdvance -= position.xOffset;
    }
    position.xOffset = 0;
    position.yOffset = 0;
  }
  return scaled;
}

/** Some parts lack all of the characters that they are said to have. Such a font has no table of them. */
function hasCharacters({ font }: EmbeddedFont): boolean {
  try {
    font.hasGlyphForCodePoint(SPACE);
    return true;
  } catch {
    return false;
  }
}

/** Gives the characters to the glyphs in their order. Signs that are drawn elsewhere are read where they were typed. */
function readFromLeft(text: string, glyphs: readonly Glyph[]): Read[] {
  const characters = [...text];
  let further = glyphs.length - characters.length;
  const read = glyphs.map((glyph) => {
    // A mark takes no width. A glyph without a character must not take any, or readers see a gap.
    if (further <= 0 || glyph.advanceWidth > 0) return characters.shift() ?? NOTHING;
    further -= 1;
    return NOTHING;
  });
  if (characters.length > 0 && read.length > 0) read[read.length - 1] += characters.join('');
  return read.map((own) => ({ own }));
}

/**
 * The same for a script whose letters join to one glyph. Readers take a glyph that is read with a mark for a mark, and
 * see a gap where it is drawn. So glyphs with a width get letters, and marks are read between them.
 */
function readSigns(text: string, glyphs: readonly Glyph[]): Read[] {
  const characters = [...text];
  const read = glyphs.map((glyph): Read => {
    let before = '';
    while (glyph.advanceWidth > 0 && /^\p{Mn}/u.test(characters[0] ?? '')) before += characters.shift();
    return { before, own: characters.shift() ?? NOTHING };
  });
  const last = read.at(-1);
  if (last) last.after = characters.join('');
  return read;
}

/** Gives each glyph the characters that it is made from, the last one first: readers turn such a line around. */
function readFromRight(text: string, glyphs: readonly Glyph[]): Read[] {
  const read = glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints.toReversed()) || NOTHING);
  const isWhole = sort(read.join('').replaceAll(NOTHING, '')) === sort(text);
  return isWhole ? read.map((own) => ({ own })) : readFromLeft([...text].reverse().join(''), glyphs);
}

const sort = (text: string) => [...text].sort().join('');
