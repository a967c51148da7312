import PDFDocument from 'pdfkit';
import type { Paper } from './contract.ts';
import { openFaces } from './paper-faces.server.ts';
import { FACE_NAMES, type FaceName } from './paper-fonts.server.ts';
import { toPrintable } from './printable-text.ts';
import { measureRuns, splitRuns } from './text-runs.server.ts';
import { wrapText } from './wrap-text.ts';

/** The shop's ink colors, for white paper. */
const INKS = { ink: '#1f2326', muted: '#595c5c', line: '#d3cab8', signal: '#b23a1b' } as const;

export type Ink = keyof typeof INKS;

export interface TextStyle {
  face: FaceName;
  size: number;
  ink?: Ink;
}

/** A text, broken into lines. */
export interface TextBlock {
  lines: string[];
  style: TextStyle;
  width: number;
  height: number;
}

/** A block at the position of its upper left corner. Right-aligned lines end at `x` plus the block's width. */
export interface PlacedBlock {
  block: TextBlock;
  x: number;
  y: number;
  align?: 'left' | 'right';
}

export type StructureElement = PDFKit.PDFStructureElement;
type GroupTag = 'Sect' | 'Table' | 'THead' | 'TBody' | 'TR';
type ContentTag = 'H1' | 'H2' | 'P' | 'TH' | 'TD';

export interface PagePainter {
  readonly root: StructureElement;
  readonly left: number;
  readonly width: number;
  /** Where the next element begins, from the top. */
  y: number;
  /** Adds an element that contains others. */
  group(parent: StructureElement, tag: GroupTag): StructureElement;
  wrap(text: string, style: TextStyle, width: number): TextBlock;
  /** Draws blocks on this page as the content of one new element. */
  write(parent: StructureElement, tag: ContentTag, placed: PlacedBlock[], scope?: 'Row' | 'Column'): void;
  /** Draws a block at `y` as one new element, over as many pages as it needs. */
  flow(parent: StructureElement, tag: ContentTag, block: TextBlock): void;
  /** Draws something that is only decoration. */
  decorate(draw: (canvas: Canvas) => void): void;
  /** Whether this height fits below `y`. */
  fits(height: number): boolean;
  newPage(): void;
  finish(footer: Footer): Promise<Uint8Array>;
}

export interface Canvas {
  line(from: [x: number, y: number], to: [x: number, y: number], ink: Ink, weight?: number): void;
  polygon(points: [x: number, y: number][], ink: Ink, weight?: number): void;
  circle(x: number, y: number, radius: number, ink: Ink): void;
  text(placed: PlacedBlock): void;
}

interface Footer {
  title: string;
  formatPage(page: number, pages: number): string;
  /** A note that is printed if a box stands for a character. */
  boxes: string;
}

const MARGIN = { side: 54, top: 48, bottom: 62 };
const LINE_HEIGHT = 1.4;
/** The distance from the top of a line to its baseline, as a multiple of the font size. */
const BASELINE = 1.05;
const FOOT: TextStyle = { face: 'regular', size: 7.5, ink: 'muted' };
/** The declaration of PDF/UA. pdfkit's own way adds a list of glyphs that omits parts of composed ones. */
const PDF_UA = `<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>`;

/**
 * Draws from the top down. Everything is either tagged content or an artifact, as PDF/UA demands. The same paper always
 * has the same bytes.
 */
export async function createPagePainter(paper: Paper, title: string): Promise<PagePainter> {
  const { pageSize, issuedAt } = paper;
  const doc = new PDFDocument({
    size: pageSize === 'a4' ? 'A4' : 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    // Otherwise pdfkit reads one of its standard fonts, which nothing here uses.
    font: '',
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    // Plain characters only, since pdfkit does not escape them.
    info: { Title: title, Creator: 'Ironmonger', CreationDate: new Date(issuedAt) },
  });
  // pdfkit's types do not declare it.
  (doc as unknown as { appendXML(xml: string): void }).appendXML(PDF_UA);
  const faces = await openFaces(doc, paper);
  const root = doc.struct('Document');
  doc.addStructure(root);
  doc.addPage();

  function drawText({ block, x, y, align = 'left' }: PlacedBlock): void {
    const { lines, style, width } = block;
    doc.fillColor(INKS[style.ink ?? 'ink']);
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const baseline = y + style.size * (index * LINE_HEIGHT + BASELINE);
      const own = faces[style.face];
      const from = align === 'right' ? x + width - measureRuns(splitRuns(line.trimEnd(), own), style.size) : x;
      const runs = splitRuns(line, own);
      // In the order in which they are read, which is not from left to right in every script.
      for (const { face, text, place } of runs) {
        const before = runs.filter((other) => other.place < place);
        const left = from + measureRuns(before, style.size);
        const needsText = face.needsText(text);
        if (needsText) doc.markContent('Span', { actual: text });
        doc.font(face.name, style.size).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
        if (needsText) doc.endMarkedContent();
      }
    }
  }

  const canvas: Canvas = {
    line: ([x1, y1], [x2, y2], ink, weight = 0.5) =>
      void doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(weight).stroke(INKS[ink]),
    polygon: (points, ink, weight = 1.2) =>
      void doc
        .polygon(...points)
        .lineWidth(weight)
        .stroke(INKS[ink]),
    circle: (x, y, radius, ink) => void doc.circle(x, y, radius).lineWidth(1.2).stroke(INKS[ink]),
    text: drawText,
  };

  function wrap(text: string, style: TextStyle, width: number): TextBlock {
    const printable = text.split('\n').map(toPrintable);
    // The font of figures has few letters. The other font may have those it lacks.
    const isFigures = style.face === 'figures' || style.face === 'boldFigures';
    const isCovered = !isFigures || printable.every((line) => faces[style.face][0].covers(line));
    const face = isCovered ? style.face : style.face === 'figures' ? 'regular' : 'bold';
    const getWidth = (part: string) => measureRuns(splitRuns(part, faces[face]), style.size);
    // With a space at each end, since readers join the lines of an element as they are.
    const lines = printable.flatMap((line) => wrapText(`${line.trimEnd()} `, width, getWidth));
    return { lines, style: { ...style, face }, width, height: lines.length * style.size * LINE_HEIGHT };
  }

  const painter: PagePainter = {
    root,
    left: MARGIN.side,
    width: doc.page.width - 2 * MARGIN.side,
    y: MARGIN.top,
    wrap,
    group(parent, tag) {
      const element = doc.struct(tag);
      parent.add(element);
      return element;
    },
    write(parent, tag, placed, scope) {
      const element = doc.struct(tag, scope ? ({ scope } as object) : {});
      parent.add(element);
      element.add(doc.markStructureContent(tag));
      for (const each of placed) drawText(each);
      doc.endMarkedContent();
      element.end();
    },
    flow(parent, tag, block) {
      const element = doc.struct(tag);
      parent.add(element);
      const lineHeight = block.style.size * LINE_HEIGHT;
      for (let lines = block.lines; lines.length > 0; ) {
        if (!painter.fits(lineHeight)) painter.newPage();
        const room = Math.floor((getBottom() - painter.y) / lineHeight);
        element.add(doc.markStructureContent(tag));
        drawText({ block: { ...block, lines: lines.slice(0, room) }, x: MARGIN.side, y: painter.y });
        doc.endMarkedContent();
        painter.y += Math.min(room, lines.length) * lineHeight;
        lines = lines.slice(room);
      }
      element.end();
    },
    decorate(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw(canvas);
      doc.endMarkedContent();
    },
    fits: (height) => painter.y + height <= getBottom(),
    newPage() {
      doc.addPage();
      painter.y = MARGIN.top;
    },
    finish,
  };

  function getBottom(): number {
    return doc.page.height - MARGIN.bottom;
  }

  async function finish(footer: Footer): Promise<Uint8Array> {
    root.end();
    const hasBoxes = FACE_NAMES.some((name) => faces[name][0].hasBoxes);
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      doc.switchToPage(page);
      doc.markContent('Artifact', { type: 'Pagination' });
      drawFooter(footer.formatPage(page + 1, count), footer.title, hasBoxes ? footer.boxes : '');
      doc.endMarkedContent();
    }
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    const ended = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject));
    doc.end();
    await ended;
    return new Uint8Array(Buffer.concat(chunks));
  }

  function drawFooter(page: string, paperTitle: string, boxes: string): void {
    const { left, width } = painter;
    const y = getBottom() + 14;
    canvas.line([left, y], [left + width, y], 'line');
    drawText({ block: wrap(paperTitle, FOOT, width * 0.7), x: left, y: y + 6 });
    drawText({ block: wrap(page, FOOT, width), x: left, y: y + 6, align: 'right' });
    if (boxes) drawText({ block: wrap(boxes, FOOT, width), x: left, y: y + 17 });
  }

  return painter;
}
