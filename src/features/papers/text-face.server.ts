import { LRUCache } from 'lru-cache';
import { INVISIBLE_IN_CLUSTERS, splitClusters } from './printable-text.ts';

interface GlyphPosition {
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
    glyphForCodePoint(codePoint: number): { id: number; advanceWidth: number };
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

export interface TextFace {
  /** The width of a printable text, in points. */
  getWidth(text: string, size: number): number;
  /** Whether the font has every character of a printable text. */
  covers(text: string): boolean;
  /** Whether a box stands for a character anywhere in this document. */
  readonly hasBoxes: boolean;
}

interface Encoded {
  codes: string[];
  positions: GlyphPosition[];
  /** In thousandths of the font size. */
  width: number;
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
const MAX_CACHED = 4_000;

/**
 * Makes a font that pdfkit opened write each character so that every reader finds it. pdfkit stores one character per
 * glyph, but several characters may look alike. A box stands for each character that the font lacks, and is read as
 * that character.
 */
export function createTextFace(font: EmbeddedFont): TextFace {
  const codes = new Map<string, number>();
  const cache = new LRUCache<string, Encoded>({ max: MAX_CACHED });
  let hasBoxes = false;

  /** The code of a glyph that is read as `text`. A glyph that is read differently elsewhere is embedded again. */
  function toCode(id: number, text: string): string {
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
  }

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
    const add = (id: number, position: GlyphPosition, read: string) => {
      const code = toCode(id, read);
      const index = Number.parseInt(code, 16);
      font.widths[index] ??= position.advanceWidth;
      encoded.codes.push(code);
      encoded.positions.push(position);
      encoded.width += position.xAdvance;
    };
    for (const part of split(text)) {
      if (part.isLacking) {
        hasBoxes = true;
        const box = font.font.glyphForCodePoint(BOX);
        const width = box.advanceWidth * font.scale;
        const position = { xAdvance: width, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: width };
        add(box.id, position, part.text);
      } else {
        const { glyphs, positions } = font.layoutRun(part.text, FEATURES);
        const characters = [...part.text];
        for (const [at, position] of positions.entries()) add(glyphs[at]?.id ?? 0, position, characters[at] ?? '');
      }
    }
    cache.set(text, encoded);
    return encoded;
  }

  /** Encodes word by word, since words repeat. */
  function encode(text: string): Encoded[] {
    return (text.match(/\S+ ?| /g) ?? []).map(encodePart);
  }

  const getWidth = (text: string, size: number) =>
    (encode(text).reduce((total, { width }) => total + width, 0) * size) / 1000;
  font.encode = (text) => {
    const words = encode(text);
    return [words.flatMap((word) => word.codes), words.flatMap((word) => word.positions)];
  };
  font.widthOfString = getWidth;
  return {
    getWidth,
    covers: (text) => split(text).every((part) => !part.isLacking),
    get hasBoxes() {
      return hasBoxes;
    },
  };
}

function toCodePoints(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0);
}

function toHex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
