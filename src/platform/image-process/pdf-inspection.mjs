// @ts-check
import {
  ParseSpeeds,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** Actions that run scripts, start programs, send data or open other files. */
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
  'Thread',
]);
/** Entries that contain scripts, XFA forms or files, in any dictionary. */
const REFUSED_ENTRIES = new Map([
  ['JS', 'script'],
  ['JavaScript', 'script'],
  ['XFA', 'script'],
  ['OnInstantiate', 'script'],
  ['RichMediaContent', 'attachment'],
  ['EmbeddedFiles', 'attachment'],
  ['EF', 'attachment'],
  // These name files elsewhere, such as on a server that learns who opens the document.
  ['Ref', 'attachment'],
  ['OPI', 'attachment'],
  ['FS', 'attachment'],
  ['UF', 'attachment'],
  ['FFilter', 'attachment'],
]);
/** Also searched for in the raw bytes: another reader may find objects where this one finds none. */
const REFUSED_WORDS = [
  ['/JavaScript', 'script'],
  ['/Launch', 'script'],
  ['/EmbeddedFile', 'attachment'],
];
/** More objects take seconds to parse. Ordinary documents of this size have far fewer. */
const MAX_OBJECTS = 20_000;
/** What begins an object, and what ends an entry in a table of them. */
const COUNTED = [/(?<!end)obj/g, /\d\s[fn]/g];
const LINK = /^(https?:|mailto:|tel:)/i;
/** Deeper nesting is meant to exhaust a reader. */
const MAX_DEPTH = 100;

/**
 * Every parsed object. If several have the same number, the library keeps the last, but another reader may take the
 * first.
 * @type {unknown[] | null}
 */
let parsed = null;
const { assign } = PDFContext.prototype;
PDFContext.prototype.assign = function assignAndKeep(ref, object) {
  // Compressed objects are only counted here.
  if (parsed && parsed.push(object) > MAX_OBJECTS) throw new Error('too many objects');
  assign.call(this, ref, object);
};

/**
 * Finds reasons not to show a PDF to others: `encrypted`, `script` (including actions that leave the document),
 * `attachment`, or `unreadable`; null if there is none.
 * @param {Buffer} bytes
 * @returns {Promise<{ refusal: 'unreadable' | 'encrypted' | 'script' | 'attachment' | null, pages: number }>}
 */
export async function inspectPdf(bytes) {
  const isWhole =
    /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
    /%%EOF\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 1024)));
  if (!isWhole) return { refusal: 'unreadable', pages: 0 };
  const raw = bytes.toString('latin1');
  if (COUNTED.some((pattern) => hasMore(raw, pattern))) return { refusal: 'unreadable', pages: 0 };
  // Names may have escaped characters (`#` and a hexadecimal code).
  const text = raw.replace(/#([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const word = REFUSED_WORDS.find(([refused = '']) => text.includes(refused));
  if (word) return { refusal: word[1] === 'script' ? 'script' : 'attachment', pages: 0 };
  /** @type {unknown[]} */
  const objects = [];
  parsed = objects;
  try {
    const document = await PDFDocument.load(bytes, {
      updateMetadata: false,
      // Reads on, to distinguish encrypted files from unreadable ones.
      ignoreEncryption: true,
      throwOnInvalidObject: true,
      parseSpeed: ParseSpeeds.Fastest,
    });
    if (document.isEncrypted) return { refusal: 'encrypted', pages: 0 };
    const pages = document.getPageCount();
    if (pages === 0) return { refusal: 'unreadable', pages };
    const refusal = firstRefusal(objects, document.context, 0);
    return { refusal, pages };
  } catch {
    // The entry that names the encryption is never encrypted itself.
    return { refusal: bytes.includes('/Encrypt') ? 'encrypted' : 'unreadable', pages: 0 };
  } finally {
    parsed = null;
  }
}

/**
 * Whether a PDF has more objects than are read.
 * @param {string} raw
 * @param {RegExp} pattern
 */
function hasMore(raw, pattern) {
  let count = 0;
  for (const _ of raw.matchAll(pattern)) {
    count += 1;
    if (count > MAX_OBJECTS) return true;
  }
  return false;
}

/**
 * @param {unknown} object
 * @param {PDFContext} context
 * @param {number} depth
 * @returns {'unreadable' | 'script' | 'attachment' | null}
 */
function findRefusal(object, context, depth) {
  if (depth > MAX_DEPTH) return 'unreadable';
  if (object instanceof PDFArray) return firstRefusal(object.asArray(), context, depth);
  const dict = object instanceof PDFStream || object instanceof PDFRawStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return null;
  for (const [key, entry] of dict.entries()) {
    const name = key.decodeText();
    const refused = REFUSED_ENTRIES.get(name);
    if (refused) return refused === 'script' ? 'script' : 'attachment';
    // An entry may be a reference to its value.
    const value = entry instanceof PDFRef ? context.lookup(entry) : entry;
    if (name === 'S' && value instanceof PDFName && REFUSED_ACTIONS.has(value.decodeText())) return 'script';
    // A file outside the document. Otherwise it is a number or a name.
    if (name === 'F' && (isText(value) || value instanceof PDFDict)) return 'attachment';
    // All relative links begin with it.
    if (name === 'Base' && !(isText(value) && /^https:\/\//i.test(value.decodeText()))) return 'script';
    if (name === 'URI' && isText(value) && !LINK.test(value.decodeText())) return 'script';
  }
  return firstRefusal(dict.values(), context, depth);
}

/**
 * @param {unknown[]} objects
 * @param {PDFContext} context
 * @param {number} depth
 */
function firstRefusal(objects, context, depth) {
  for (const object of objects) {
    const refusal = findRefusal(object, context, depth + 1);
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
