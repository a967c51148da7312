import type { Paper } from './contract.ts';
import { FACE_NAMES, type FaceName, readFontFile } from './paper-fonts.server.ts';
import { toPrintable } from './printable-text.ts';
import { createScriptFace } from './script-face.server.ts';
import { openScriptFonts, WEIGHTS } from './script-fonts.server.ts';
import { createShaper } from './shape-text.server.ts';
import { createTextFace, type EmbeddedFont, type TextFace } from './text-face.server.ts';

/** A font of a document, by the name that pdfkit knows it by. */
export interface NamedFace extends TextFace {
  name: string;
}

/** The fonts of a style: its own first, then those of other scripts. */
export type PaperFaces = Record<FaceName, [NamedFace, ...NamedFace[]]>;

/** Reading the four fonts takes half as long as rendering a short paper. */
const parsedFonts = new Map<FaceName, unknown>();

/** A part of pdfkit that its types do not declare. */
type WithFont = PDFKit.PDFDocument & { _font: EmbeddedFont };

/** Opens the fonts of a paper in its document: those of all papers, and those of its letters that they lack. */
export async function openFaces(document: PDFKit.PDFDocument, paper: Paper): Promise<PaperFaces> {
  const doc = document as WithFont;
  const faces = Object.fromEntries(
    FACE_NAMES.map((name) => {
      doc.registerFont(name, (parsedFonts.get(name) ?? readFontFile(name)) as Buffer).font(name);
      parsedFonts.set(name, doc._font.font);
      return [name, [Object.assign(createTextFace(doc._font), { name })]];
    }),
  ) as unknown as PaperFaces;
  const text = toPrintable(JSON.stringify(paper));
  const lacking = new Set([...text].filter((character) => character > '\x7e' && !faces.regular[0].covers(character)));
  for (const { name, script, files } of await openScriptFonts(lacking, paper)) {
    for (const weight of WEIGHTS) {
      const own = `${name} ${weight}`;
      doc.registerFont(own, files[weight]).font(own);
      faces[weight].push(
        Object.assign(createScriptFace(doc._font, script, createShaper(files[weight])), { name: own }),
      );
    }
  }
  return faces;
}
