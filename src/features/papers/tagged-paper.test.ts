import { beforeAll, expect, test } from 'vitest';
import { makeInvoice, makePackingList } from '#tests/support/paper-data.ts';
import { type PdfElement, type PdfStructure, readStructure } from '#tests/support/read-pdf.ts';
import { renderPaper } from './render-paper.server.ts';

// The requirements of PDF/UA that a program can check. Contrast and wording need a person.

let invoice: PdfStructure;
let packingList: PdfStructure;
let burmese: PdfStructure;
beforeAll(async () => {
  // Longer than a page, with a note that starts on one page and ends on the next.
  const note = 'Ring twice at gate 4. '.repeat(180);
  invoice = await readStructure(await renderPaper(makeInvoice(30, { note, poNumber: '注文 7' })));
  packingList = await readStructure(await renderPaper(makePackingList(2, 40)));
  burmese = await readStructure(await renderPaper(makeInvoice(1, { note: 'သင်္ဘော ကြွေး 12 ကျွန်း, שלום 東京 )' })));
});

const listAll = (element: PdfElement): PdfElement[] => [element, ...element.children.flatMap(listAll)];
const select = ({ root }: PdfStructure, tag: string) => listAll(root).filter((element) => element.tag === tag);
const shapeOf = ({ tag, children }: PdfElement): string => `${tag}(${children.map(shapeOf).join(' ')})`;

test('a paper has a title and a language, and declares itself as PDF/UA', () => {
  expect(invoice).toMatchObject({
    title: 'Invoice INV-2026-000001',
    language: 'en-US',
    isMarked: true,
    showsTitle: true,
  });
  expect(invoice.metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(packingList.title).toBe('Packing list 2 orders');
});

test('every font is an embedded subset and maps its glyphs to characters', () => {
  const names = invoice.fonts.map((font) => font.name.replace(/^[A-Z]{6}\+/, '')).sort();
  const own = ['Inter-Bold', 'Inter-Regular', 'JetBrainsMono-Bold', 'JetBrainsMono-Regular'];
  // A variable font is named by the lightest of its weights.
  expect(names).toEqual([...own, 'NotoSansSC-Thin']);
  for (const font of invoice.fonts) {
    expect(font).toMatchObject({ isEmbedded: true, isReadable: true });
    expect(font.name).toMatch(/^[A-Z]{6}\+/);
  }
});

test.each([
  ['an invoice', () => invoice],
  ['a packing list', () => packingList],
  ['an invoice in Burmese', () => burmese],
])('everything drawn in %s belongs to the structure or is an artifact', (_what, get) => {
  const structure = get();
  expect(structure.unmarked).toEqual([]);
  const content = listAll(structure.root).flatMap((element) => element.content);
  expect(content.length).toBeGreaterThan(20);
  expect(new Set(content).size).toBe(content.length);
  expect(content.toSorted()).toEqual(structure.marked.toSorted());
});

test('readers get the text itself of letters whose order or place is not that of the text', () => {
  expect(burmese.actualTexts).toEqual(['သင်္ဘော ကြွေး', 'ကျွန်း']);
  expect(invoice.actualTexts).toEqual([]);
});

test('an invoice has one main heading, followed by headings, paragraphs and two tables', () => {
  expect(select(invoice, 'H1')).toHaveLength(1);
  expect(select(invoice, 'H2')).toHaveLength(4);
  expect(select(invoice, 'Table')).toHaveLength(2);
});

test('each row has one cell per table header, and headers have a scope', () => {
  const [lines, sums] = select(invoice, 'Table');
  if (!lines || !sums) throw new Error('a table is missing');
  const [head, body] = lines.children;
  expect(head && shapeOf(head)).toBe('THead(TR(TH() TH() TH() TH() TH() TH()))');
  expect(body?.children.map(shapeOf)).toEqual(Array(30).fill('TR(TD() TD() TD() TD() TD() TD())'));
  expect(head?.children[0]?.children.map(({ scope }) => scope)).toEqual(Array(6).fill('Column'));
  expect(shapeOf(sums)).toBe('Table(TBody(TR(TH() TD()) TR(TH() TD())))');
  expect(listAll(sums).flatMap(({ scope }) => scope ?? [])).toEqual(['Row', 'Row']);
});

test('a paragraph over two pages is one element', () => {
  const note = select(invoice, 'P').at(-1);
  expect(note?.content.map((id) => id.split(':')[0])).toEqual(['2', '3']);
});

test('each purchase of a packing list is a section with a main heading', () => {
  const sections = packingList.root.children;
  expect(sections.map(({ tag }) => tag)).toEqual(['Sect', 'Sect', 'Sect']);
  for (const section of sections) expect(listAll(section).filter(({ tag }) => tag === 'H1')).toHaveLength(1);
});
