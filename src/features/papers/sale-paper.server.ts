import { getCurrencyFormat } from '#src/shared/currencies.ts';
import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { formatRate } from '#src/shared/totals/format-rate.ts';
import type { CreditNote, DebitNote, PricedLine, SaleCharges, SalePaper } from './contract.ts';
import { paperCopy } from './copy.ts';
import type { PagePainter, StructureElement } from './page-painter.server.ts';
import { formatPaperDate } from './paper-dates.ts';
import { drawFacts, drawHead, drawParties, drawText, listPartyLines, makeRoom } from './paper-head.server.ts';
import { STYLES } from './paper-styles.ts';
import { drawSums, drawTable, wrapSums } from './paper-table.server.ts';
import { sum } from './rules.ts';

/** The height of one or two lines. */
const STATEMENT_HEIGHT = 30;
const { facts, columns } = paperCopy;

/** Draws a confirmation, receipt or invoice: what was bought at which price, and what was paid. */
export function drawSalePaper(painter: PagePainter, paper: SalePaper): void {
  const { kind, lines, totals, payment, refunds } = paper;
  const formatAmount = toFormat(paper);
  const sect = painter.group(painter.root, 'Sect');
  drawHead(painter, sect, paper.seller, paperCopy.titles[kind], paper.number);
  drawFacts(painter, sect, [
    [facts.issued, formatPaperDate(paper.issuedAt, paper)],
    [facts.purchase, paper.number === paper.purchaseNumber ? null : paper.purchaseNumber],
    [facts.placed, formatPaperDate(paper.placedAt, paper)],
    [facts.paid, payment && formatPaperDate(payment.paidAt, paper)],
    [facts.poNumber, paper.poNumber],
    [facts.payment, payment?.transactionId ?? null],
  ]);
  drawBuyer(painter, sect, paper);

  const { totalMinor, paidMinor, refundedMinor } = totals;
  const hasRefunds = refunds.length > 0;
  const sums = wrapSums(painter, [
    ...listCharges(paper, formatAmount),
    { label: paperCopy.total, value: formatAmount(totalMinor), isStrong: true },
    ...listIncluded(paper.charges, formatAmount),
    ...(payment
      ? [{ label: paperCopy.paid(formatPaperDate(payment.paidAt, paper)), value: formatAmount(paidMinor) }]
      : []),
    ...refunds.map(({ refundedAt, number, amountMinor }) => ({
      label: paperCopy.refunded(formatPaperDate(refundedAt, paper), number),
      value: formatAmount(-amountMinor),
    })),
    ...(hasRefunds ? [{ label: paperCopy.afterRefunds, value: formatAmount(paidMinor - refundedMinor) }] : []),
    ...(totalMinor > paidMinor ? [{ label: paperCopy.toPay, value: formatAmount(totalMinor - paidMinor) }] : []),
  ]);
  drawPricedLines(painter, sect, { lines, formatAmount }, sums.height + (payment ? 0 : STATEMENT_HEIGHT));
  drawSums(painter, sect, sums);
  if (paper.charges?.note) drawStatement(painter, sect, paper.charges.note);
  if (!payment) drawStatement(painter, sect, paperCopy.unpaid);
  if (paper.note) drawText(painter, sect, paperCopy.note, paper.note);
}

/** Draws a credit note, or the debit note that reverses it: which paper it corrects, why, and by how much. */
export function drawCorrection(painter: PagePainter, paper: CreditNote | DebitNote): void {
  const isCredit = paper.kind === 'credit_note';
  const { corrects, lines, payment } = paper;
  const formatAmount = toFormat(paper);
  const sect = painter.group(painter.root, 'Sect');
  drawHead(painter, sect, paper.seller, paperCopy.titles[paper.kind], paper.number);
  drawFacts(painter, sect, [
    [facts.issued, formatPaperDate(paper.issuedAt, paper)],
    [facts.corrects[corrects.kind], corrects.number],
    [facts.correctedFrom, formatPaperDate(corrects.issuedAt, corrects)],
    [facts.purchase, paper.purchaseNumber],
    [facts.poNumber, paper.poNumber],
    [isCredit ? facts.creditedPayment : facts.debitedPayment, payment?.transactionId ?? null],
  ]);
  drawBuyer(painter, sect, paper);
  drawText(painter, sect, paperCopy.reason, paper.reason);
  const label = isCredit ? paperCopy.credited : paperCopy.debited;
  const { shippingMinor = 0, taxes = [] } = paper.charges ?? {};
  const netMinor = paper.totalMinor - sum(taxes.map((tax) => tax.amountMinor));
  const shippingLabel = taxes.length > 0 ? paperCopy.creditedShippingWithTax : paperCopy.creditedShipping;
  const sums = wrapSums(painter, [
    // What is listed above may be net or gross; this adds up for both.
    ...(taxes.length > 0 ? [{ label: paperCopy.withoutTax, value: formatAmount(netMinor) }] : []),
    ...taxes.map((tax) => toTaxSum(paperCopy.tax, tax, formatAmount)),
    { label, value: formatAmount(paper.totalMinor), isStrong: true },
    ...(shippingMinor > 0 ? [{ label: shippingLabel, value: formatAmount(shippingMinor) }] : []),
  ]);
  if (lines.length > 0) drawPricedLines(painter, sect, { lines, formatAmount }, sums.height);
  else drawStatement(painter, sect, isCredit ? paperCopy.creditedByAmount : paperCopy.debitedByAmount);
  drawSums(painter, sect, sums);
  if (paper.charges?.note) drawStatement(painter, sect, paper.charges.note);
  if (paper.note) drawText(painter, sect, paperCopy.note, paper.note);
}

type FormatAmount = (amountMinor: number) => string;

interface Sum {
  label: string;
  value: string;
}

/** What is above the total: the goods, and what is added to them. Nothing if that is nothing. */
function listCharges({ lines, charges }: SalePaper, formatAmount: FormatAmount): Sum[] {
  if (!charges) return [];
  const { shipping, taxes, pricesInclude, reliefMinor } = charges;
  return [
    { label: paperCopy.goods, value: formatAmount(sum(lines.map((line) => line.totalMinor))) },
    ...(shipping ? [{ label: paperCopy.shipping(shipping.name), value: formatAmount(shipping.priceMinor) }] : []),
    ...(reliefMinor > 0 ? [{ label: paperCopy.relief, value: formatAmount(-reliefMinor) }] : []),
    ...(pricesInclude === 'net' ? taxes.map((tax) => toTaxSum(paperCopy.tax, tax, formatAmount)) : []),
  ];
}

/** The taxes within a total of gross prices. */
const listIncluded = (charges: SalePaper['charges'], formatAmount: FormatAmount): Sum[] =>
  charges?.pricesInclude === 'gross'
    ? charges.taxes.map((tax) => toTaxSum(paperCopy.includedTax, tax, formatAmount))
    : [];

const toTaxSum = (
  toLabel: typeof paperCopy.tax,
  { name, rate, baseMinor, amountMinor }: SaleCharges['taxes'][number],
  formatAmount: FormatAmount,
): Sum => ({ label: toLabel(name, formatRate(rate), formatAmount(baseMinor)), value: formatAmount(amountMinor) });

function drawBuyer(painter: PagePainter, sect: StructureElement, paper: SalePaper | CreditNote | DebitNote): void {
  const billTo = listPartyLines(paper.billTo);
  const shipTo = listPartyLines(paper.shipTo);
  drawParties(painter, sect, [
    ...(billTo ? [[paperCopy.billTo, billTo] as [string, string[]]] : []),
    ...(shipTo ? [[paperCopy.shipTo, shipTo] as [string, string[]]] : []),
    [paperCopy.buyer, [paper.buyer.name, paper.buyer.email]],
  ]);
}

/** A paper is in its own currency, whatever the shop's is when it is drawn. */
function toFormat({ currency }: Pick<SalePaper, 'currency'>): (minor: number) => string {
  const format = getCurrencyFormat(currency);
  return (minor) => formatMoney(minor, format);
}

/** The sums are never on a page without a line. */
function drawPricedLines(
  painter: PagePainter,
  sect: StructureElement,
  { lines, formatAmount }: { lines: PricedLine[]; formatAmount: (minor: number) => string },
  roomBelow: number,
): void {
  drawTable(
    painter,
    sect,
    [
      { header: columns.position, width: 26, style: STYLES.muted },
      { header: columns.sku, width: 88, style: STYLES.figures },
      { header: columns.item, style: STYLES.body },
      { header: columns.quantity, width: 56, align: 'right', style: STYLES.figures },
      { header: columns.unitPrice, width: 84, align: 'right', style: STYLES.figures },
      { header: columns.total, width: 90, align: 'right', style: STYLES.figures },
    ],
    lines.map(({ sku, itemName, quantity, unitPriceMinor, totalMinor }, index) => [
      String(index + 1),
      sku || paperCopy.noSku,
      itemName,
      formatCount(quantity),
      formatAmount(unitPriceMinor),
      formatAmount(totalMinor),
    ]),
    { roomBelow },
  );
}

function drawStatement(painter: PagePainter, sect: StructureElement, text: string): void {
  makeRoom(painter, STATEMENT_HEIGHT);
  painter.flow(sect, 'P', painter.wrap(text, STYLES.body, painter.width));
  painter.y += 14;
}
