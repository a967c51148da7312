import bidiFactory from 'bidi-js';
import { LRUCache } from 'lru-cache';
import { INVISIBLE_IN_CLUSTERS, splitClusters } from './printable-text.ts';

export const bidi = bidiFactory();

export interface GlyphPosition {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
  advanceWidth: number;
}

/** What a face needs from the font that pdfkit has opened. pdfkit's types do not declare it; the version is pinned. */
export interface EmbeddedFont {
  font: {
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): { id: number; advanceWidth: number; path: { commands: unknown[] } };
    getGlyph(id: number): { advanceWidth: number };
  };
  /** Converts units of the font to thousandths of the font size. */
  scale: number;
  subset: { glyphs: number[]; includeGlyph(id: number): number };
  widths: (number | undefined)[];
  unicode: (number[] | undefined)[];
  layoutRun(
    text: string,
    features: object,
  ): { glyphs: { id: number; advanceWidth: number }[]; positions: GlyphPosition[] };
  encode(text: string): [codes: string[], positions: GlyphPosition[]];
  widthOfString(text: string, size: number): number;
}

export type Direction = 'ltr' | 'rtl';

export interface TextFace {
  /**
   * The width of a printable text, in points. A text that pdfkit is to draw from right to left begins with
   * `RIGHT_TO_LEFT_MARK`; its characters are in the order in which they are read.
   */
  getWidth(text: string, size: number): number;
  /** Whether the font has every character of a printable text. */
  covers(text: string): boolean;
  /**
   * Whether some readers, such as Chrome's, need the text itself beside its glyphs, which stand in another order or where
   * marks are placed anew. Others, such as Firefox's, read the glyphs only.
   */
  needsText(text: string): boolean;
  /** Whether the font draws the spaces between its words. */
  readonly hasSpaces: boolean;
  /** Whether a box stands for a character anywhere in this document. */
  readonly hasBoxes: boolean;
}

/** Printable texts have no such character. */
export const RIGHT_TO_LEFT_MARK = '\u200f';

export interface Encoded {
  codes: string[];
  positions: GlyphPosition[];
  /** In thousandths of the font size. */
  width: number;
}

const MAX_CACHED = 4_000;
/** A text may be a whole line, in scripts without spaces. */
const MAX_CACHED_GLYPHS = 60_000;

/** What a face has encoded so far. The least recently used texts are forgotten, so a long paper takes no more memory. */
export function createEncodedCache(): LRUCache<string, Encoded> {
  return new LRUCache({
    max: MAX_CACHED,
    maxSize: MAX_CACHED_GLYPHS,
    sizeCalculation: ({ codes }) => Math.max(1, codes.length),
  });
}

/** Makes the codes of a font that pdfkit opened: a glyph has one for each text as which it is read. */
export function createGlyphCodes(font: EmbeddedFont): (id: number, text: string) => string {
  const codes = new Map<string, number>();
  // A glyph that is read differently elsewhere is embedded again.
  return (id, text) => {
    const key = `${id} ${text}`;
    let code = codes.get(key);
    if (code === undefined) {
      if (font.subset.glyphs.length >= MAX_GLYPHS) return toHex(font.subset.includeGlyph(id));
      code = font.subset.includeGlyph(id);
      if (font.unicode[code]) code = font.subset.glyphs.push(id) - 1;
      font.unicode[code] = toCodePoints(text);
      codes.set(key, code);
    }
    return toHex(code);
  };
}

/** Makes pdfkit use these codes and widths whenever it draws with this font. Returns how wide a text is, in points. */
export function encodeWith(font: EmbeddedFont, encode: (text: string) => Encoded[]): TextFace['getWidth'] {
  font.encode = (text) => {
    const parts = encode(text);
    return [parts.flatMap((part) => part.codes), parts.flatMap((part) => part.positions)];
  };
  font.widthOfString = (text, size) => (encode(text).reduce((total, { width }) => total + width, 0) * size) / 1000;
  return font.widthOfString;
}

/** Adds a glyph to an encoded text, and its width to the font. */
export function addGlyph(font: EmbeddedFont, encoded: Encoded, code: string, position: GlyphPosition): void {
  font.widths[Number.parseInt(code, 16)] ??= position.advanceWidth;
  encoded.codes.push(code);
  encoded.positions.push(position);
  encoded.width += position.xAdvance;
}

/** No feature may replace a character by another glyph: each character must be found as it was typed. */
const FEATURES = Object.fromEntries(
  ['ccmp', 'locl', 'rlig', 'calt', 'clig', 'liga', 'rclt', 'curs'].map((feature) => [feature, false]),
);
const BOX = 0x25a1;
/** More marks on a letter would reach into the lines above it. */
const MAX_MARKS = 3;
/** The codes of glyphs have two bytes. Characters beyond this number are shown as boxes, and are read as boxes. */
const MAX_GLYPHS = 60_000;

/**
 * Makes a font that pdfkit opened write each character so that every reader finds it. pdfkit stores one character per
 * glyph, but several characters may look alike. A box stands for each character that the font lacks, and is read as
 * that character.
 */
export function createTextFace(font: EmbeddedFont): TextFace {
  const cache = createEncodedCache();
  const toCode = createGlyphCodes(font);
  let hasBoxes = false;

  const has = (character: string) => font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

  /** Splits a text into parts that the font lays out and characters that are shown as boxes. */
  function split(text: string): { text: string; isLacking: boolean }[] {
    const parts: { text: string; isLacking: boolean }[] = [];
    const add = (part: string, isLacking: boolean) => {
      const last = parts.at(-1);
      if (last && !isLacking && !last.isLacking) last.text += part;
      else parts.push({ text: part, isLacking });
    };
    for (const cluster of splitClusters(text)) {
      const visible = [...cluster.replace(INVISIBLE_IN_CLUSTERS, '')];
      if (!has(visible[0] ?? ' ')) {
        add(cluster, true);
        continue;
      }
      // A mark after a box would be drawn on top of it.
      const lacking = visible.findIndex((character, at) => at > MAX_MARKS || !has(character));
      const drawn = lacking === -1 ? visible.length : lacking;
      for (const [at, character] of visible.entries()) add(character, at >= drawn);
    }
    return parts;
  }

  function encodePart(text: string): Encoded {
    const cached = cache.get(text);
    if (cached) return cached;
    const encoded: Encoded = { codes: [], positions: [], width: 0 };
    const isMirrored = text.startsWith(RIGHT_TO_LEFT_MARK);
    const add = (id: number, position: GlyphPosition, read: string) =>
      addGlyph(font, encoded, toCode(id, read), position);
    for (const part of split(isMirrored ? splitClusters(text.slice(1)).reverse().join('') : text)) {
      if (part.isLacking) {
        hasBoxes = true;
        const box = font.font.glyphForCodePoint(BOX);
        const width = box.advanceWidth * font.scale;
        const position = { xAdvance: width, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: width };
        add(box.id, position, part.text);
      } else {
        const characters = [...part.text];
        const drawn = isMirrored ? characters.map(mirror).join('') : part.text;
        const { glyphs, positions } = font.layoutRun(drawn, FEATURES);
        for (const [at, position] of positions.entries()) add(glyphs[at]?.id ?? 0, position, characters[at] ?? '');
      }
    }
    cache.set(text, encoded);
    return encoded;
  }

  /** Encodes word by word, since words repeat. */
  function encode(text: string): Encoded[] {
    return text.startsWith(RIGHT_TO_LEFT_MARK) ? [encodePart(text)] : (text.match(/\S+ ?| /g) ?? []).map(encodePart);
  }

  return {
    getWidth: encodeWith(font, encode),
    needsText: () => false,
    hasSpaces: true,
    covers: (text) => split(text).every((part) => !part.isLacking),
    get hasBoxes() {
      return hasBoxes;
    },
  };
}

/** The character that stands for this one where a text runs from right to left, such as ) for (. */
function mirror(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}

function toCodePoints(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0);
}

function toHex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
