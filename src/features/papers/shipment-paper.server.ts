import { formatCount } from '#src/shared/numbers.ts';
import type { DeliveryNote, PackedPurchase, PackingList, ShippedLine } from './contract.ts';
import { paperCopy } from './copy.ts';
import type { PagePainter, StructureElement } from './page-painter.server.ts';
import { formatPaperDate } from './paper-dates.ts';
import { drawFacts, drawHead, drawParties, drawText, listPartyLines, makeRoom } from './paper-head.server.ts';
import { STYLES } from './paper-styles.ts';
import { drawTable } from './paper-table.server.ts';
import { countShippedBefore, sum } from './rules.ts';

/** The height of the sentence, or of the lines for a signature, below a shipment. */
const ROOM_BELOW_LINES = 75;
const { facts, columns } = paperCopy;

/** Draws a delivery note: what is in this shipment, what came before and what is still to come. It has no prices. */
export function drawDeliveryNote(painter: PagePainter, paper: DeliveryNote): void {
  const sect = painter.group(painter.root, 'Sect');
  drawHead(painter, sect, paper.seller, paperCopy.titles.delivery_note, paper.number);
  drawFacts(painter, sect, [
    [facts.issued, formatPaperDate(paper.issuedAt, paper)],
    [facts.placed, formatPaperDate(paper.placedAt, paper)],
    [facts.shipped, paper.shippedAt && formatPaperDate(paper.shippedAt, paper)],
    [facts.poNumber, paper.poNumber],
    [facts.carrier, paper.carrier, STYLES.body],
    [facts.tracking, paper.trackingNumber],
  ]);
  drawParties(painter, sect, [
    [paperCopy.shipTo, listPartyLines(paper.shipTo) ?? [paperCopy.noShipTo]],
    [paperCopy.buyer, [paper.buyer.name, paper.buyer.email]],
  ]);
  drawShippedLines(painter, sect, paper.lines, columns.inShipment, false);
  const remaining = sum(paper.lines.map((line) => line.remainingQuantity));
  const inShipment = paperCopy.inShipment(formatPieces(sum(paper.lines.map((line) => line.quantity))));
  const rest = remaining > 0 ? paperCopy.stillToCome(formatPieces(remaining)) : paperCopy.allShipped;
  makeRoom(painter, 30);
  painter.flow(sect, 'P', painter.wrap(`${inShipment} ${rest}`, STYLES.strong, painter.width));
  painter.y += 14;
  if (paper.note) drawText(painter, sect, paperCopy.note, paper.note);
}

/** Draws a packing list: all pieces by tool if there are several purchases, and each purchase on pages of its own. */
export function drawPackingList(painter: PagePainter, paper: PackingList): void {
  const { purchases, seller } = paper;
  if (purchases.length > 1) drawSummary(painter, paper);
  for (const [index, purchase] of purchases.entries()) {
    if (index > 0 || purchases.length > 1) painter.newPage();
    const sect = painter.group(painter.root, 'Sect');
    drawHead(painter, sect, seller, paperCopy.titles.packing_list, purchase.purchaseNumber);
    drawPackedPurchase(painter, sect, paper, purchase);
  }
}

function drawSummary(painter: PagePainter, paper: PackingList): void {
  const { purchases, seller } = paper;
  const sect = painter.group(painter.root, 'Sect');
  const tools = sumByTool(purchases);
  drawHead(painter, sect, seller, paperCopy.titles.packing_list, paperCopy.purchases(purchases.length));
  drawFacts(painter, sect, [
    [facts.issued, formatPaperDate(paper.issuedAt, paper)],
    [facts.pieces, formatCount(sum(tools.map((tool) => tool.pieces)))],
  ]);
  drawText(painter, sect, facts.purchases, purchases.map(({ purchaseNumber }) => purchaseNumber).join(', '));
  painter.flow(sect, 'H2', painter.wrap(paperCopy.allTools, STYLES.section, painter.width));
  drawTable(
    painter,
    sect,
    [
      { header: columns.sku, width: 110, style: STYLES.figures },
      { header: columns.item, style: STYLES.body },
      { header: columns.purchases, width: 70, align: 'right', style: STYLES.figures },
      { header: columns.pieces, width: 70, align: 'right', style: STYLES.strongFigures },
    ],
    tools.map((tool) => [
      tool.sku || paperCopy.noSku,
      tool.itemName,
      formatCount(tool.purchases.size),
      formatCount(tool.pieces),
    ]),
    { hasTicks: true },
  );
}

function drawPackedPurchase(
  painter: PagePainter,
  sect: StructureElement,
  paper: PackingList,
  purchase: PackedPurchase,
): void {
  const { lines, note } = purchase;
  drawFacts(painter, sect, [
    [facts.issued, formatPaperDate(paper.issuedAt, paper)],
    [facts.placed, formatPaperDate(purchase.placedAt, paper)],
    [facts.pieces, formatCount(sum(lines.map((line) => line.quantity)))],
    [facts.poNumber, purchase.poNumber],
  ]);
  drawParties(painter, sect, [
    [paperCopy.shipTo, listPartyLines(purchase.shipTo) ?? [paperCopy.noShipTo]],
    [paperCopy.buyer, [purchase.buyer.name, purchase.buyer.email]],
  ]);
  drawShippedLines(painter, sect, lines, columns.toPack, true);
  if (note) drawText(painter, sect, paperCopy.note, note);
  drawSignature(painter, sect);
}

function drawShippedLines(
  painter: PagePainter,
  sect: StructureElement,
  lines: ShippedLine[],
  header: string,
  hasTicks: boolean,
): void {
  const numeric = { width: 62, align: 'right', style: STYLES.figures } as const;
  drawTable(
    painter,
    sect,
    [
      { header: columns.position, width: 26, style: STYLES.muted },
      { header: columns.sku, width: 88, style: STYLES.figures },
      { header: columns.item, style: STYLES.body },
      { header: columns.ordered, ...numeric },
      { header: columns.before, ...numeric },
      { header, ...numeric, style: STYLES.strongFigures },
      { header: columns.remaining, ...numeric },
    ],
    lines.map((line, index) => [
      String(index + 1),
      line.sku || paperCopy.noSku,
      line.itemName,
      ...[line.orderedQuantity, countShippedBefore(line), line.quantity, line.remainingQuantity].map(formatCount),
    ]),
    { hasTicks, roomBelow: ROOM_BELOW_LINES },
  );
}

/** Draws two lines to write on. */
function drawSignature(painter: PagePainter, sect: StructureElement): void {
  makeRoom(painter, 60);
  const y = painter.y + 34;
  const half = painter.width / 2 - 12;
  for (const [index, label] of [paperCopy.packedBy, paperCopy.packedOn].entries()) {
    const x = painter.left + index * (half + 24);
    painter.decorate((canvas) => canvas.line([x, y], [x + half, y], 'ink', 0.7));
    painter.write(sect, 'P', [{ block: painter.wrap(label, STYLES.fine, half), x, y: y + 3 }]);
  }
  painter.y += 60;
}

/** The pieces to fetch from the shelves for all purchases, in the order of the SKUs. */
function sumByTool(purchases: PackedPurchase[]) {
  const tools = new Map<string, { sku: string; itemName: string; pieces: number; purchases: Set<string> }>();
  for (const { purchaseNumber, lines } of purchases)
    for (const { sku, itemName, quantity } of lines) {
      if (quantity === 0) continue;
      const key = sku ?? `name ${itemName}`;
      const tool = tools.get(key) ?? { sku: sku ?? '', itemName, pieces: 0, purchases: new Set() };
      tool.pieces += quantity;
      tool.purchases.add(purchaseNumber);
      tools.set(key, tool);
    }
  const toKey = (tool: { sku: string; itemName: string }) => `${tool.sku}\n${tool.itemName}`;
  return [...tools.values()].sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
}

function formatPieces(count: number): string {
  return paperCopy.pieces(formatCount(count));
}
