import type {
  Canvas,
  PagePainter,
  PlacedBlock,
  StructureElement,
  TextBlock,
  TextStyle,
} from './page-painter.server.ts';
import { makeRoom } from './paper-head.server.ts';
import { STYLES } from './paper-styles.ts';

export interface PaperColumn {
  header: string;
  /** In points. The column without a width gets the remaining space. */
  width?: number;
  align?: 'right';
  style: TextStyle;
}

interface Sum {
  label: string;
  value: string;
  isStrong?: boolean;
}

interface WrappedSums {
  rows: { labeled: TextBlock; block: TextBlock; isStrong: boolean; height: number }[];
  height: number;
}

interface TableOptions {
  /** Whether each row begins with a box to tick. */
  hasTicks?: boolean;
  /** The height to keep free on the page of the last row for what must follow it. */
  roomBelow?: number;
}

const PADDING = { cell: 5, row: 4.5 };
const GAP_BELOW = 12;
const TICK = { size: 8, gap: 8 };
const SUMS = { value: 96, label: 214 };
const MAX_SUMS_TOGETHER = 20;

/** Draws a table over as many pages as it needs. Its head is repeated on each page, and no row is split. */
export function drawTable(
  painter: PagePainter,
  parent: StructureElement,
  columns: PaperColumn[],
  rows: string[][],
  { hasTicks = false, roomBelow = 0 }: TableOptions = {},
): void {
  const indent = hasTicks ? TICK.size + TICK.gap : 0;
  const left = painter.left + indent;
  const right = painter.left + painter.width;
  const fixed = columns.reduce((total, { width = 0 }) => total + width, 0);
  let x = left;
  const placed = columns.map((column, index) => {
    const width = column.width ?? painter.width - indent - fixed;
    const cell = {
      ...column,
      x: x + (index === 0 ? 0 : PADDING.cell),
      inner: width - (index === 0 ? 0 : PADDING.cell) - (index === columns.length - 1 ? 0 : PADDING.cell),
    };
    x += width;
    return cell;
  });

  const wrapRow = (texts: string[], style?: TextStyle) => {
    const blocks = placed.map((column, index) => painter.wrap(texts[index] ?? '', style ?? column.style, column.inner));
    return { blocks, height: Math.max(...blocks.map((block) => block.height)) + 2 * PADDING.row };
  };

  const placeCell = (block: TextBlock | undefined, { x, align }: (typeof placed)[number], y: number): PlacedBlock[] =>
    block ? [{ block, x, y: y + toBaseline(block), ...(align && { align }) }] : [];

  const head = wrapRow(
    columns.map(({ header }) => header),
    STYLES.fine,
  );
  // At the bottom of the row, since some headers have two lines.
  const placeHead = (): PlacedBlock[][] =>
    placed.map((column, at) => {
      const block = head.blocks[at];
      return placeCell(block, column, painter.y + head.height - PADDING.row - (block?.height ?? 0));
    });
  const endHead = () => {
    painter.y += head.height;
    painter.decorate((canvas) => canvas.line([painter.left, painter.y], [right, painter.y], 'ink', 0.8));
  };

  const table = painter.group(parent, 'Table');
  const first = rows[0] ? wrapRow(rows[0]).height : 0;
  makeRoom(painter, head.height + first);
  const headRow = painter.group(painter.group(table, 'THead'), 'TR');
  for (const cell of placeHead()) painter.write(headRow, 'TH', cell, 'Column');
  endHead();

  const body = painter.group(table, 'TBody');
  for (const [index, texts] of rows.entries()) {
    const { blocks, height } = wrapRow(texts);
    const isLast = index === rows.length - 1;
    if (!painter.fits(height + (isLast && roomBelow > 0 ? GAP_BELOW + roomBelow : 0))) {
      painter.newPage();
      painter.decorate((canvas) => {
        for (const each of placeHead().flat()) canvas.text(each);
      });
      endHead();
    }
    const y = painter.y + PADDING.row;
    const row = painter.group(body, 'TR');
    for (const [at, column] of placed.entries()) painter.write(row, 'TD', placeCell(blocks[at], column, y));
    painter.y += height;
    painter.decorate((canvas) => {
      canvas.line([painter.left, painter.y], [right, painter.y], 'line');
      if (hasTicks) drawTick(canvas, painter.left, y + 2);
    });
  }
  painter.y += GAP_BELOW;
}

/** The sums as they will be drawn, with their height, so that a table can keep room for them. */
export function wrapSums(painter: PagePainter, sums: Sum[]): WrappedSums {
  const rows = sums.map(({ label, value, isStrong = false }) => {
    const labeled = painter.wrap(label, isStrong ? STYLES.strong : STYLES.body, SUMS.label);
    const block = painter.wrap(value, isStrong ? STYLES.strongFigures : STYLES.figures, SUMS.value);
    return { labeled, block, isStrong, height: Math.max(labeled.height, block.height) + 2 * PADDING.row };
  });
  const together = rows.slice(0, MAX_SUMS_TOGETHER).reduce((total, { height }) => total + height, 0);
  return { rows, height: together };
}

/** Draws sums at the right edge, on one page unless there are very many. A strong one has a line above it. */
export function drawSums(
  painter: PagePainter,
  parent: StructureElement,
  { rows, height: together }: WrappedSums,
): void {
  const right = painter.left + painter.width;
  const left = right - SUMS.label - SUMS.value;
  const body = painter.group(painter.group(parent, 'Table'), 'TBody');
  makeRoom(painter, together);
  for (const { labeled, block, isStrong, height } of rows) {
    makeRoom(painter, height);
    if (isStrong) painter.decorate((canvas) => canvas.line([left, painter.y], [right, painter.y], 'signal', 1));
    const y = painter.y + PADDING.row;
    const row = painter.group(body, 'TR');
    painter.write(row, 'TH', [{ block: labeled, x: left, y }], 'Row');
    painter.write(row, 'TD', [{ block, x: left + SUMS.label, y: y + toBaseline(block), align: 'right' }]);
    painter.y += height;
  }
  painter.y += GAP_BELOW;
}

/** How far a block has to move down to be on the same baseline as body text. */
function toBaseline({ style }: TextBlock): number {
  return (STYLES.body.size - style.size) * 1.05;
}

function drawTick(canvas: Canvas, x: number, y: number): void {
  const corners: [number, number][] = [
    [x, y],
    [x + TICK.size, y],
    [x + TICK.size, y + TICK.size],
    [x, y + TICK.size],
  ];
  canvas.polygon(corners, 'ink', 0.7);
}
