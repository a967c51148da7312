import type { Party, Seller } from './contract.ts';
import { paperCopy } from './copy.ts';
import type { PagePainter, StructureElement, TextStyle } from './page-painter.server.ts';
import { STYLES } from './paper-styles.ts';

/** A label with its value. A fact without a value is left out. */
export type Fact = [label: string, value: string | null, style?: TextStyle];

const GAP = 16;
const FACT_COLUMNS = 4;
const NUT_RADIUS = 8.5;

/** Draws the shop's word mark and address, then the kind of the paper and its number. */
export function drawHead(painter: PagePainter, sect: StructureElement, seller: Seller, title: string, number: string) {
  drawSeller(painter, sect, seller);
  const { left, width } = painter;
  const heading = painter.wrap(title, STYLES.title, width / 2);
  const numbered = painter.wrap(number, STYLES.number, width / 2);
  // Both are on one line.
  const placedNumber = { block: numbered, x: left + width / 2, y: painter.y + 12.4, align: 'right' as const };
  painter.write(sect, 'H1', [{ block: heading, x: left, y: painter.y }]);
  painter.write(sect, 'P', [placedNumber]);
  painter.y += Math.max(heading.height, 12.4 + numbered.height) + 6;
  painter.decorate((canvas) => canvas.line([left, painter.y], [left + width, painter.y], 'ink', 1));
  painter.y += 12;
}

function drawSeller(painter: PagePainter, sect: StructureElement, seller: Seller): void {
  const { left, width, y } = painter;
  const nutX = left + NUT_RADIUS;
  const nutY = y + NUT_RADIUS;
  painter.decorate((canvas) => {
    const corners = [0, 1, 2, 3, 4, 5].map((corner) => (corner * Math.PI) / 3);
    const toPoint = (angle: number): [number, number] => [
      nutX + NUT_RADIUS * Math.cos(angle),
      nutY + NUT_RADIUS * Math.sin(angle),
    ];
    canvas.polygon(corners.map(toPoint), 'signal');
    canvas.circle(nutX, nutY, NUT_RADIUS * 0.46, 'signal');
  });
  const name = painter.wrap(seller.name, STYLES.wordmark, width / 2 - 40);
  painter.write(sect, 'P', [{ block: name, x: left + 2 * NUT_RADIUS + 8, y: nutY - 11 }]);
  const lines = [
    seller.legalName,
    ...seller.address,
    ...(seller.taxNumber ? [paperCopy.taxNumber(seller.taxNumber)] : []),
    `${seller.phone} · ${seller.email}`,
  ];
  const address = painter.wrap(lines.join('\n'), STYLES.fine, width / 2);
  painter.write(sect, 'P', [{ block: address, x: left + width / 2, y: y - 3, align: 'right' }]);
  painter.y += Math.max(name.height, address.height) + 26;
}

/** Draws facts in four columns, in as many rows as they need. */
export function drawFacts(painter: PagePainter, sect: StructureElement, facts: Fact[]): void {
  const given = facts.filter(([, value]) => value);
  const columnWidth = (painter.width - (FACT_COLUMNS - 1) * GAP) / FACT_COLUMNS;
  for (let from = 0; from < given.length; from += FACT_COLUMNS) {
    const row = given.slice(from, from + FACT_COLUMNS).map(([label, value, style = STYLES.figures], column) => {
      const x = painter.left + column * (columnWidth + GAP);
      const labeled = painter.wrap(label, STYLES.fine, columnWidth);
      const block = painter.wrap(value ?? '', style, columnWidth);
      return { x, labeled, block, height: labeled.height + block.height };
    });
    makeRoom(painter, Math.max(...row.map(({ height }) => height)));
    const { y } = painter;
    for (const { x, labeled, block } of row)
      painter.write(sect, 'P', [
        { block: labeled, x, y },
        { block, x, y: y + labeled.height },
      ]);
    painter.y += Math.max(...row.map(({ height }) => height)) + 8;
  }
}

/**
 * Draws who is billed, who receives the goods and who ordered: side by side, or one below the other if one is very
 * long.
 */
export function drawParties(painter: PagePainter, sect: StructureElement, parties: [label: string, lines: string[]][]) {
  painter.y += 6;
  const columnWidth = (painter.width - (parties.length - 1) * GAP) / Math.max(3, parties.length);
  const columns = parties.map(([label, lines], column) => ({
    label,
    lines,
    x: painter.left + column * (columnWidth + GAP),
    block: painter.wrap(lines.join('\n'), STYLES.body, columnWidth),
  }));
  const height = 14 + Math.max(...columns.map(({ block }) => block.height));
  if (painter.fits(height)) {
    const { y } = painter;
    for (const { label, x, block } of columns) {
      painter.write(sect, 'H2', [{ block: painter.wrap(label, STYLES.section, columnWidth), x, y }]);
      painter.write(sect, 'P', [{ block, x, y: y + 14 }]);
    }
    painter.y += height + 18;
  } else for (const { label, lines } of columns) drawText(painter, sect, label, lines.join('\n'));
}

/** A heading with a text of any length below it. */
export function drawText(painter: PagePainter, sect: StructureElement, heading: string, text: string): void {
  makeRoom(painter, 40);
  painter.flow(sect, 'H2', painter.wrap(heading, STYLES.section, painter.width));
  painter.y += 1.4;
  painter.flow(sect, 'P', painter.wrap(text, STYLES.body, painter.width));
  painter.y += 14;
}

/** Begins a new page if this height does not fit on the current one. */
export function makeRoom(painter: PagePainter, height: number): void {
  if (!painter.fits(height)) painter.newPage();
}

/** The lines of a party. Null if there is no party. */
export function listPartyLines(party: Party | null): string[] | null {
  if (!party) return null;
  return [...party.lines, ...(party.vatId ? [paperCopy.vatId(party.vatId)] : [])];
}
