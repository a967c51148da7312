import { splitClusters } from './printable-text.ts';
import { HAN_FONTS, type ScriptFontName } from './scripts.ts';
import type { ShapedGlyph, Shaper } from './shape-text.server.ts';
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
/** The space without width, or else what keeps letters apart, often have glyphs without ink. */
const EMPTY = [0x200b, 0x200c];
/** A distance that nobody sees, in thousandths of the font size. */
const INVISIBLE = 12;

const NOWHERE = { xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: 0 };

/** A glyph with the width that its font says it has. */
type Glyph = ShapedGlyph & { ownWidth: number };

/** What a glyph is read as, and what is read before and after it without ink. */
interface Read {
  before?: string;
  own: string;
  after?: string;
}

/**
 * Makes a font of another script write its letters as that script does: joined, stacked and in another order, and still
 * found as they were typed. Readers put together what the glyphs of a line are read as.
 */
export function createScriptFace(font: EmbeddedFont, script: ScriptFontName, shape: Shaper): TextFace {
  const toCode = createGlyphCodes(font);
  const cache = createEncodedCache();
  const isEmpty = !hasCharacters(font);
  const has = (point: number) => !isEmpty && font.font.hasGlyphForCodePoint(point);
  /** A glyph without ink. It is read as the further characters of a glyph that stands for several. */
  const empty = EMPTY.filter(has)
    .map((point) => font.font.glyphForCodePoint(point))
    .find(({ path }) => path.commands.length === 0);

  /** Han characters look the same whatever they are beside. Words are drawn whole, and repeat. */
  function listParts(text: string, direction: Direction): string[] {
    const parts = script in HAN_FONTS ? splitClusters(text) : text.split(/( )/);
    return direction === 'rtl' ? parts.reverse() : parts;
  }

  function encodePart(text: string, direction: Direction): Encoded {
    const key = `${direction}${text}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const encoded: Encoded = { codes: [], positions: [], width: 0 };
    const glyphs = shape(text, direction).map((glyph) => ({
      ...glyph,
      ownWidth: font.font.getGlyph(glyph.id).advanceWidth,
    }));
    const read = readGlyphs(text, glyphs, direction, empty !== undefined);
    const add = (id: number, characters: string, position: GlyphPosition) =>
      addGlyph(font, encoded, toCode(id, characters), position);
    const addEmpty = (characters: string, move = 0) => {
      const advanceWidth = (empty?.advanceWidth ?? 0) * font.scale;
      add(empty?.id ?? 0, characters, { ...NOWHERE, xAdvance: advanceWidth + move, advanceWidth });
    };
    const { start, positions } = toScaled(glyphs, font.scale, empty !== undefined);
    if (start !== 0) addEmpty(NOTHING, start);
    for (const [at, position] of positions.entries()) {
      const { before = '', own = NOTHING, after = '' } = read[at] ?? {};
      if (before) addEmpty(before);
      add(glyphs[at]?.id ?? 0, own, position);
      if (after) addEmpty(after);
    }
    cache.set(key, encoded);
    return encoded;
  }

  const getWidth = encodeWith(font, (text) => {
    const direction = text.startsWith(RIGHT_TO_LEFT_MARK) ? 'rtl' : 'ltr';
    const own = direction === 'rtl' ? text.slice(1) : text;
    return listParts(own, direction).map((part) => encodePart(part, direction));
  });
  return {
    getWidth,
    // From right to left, some readers turn the text around that they are given.
    needsText: (text) => !(script in HAN_FONTS) && !text.startsWith(RIGHT_TO_LEFT_MARK),
    hasSpaces: has(SPACE),
    covers: (text) => [...text].every((character) => has(character.codePointAt(0) ?? 0)),
    hasBoxes: false,
  };
}

/**
 * Positions in thousandths of the font size. A mark that only moves sideways moves with the pen, by `start` before the
 * first glyph: where a PDF places a glyph anew, readers see the beginning of another word.
 */
function toScaled(glyphs: readonly Glyph[], scale: number, hasEmpty: boolean) {
  const positions = glyphs.map(({ xAdvance, yAdvance, xOffset, yOffset, ownWidth }) => ({
    xAdvance: xAdvance * scale,
    yAdvance: yAdvance * scale,
    xOffset: xOffset * scale,
    yOffset: yOffset * scale,
    advanceWidth: ownWidth * scale,
  }));
  let start = 0;
  for (const [at, position] of positions.entries()) {
    const before = positions[at - 1];
    const { xOffset } = position;
    if (Math.abs(position.yOffset) > INVISIBLE || (!before && !hasEmpty && Math.abs(xOffset) > INVISIBLE)) continue;
    if (before) before.xAdvance += xOffset;
    else if (Math.abs(xOffset) > INVISIBLE) start = xOffset;
    if (before || start !== 0) position.xAdvance -= xOffset;
    position.xOffset = 0;
    position.yOffset = 0;
  }
  return { start, positions };
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

/** Reads the glyphs of each cluster as its characters. In a line from right to left, the last one comes first: readers turn it around. */
function readGlyphs(text: string, glyphs: readonly Glyph[], direction: Direction, hasEmpty: boolean): Read[] {
  const begins = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const ends = new Map(begins.map((begin, at) => [begin, begins[at + 1] ?? text.length]));
  return groupByCluster(glyphs).flatMap((group) => {
    const begin = group[0]?.cluster ?? 0;
    const characters = [...text.slice(begin, ends.get(begin))];
    return readCluster(direction === 'rtl' ? characters.reverse() : characters, group, direction, hasEmpty);
  });
}

function groupByCluster(glyphs: readonly Glyph[]): Glyph[][] {
  const groups: Glyph[][] = [];
  for (const glyph of glyphs) {
    const last = groups.at(-1);
    if (last?.[0]?.cluster === glyph.cluster) last.push(glyph);
    else groups.push([glyph]);
  }
  return groups;
}

/**
 * Gives the characters to the glyphs in their order. Signs that are drawn elsewhere are read where they were typed.
 * Readers take a glyph that is read with a mark for a mark, and see a gap where it is drawn. So glyphs with a width get
 * letters, and marks are read between them. In a line from right to left, a glyph is read as all of its letters.
 */
function readCluster(characters: string[], glyphs: readonly Glyph[], direction: Direction, hasEmpty: boolean): Read[] {
  const separate = !hasEmpty ? null : direction === 'rtl' ? /^\p{Cf}/u : /^[\p{Mn}\p{Cf}]/u;
  const isSeparate = (character = '') => separate?.test(character) ?? false;
  let further = glyphs.length - characters.length;
  const read = glyphs.map(({ ownWidth }): Read => {
    // A mark takes no width. A glyph without a character must not take any, or readers see a gap.
    if (further > 0 && ownWidth === 0) {
      further -= 1;
      return { own: NOTHING };
    }
    let before = '';
    while (ownWidth > 0 && isSeparate(characters[0])) before += characters.shift();
    return { before, own: characters.shift() ?? NOTHING };
  });
  const last = read.at(-1);
  if (last && direction === 'rtl')
    while (characters.length > 0 && !isSeparate(characters[0])) last.own += characters.shift();
  if (last && hasEmpty) last.after = characters.join('');
  else if (last) last.own += characters.join('');
  return read;
}
