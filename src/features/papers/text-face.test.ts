import { expect, test } from 'vitest';
import { createTextFace, type EmbeddedFont } from './text-face.server.ts';

const BOX = 1;
const A = 2;

/** Makes a font with only a box and the letter A. */
function makeFont(embeddedGlyphs: number): EmbeddedFont {
  const glyphs = Array<number>(embeddedGlyphs).fill(A);
  const position = { xAdvance: 500, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: 500 };
  return {
    font: {
      hasGlyphForCodePoint: (point) => point === 0x41 || point === 0x25a1,
      getGlyph: () => ({ advanceWidth: 500 }),
      glyphForCodePoint: (point) => ({ id: point === 0x41 ? A : BOX, advanceWidth: 500, path: { commands: [] } }),
    },
    scale: 1,
    subset: {
      glyphs,
      includeGlyph: (id) => (glyphs.includes(id) ? glyphs.indexOf(id) : glyphs.push(id) - 1),
    },
    widths: [],
    unicode: [],
    layoutRun: (text) => ({
      glyphs: [...text].map(() => ({ id: A, advanceWidth: 500 })),
      positions: [...text].map(() => position),
    }),
    encode: () => [[], []],
    widthOfString: () => 0,
  };
}

test('each character that the font lacks has its own box, which reads as that character', () => {
  const font = makeFont(0);
  const face = createTextFace(font);
  expect(face.hasBoxes).toBe(false);
  const [codes] = font.encode('A株東A株');
  expect(codes).toEqual(['0000', '0001', '0002', '0000', '0001']);
  expect(font.subset.glyphs).toEqual([A, BOX, BOX]);
  expect(font.unicode.map((points) => String.fromCodePoint(...(points ?? [])))).toEqual(['A', '株', '東']);
  expect(face.hasBoxes).toBe(true);
});

test('boxes are still drawn when two-byte codes run out', () => {
  const font = makeFont(59_998);
  createTextFace(font);
  const [codes] = font.encode('株東京');
  expect(codes.map((code) => Number.parseInt(code, 16))).toEqual([59_998, 59_999, 59_998]);
  expect(font.subset.glyphs.length).toBe(60_000);
});
