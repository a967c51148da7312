// @ts-check
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** Actions that run script, start programs, send data or open other files. */
const REFUSED_ACTIONS = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'Rendition',
  'Movie',
  'Sound',
  'RichMediaExecute',
]);
/** Entries of any dictionary that hold script, forms of other programs, or files. */
const REFUSED_ENTRIES = new Map([
  ['JS', 'script'],
  ['JavaScript', 'script'],
  ['XFA', 'script'],
  ['RichMediaContent', 'attachment'],
  ['EmbeddedFiles', 'attachment'],
  ['EF', 'attachment'],
]);
/** Found in the bytes as well: another reader might find objects where this one finds none. */
const REFUSED_WORDS = [
  ['/JavaScript', 'script'],
  ['/Launch', 'script'],
  ['/EmbeddedFile', 'attachment'],
];
const LINK = /^(https?:|mailto:|tel:)/i;
/** Nesting beyond this is made to exhaust a reader. */
const MAX_DEPTH = 100;

/**
 * What speaks against showing a PDF to others: `encrypted`, `script` (also actions that leave the document),
 * `attachment`, or `unreadable`; null where nothing does.
 * @param {Buffer} bytes
 * @returns {Promise<{ refusal: 'unreadable' | 'encrypted' | 'script' | 'attachment' | null, pages: number }>}
 */
export async function inspectPdf(bytes) {
  const isWhole =
    /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
    /%%EOF\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 1024)));
  if (!isWhole) return { refusal: 'unreadable', pages: 0 };
  const word = REFUSED_WORDS.find(([text = '']) => bytes.includes(text, 0, 'latin1'));
  if (word) return { refusal: word[1] === 'script' ? 'script' : 'attachment', pages: 0 };
  try {
    const document = await PDFDocument.load(bytes, {
      updateMetadata: false,
      // Told apart from what cannot be read.
      ignoreEncryption: true,
      throwOnInvalidObject: true,
      parseSpeed: ParseSpeeds.Fastest,
    });
    if (document.isEncrypted) return { refusal: 'encrypted', pages: 0 };
    const pages = document.getPageCount();
    if (pages === 0) return { refusal: 'unreadable', pages };
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      const refusal = findRefusal(object, 0);
      if (refusal) return { refusal, pages };
    }
    return { refusal: null, pages };
  } catch {
    // What names the encryption is never encrypted itself.
    return { refusal: bytes.includes('/Encrypt') ? 'encrypted' : 'unreadable', pages: 0 };
  }
}

/**
 * @param {unknown} object
 * @param {number} depth
 * @returns {'unreadable' | 'script' | 'attachment' | null}
 */
function findRefusal(object, depth) {
  if (depth > MAX_DEPTH) return 'unreadable';
  if (object instanceof PDFArray) return firstRefusal(object.asArray(), depth);
  const dict = object instanceof PDFStream || object instanceof PDFRawStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return null;
  for (const [key, value] of dict.entries()) {
    const name = key.decodeText();
    const refused = REFUSED_ENTRIES.get(name);
    if (refused) return refused === 'script' ? 'script' : 'attachment';
    if (name === 'S' && value instanceof PDFName && REFUSED_ACTIONS.has(value.decodeText())) return 'script';
    if (name === 'URI' && isText(value) && !LINK.test(value.decodeText())) return 'script';
  }
  return firstRefusal(dict.values(), depth);
}

/**
 * @param {unknown[]} objects
 * @param {number} depth
 */
function firstRefusal(objects, depth) {
  for (const object of objects) {
    const refusal = findRefusal(object, depth + 1);
    if (refusal) return refusal;
  }
  return null;
}

/**
 * @param {unknown} value
 * @returns {value is PDFString | PDFHexString}
 */
function isText(value) {
  return value instanceof PDFString || value instanceof PDFHexString;
}
