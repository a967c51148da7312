import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { getDocumentProxy } from 'unpdf';

/** A piece of text and its position: `x` and `y` of the start of its baseline, from the lower left corner. */
export interface TextItem {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

export interface PdfPage {
  width: number;
  height: number;
  items: TextItem[];
  /** All text, in the order in which it was written. */
  text: string;
}

/** Reads the texts of a PDF with Firefox's PDF engine. */
export async function readPages(bytes: Uint8Array): Promise<PdfPage[]> {
  // It takes ownership of the bytes, so it gets a copy.
  const document = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    const [, , width = 0, height = 0] = page.view;
    const found = items.flatMap((item): TextItem[] => {
      if (!('str' in item) || item.str === '') return [];
      const [, , , size, x, y] = item.transform as number[];
      return [{ text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, size: size ?? 0 }];
    });
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    pages.push({ width, height, items: found, text: text.replaceAll(/ +/g, ' ') });
  }
  await document.loadingTask.destroy();
  return pages;
}

/** An element of the structure tree. */
export interface PdfElement {
  tag: string;
  scope: string | null;
  children: PdfElement[];
  /** The page and number of each piece of marked content. */
  content: string[];
}

export interface PdfStructure {
  title: string;
  language: string;
  isMarked: boolean;
  /** Whether PDF viewers show the title instead of the file name. */
  showsTitle: boolean;
  metadata: string;
  /** Each font, whether it is embedded, and whether its glyphs map to Unicode characters. */
  fonts: { name: string; isEmbedded: boolean; isReadable: boolean }[];
  root: PdfElement;
  /** The pieces of tagged content on the pages. Operators that draw outside of them and of artifacts are `unmarked`. */
  marked: string[];
  unmarked: string[];
  /** What pieces of content say that their text is. */
  actualTexts: string[];
}

/** Reads tags, fonts and metadata from the objects of a PDF. */
export async function readStructure(bytes: Uint8Array): Promise<PdfStructure> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context, catalog } = document;
  const pages = document.getPages();
  const pageNumbers = new Map(pages.map((page, index) => [page.ref.toString(), index + 1]));
  const get = (dict: PDFDict, key: string) => context.lookup(dict.get(PDFName.of(key)));
  const decode = (value: unknown) => String((value as { decodeText?: () => string } | undefined)?.decodeText?.() ?? '');

  const readElement = (dict: PDFDict): PdfElement => {
    const kids = get(dict, 'K');
    const list = kids instanceof PDFArray ? kids.asArray() : [];
    const page = String(dict.get(PDFName.of('Pg')));
    const element: PdfElement = { tag: decode(get(dict, 'S')), scope: null, children: [], content: [] };
    const attributes = get(dict, 'A');
    if (attributes instanceof PDFDict) element.scope = decode(get(attributes, 'Scope')) || null;
    for (const kid of list) {
      const value = kid instanceof PDFRef ? context.lookup(kid) : kid;
      if (!(value instanceof PDFDict)) element.content.push(`${pageNumbers.get(page)}:${value}`);
      else if (decode(get(value, 'Type')) === 'MCR')
        element.content.push(`${pageNumbers.get(String(value.get(PDFName.of('Pg'))))}:${get(value, 'MCID')}`);
      else element.children.push(readElement(value));
    }
    return element;
  };

  const fonts = context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFDict) || decode(get(object, 'Type')) !== 'Font') return [];
    const descendants = get(object, 'DescendantFonts');
    const [descendant] = descendants instanceof PDFArray ? descendants.asArray() : [];
    if (!descendant) return decode(get(object, 'Subtype')).startsWith('CIDFont') ? [] : [toFont(object, object)];
    return [toFont(object, context.lookup(descendant) as PDFDict)];
  });
  function toFont(font: PDFDict, described: PDFDict) {
    const descriptor = get(described, 'FontDescriptor');
    return {
      name: decode(get(font, 'BaseFont')),
      isEmbedded: descriptor instanceof PDFDict && get(descriptor, 'FontFile2') !== undefined,
      isReadable: get(font, 'ToUnicode') !== undefined,
    };
  }

  const treeRoot = get(catalog, 'StructTreeRoot') as PDFDict;
  const [first] = (get(treeRoot, 'K') as PDFArray).asArray();
  const markings = pages.map((page, index) => {
    const stream = get(page.node, 'Contents');
    if (!(stream instanceof PDFRawStream)) throw new Error('a page has no content');
    return readMarkings(index + 1, Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'));
  });
  return {
    title: document.getTitle() ?? '',
    language: decode(get(catalog, 'Lang')),
    isMarked: String(get(get(catalog, 'MarkInfo') as PDFDict, 'Marked')) === 'true',
    showsTitle: String(get(get(catalog, 'ViewerPreferences') as PDFDict, 'DisplayDocTitle')) === 'true',
    metadata: Buffer.from((get(catalog, 'Metadata') as PDFRawStream).contents).toString(),
    fonts,
    root: readElement(context.lookup(first) as PDFDict),
    marked: markings.flatMap(({ marked }) => marked),
    unmarked: markings.flatMap(({ unmarked }) => unmarked),
    actualTexts: markings.flatMap(({ actualTexts }) => actualTexts),
  };
}

/**
 * Finds the operators that begin and end marked content and those that draw. Strings in the content are hexadecimal,
 * except actual texts.
 */
function readMarkings(page: number, whole: string) {
  const actualTexts: string[] = [];
  const content = whole.replace(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs, (_all, text: string) => {
    actualTexts.push(PDFString.of(text).decodeText());
    return '';
  });
  const marked: string[] = [];
  const unmarked: string[] = [];
  let depth = 0;
  for (const [operator, id] of content.matchAll(/\/MCID (\d+)|\b(?:BDC|BMC|EMC|TJ|Tj)\b|^(?:S|f|B)$/gm)) {
    if (id !== undefined) marked.push(`${page}:${id}`);
    else if (operator === 'BDC' || operator === 'BMC') depth += 1;
    else if (operator === 'EMC') depth -= 1;
    else if (depth === 0) unmarked.push(operator);
  }
  if (depth !== 0) throw new Error('marked content is not ended');
  return { marked, unmarked, actualTexts };
}
