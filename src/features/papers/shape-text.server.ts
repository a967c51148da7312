import { Blob, BufferFlag, ClusterLevel, Face, Font, Buffer as Shaped, shape } from 'harfbuzzjs';
import type { Direction } from './text-face.server.ts';

/** A glyph of a text and where it is drawn, in units of the font. */
export interface ShapedGlyph {
  id: number;
  /** Glyphs with the same number are made together from the characters that begin there. */
  cluster: number;
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

export type Shaper = (text: string, direction: Direction) => ShapedGlyph[];

const DIRECTIONS = { ltr: 4, rtl: 5 } as const satisfies Record<Direction, number>;
const FLAGS = BufferFlag.REMOVE_DEFAULT_IGNORABLES | BufferFlag.DO_NOT_INSERT_DOTTED_CIRCLE;

/** Reused, since a paper has thousands of texts and their memory is outside of the heap. */
const shaped = new Shaped();

/**
 * Lays out texts with this font as their script demands, the glyphs from left to right. pdfkit's own fontkit fails at
 * marks of some fonts once these are cut, does not know Burmese, and puts some vowels of India's scripts in wrong places.
 */
export function createShaper(file: Uint8Array): Shaper {
  const font = new Font(new Face(new Blob(file)));
  return (text, direction) => {
    shaped.reset();
    shaped.setFlags(FLAGS);
    shaped.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    shaped.addText(text);
    shaped.guessSegmentProperties();
    shaped.setDirection(DIRECTIONS[direction]);
    shape(font, shaped);
    const positions = shaped.getGlyphPositions();
    return shaped.getGlyphInfos().flatMap(({ codepoint, cluster }, at) => {
      const position = positions[at];
      return position ? [{ id: codepoint, cluster, ...position }] : [];
    });
  };
}
