import { expect, test } from 'vitest';
import { makePdf } from '#tests/support/pdfs.ts';
import { inspectPdf } from './pdf-inspection.mjs';

/** A PDF of one page with these further objects, of which the first is number 4. */
function writePdf(objects: string[], { page = '', catalog = '' } = {}): Buffer {
  const all = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>>`,
    ...objects,
  ];
  const head = '%PDF-1.7\n';
  const parts = all.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  let offset = head.length;
  const entries = parts.map((part) => {
    const entry = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += part.length;
    return entry;
  });
  const size = all.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.from(`${head}${parts.join('')}${table}${trailer}`, 'latin1');
}

const stream = (entries: string) => `<</Type/XObject${entries}/Length 0>>\nstream\n\nendstream`;
const onPage = { page: '/Resources<</XObject<</A 4 0 R>>>>' };
const atOpening = { catalog: '/OpenAction 4 0 R' };
const FILE = '(\\\\\\\\evil.example\\\\share\\\\x.pdf)';

test('an ordinary PDF is shown, also with flags of annotations and links to websites', async () => {
  expect(await inspectPdf(await makePdf())).toEqual({ refusal: null, pages: 1 });
  const link = '<</Type/Annot/Subtype/Link/F 4/Rect[0 0 1 1]/A<</S/URI/URI(https://example.com/)>>>>';
  const pdf = writePdf([link], { page: '/Annots[4 0 R]', catalog: '/URI<</Base(https://example.com/)>>' });
  expect(await inspectPdf(pdf)).toEqual({ refusal: null, pages: 1 });
});

test.each([
  ['an article thread of another file', '<</Type/Action/S/Thread/D 0>>', atOpening, 'script'],
  ['a page of another file', stream(`/Subtype/Form/BBox[0 0 9 9]/Ref<</Page 0>>`), onPage, 'attachment'],
  ['a picture in another file', stream(`/Subtype/Image/Width 1/Height 1/F${FILE}`), onPage, 'attachment'],
  ['a picture in a file that is named elsewhere', stream('/Subtype/Image/F 5 0 R'), onPage, 'attachment'],
  ['a picture on a website', stream('/Subtype/Image/FS/URL'), onPage, 'attachment'],
  ['a filter of another file', stream('/Subtype/Image/FFilter/DCTDecode'), onPage, 'attachment'],
  ['a high-resolution picture elsewhere', stream('/Subtype/Image/OPI<</2.0<<>>>>'), onPage, 'attachment'],
  ['a file by its Unicode name', `<</Type/Filespec/UF${FILE}>>`, {}, 'attachment'],
  ['links that all begin on another computer', '<<>>', { catalog: `/URI<</Base${FILE}>>` }, 'script'],
])('%s is refused', async (_what, object, place, refusal) => {
  expect(await inspectPdf(writePdf([object, FILE], place))).toMatchObject({ refusal });
});

const fill = (head: string, unit: string) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n${head}`), Buffer.alloc(3_900_000, unit), Buffer.from('\n%%EOF')]);

test.each([
  ['objects', fill('', '1 0 obj ')],
  ['entries of a table', fill('xref\n0 400000\n', '0000000000 65535 f \n')],
  ['small objects', writePdf(Array(20_000).fill('<</A/B>>'))],
])('a PDF of very many %s is refused before it is parsed', async (_what, pdf) => {
  const start = performance.now();
  expect(await inspectPdf(pdf)).toEqual({ refusal: 'unreadable', pages: 0 });
  expect(performance.now() - start).toBeLessThan(1_500);
});
