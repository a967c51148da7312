import type { Paper } from './contract.ts';
import { paperCopy } from './copy.ts';
import { createPagePainter, type PagePainter } from './page-painter.server.ts';
import { drawCorrection, drawSalePaper } from './sale-paper.server.ts';
import { drawDeliveryNote, drawPackingList } from './shipment-paper.server.ts';

/** A paper as PDF. It blocks while it computes, so call it in a separate thread: `createPaperRenderer`. */
export async function renderPaper(paper: Paper): Promise<Uint8Array> {
  const title = formatTitle(paper);
  const painter = await createPagePainter(paper, title);
  drawPaper(painter, paper);
  return painter.finish({ title, formatPage: paperCopy.page, boxes: paperCopy.notInFont });
}

function drawPaper(painter: PagePainter, paper: Paper): void {
  if (paper.kind === 'credit_note' || paper.kind === 'debit_note') drawCorrection(painter, paper);
  else if (paper.kind === 'delivery_note') drawDeliveryNote(painter, paper);
  else if (paper.kind === 'packing_list') drawPackingList(painter, paper);
  else drawSalePaper(painter, paper);
}

/** The kind of the paper and its number, in plain characters only. */
function formatTitle(paper: Paper): string {
  const kind = paperCopy.titles[paper.kind];
  if (paper.kind !== 'packing_list') return `${kind} ${paper.number}`;
  const [only, ...others] = paper.purchases;
  return `${kind} ${others.length === 0 && only ? only.purchaseNumber : paperCopy.purchases(paper.purchases.length)}`;
}
