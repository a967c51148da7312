import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  makeConfirmation,
  makeCreditNote,
  makeDeliveryNote,
  makeInvoice,
  makePackingList,
  makeReceipt,
} from '#tests/support/paper-data.ts';
import { readPages, readStructure, type TextItem } from '#tests/support/read-pdf.ts';
import { type Paper, paperSchema, type SalePaper } from './contract.ts';
import { INVISIBLE_IN_CLUSTERS, toPrintable } from './printable-text.ts';
import { renderPaper } from './render-paper.server.ts';

const render = async (paper: Paper) => readPages(await renderPaper(paperSchema.parse(paper)));
/** Returns all lines of all pages, as a PDF reader finds them. */
const readLines = async (paper: Paper) =>
  (await render(paper)).flatMap(({ text }) => text.split('\n').map((line) => line.trim()));

const PRICED_LINES = [
  '1 IM-00012 Claw hammer 16 oz 1 $18.90 $18.90',
  '2 IM-00013 Combination wrench 17 mm,',
  'chrome vanadium, DIN 3113 A',
  '8 $20.27 $162.16',
];

test('an invoice says who bought what at which price, and what was paid', async () => {
  const lines = await readLines(makeInvoice(2, { note: 'Ring at gate 4.\nNot on Fridays.' }));
  expect(lines.filter(Boolean)).toEqual([
    'Ironmonger Ironmonger Tool Company',
    '1992 Foundry Street',
    'Cleveland, OH 44114',
    'United States',
    'Tax number 34-1234567',
    '+1 (216) 555-0192 · sales@ironmonger.example',
    'Invoice INV-2026-000001',
    'Date',
    'Nov 24, 2026 UTC',
    'Order',
    'IM-2026-000123',
    'Ordered',
    'Nov 23, 2026 UTC',
    'Paid',
    'Nov 24, 2026 UTC',
    'Your PO number',
    'PO-77812',
    'Payment by card',
    'pi_3Nabc123DEF456ghi',
    'Bill to',
    'Smith & Sons Ltd.',
    '12 Mill Lane',
    'Sheffield S1 2AB',
    'VAT ID GB123456789',
    'Ship to',
    'Smith & Sons Ltd.',
    'Gate 4, Unit 12',
    'Sheffield S4 7WZ',
    'Ordered by',
    'Ada Smith',
    'ada@example.com',
    '# SKU Item Quantity Unit price Total',
    ...PRICED_LINES,
    'Total $181.06',
    'Paid on Nov 24, 2026 UTC $181.06',
    'Note',
    'Ring at gate 4.',
    'Not on Fridays.',
    'Invoice INV-2026-000001 Page 1 of 1',
  ]);
});

test.each([
  ['America/New_York', 'Nov 24, 2026 EST', 'Nov 22, 2026 EST'],
  ['Asia/Tokyo', 'Nov 25, 2026 GMT+9', 'Nov 23, 2026 GMT+9'],
])('dates of a paper are in its time zone, which it names: %s', async (timeZone, issued, placed) => {
  const dates = { issuedAt: '2026-11-24T15:05:00.000Z', placedAt: '2026-11-23T03:30:00.000Z', timeZone };
  const lines = await readLines({ ...makeInvoice(2), ...dates });
  expect(lines.slice(lines.indexOf('Date'), lines.indexOf('Paid'))).toEqual([
    'Date',
    issued,
    'Order',
    'IM-2026-000123',
    'Ordered',
    placed,
  ]);
  expect(await readLines({ ...makeDeliveryNote(2), ...dates })).toEqual(expect.arrayContaining([issued, placed]));
  expect(await readLines({ ...makePackingList(2), issuedAt: dates.issuedAt, timeZone })).toContain(issued);
});

test('a credit note has the date of its invoice as the invoice shows it, also if the shop has moved since', async () => {
  const note = makeCreditNote(1);
  const corrects = { ...note.corrects, issuedAt: '2026-11-24T02:00:00.000Z', timeZone: 'Asia/Tokyo' };
  const lines = await readLines({ ...note, corrects, timeZone: 'America/New_York' });
  expect(lines).toContain('Nov 24, 2026 GMT+9');
  expect(await readLines({ ...note, corrects: { ...corrects, timeZone: undefined } })).toContain('Nov 24, 2026 UTC');
});

test('a confirmation of an unpaid purchase says what is due', async () => {
  const lines = await readLines(makeConfirmation(2));
  expect(lines).toEqual(
    expect.arrayContaining(['Order confirmation IM-2026-000123', 'Total $181.06', 'To pay $181.06']),
  );
  expect(lines.join(' ')).toContain('Not paid yet.');
  expect(lines.join(' ')).not.toMatch(/Bill to|Ship to|Purchase|Paid on/);
});

test('a receipt says what was refunded later, and what remains', async () => {
  const lines = await readLines(makeReceipt(10));
  expect(lines).toEqual(
    expect.arrayContaining([
      'Receipt IM-2026-000123',
      'Total $8,937.30',
      'Paid on Nov 24, 2026 UTC $8,937.30',
      'Refunded on Nov 30, 2026 UTC',
      '(CN-2026-000001)',
      '-$50.00',
      'Refunded on Dec 1, 2026 UTC -$12.00',
      'Paid after refunds $8,875.30',
    ]),
  );
});

test('a credit note says which paper it corrects, why, and by how much', async () => {
  const lines = await readLines(makeCreditNote(2));
  expect(lines).toEqual(
    expect.arrayContaining([
      'Credit note CN-2026-000001',
      'Corrects invoice',
      'INV-2026-000001',
      'Two hammers arrived with a cracked handle.',
      ...PRICED_LINES,
      'Credited $181.06',
      'Refunded to card payment',
      'pi_3Nabc123DEF456ghi',
    ]),
  );
});

test('a credit note of an amount has no lines', async () => {
  const lines = await readLines(makeCreditNote(0));
  expect(lines).toContain('Credited $25.00');
  expect(lines).toContain('This credits an amount, not individual lines.');
  expect(lines.join(' ')).not.toContain('Unit price');
});

test('a delivery note has this shipment’s pieces, earlier ones and remaining ones, without prices', async () => {
  const lines = await readLines(makeDeliveryNote(2));
  expect(lines).toEqual(
    expect.arrayContaining([
      'Delivery note IM-2026-000123',
      'UPS',
      '1Z999AA10123456784',
      '1 IM-00012 Claw hammer 16 oz 6 2 1 3',
      '9 pieces in this shipment. 6 pieces still to come.',
    ]),
  );
  expect(lines.join(' ')).not.toContain('$');
});

test('the last delivery note says that the order is complete', async () => {
  const line = { sku: 'A-1', itemName: 'Vise', orderedQuantity: 1, quantity: 1, remainingQuantity: 0 };
  const lines = await readLines(makeDeliveryNote(1, { lines: [line] }));
  expect(lines).toContain('1 piece in this shipment. This completes the order.');
});

test('a packing list of several purchases starts with all pieces by tool, and each purchase starts a new page', async () => {
  const pages = await render(makePackingList(1, 2, 3));
  expect(pages.map(({ text }) => /IM-2026-\d{6}\n/.exec(text)?.[0].trim())).toEqual([
    'IM-2026-000123',
    'IM-2026-000121',
    'IM-2026-000122',
    'IM-2026-000123',
  ]);
  const [summary, one] = pages.map(({ text }) => text.split('\n').map((line) => line.trim()));
  expect(summary).toEqual(
    expect.arrayContaining([
      'Packing list 3 orders',
      'IM-2026-000121, IM-2026-000122, IM-2026-000123',
      'IM-00012 Claw hammer 16 oz 3 3',
      'IM-00014 Bench vise 125 mm 1 15',
    ]),
  );
  expect(one).toEqual(
    expect.arrayContaining(['1 IM-00012 Claw hammer 16 oz 6 2 1 3', 'Leave at the gate.', 'Packed by Date']),
  );
});

test('a packing list of one purchase has no summary', async () => {
  const pages = await render(makePackingList(2));
  expect(pages).toHaveLength(1);
  expect(pages[0]?.text).not.toContain('All pieces by tool');
});

test('a hundred lines are exact to the last cent, with a table header and a number on each page', async () => {
  const paper = makeInvoice(100);
  const pages = await render(paper);
  expect(pages.length).toBeGreaterThan(3);
  for (const [index, { text }] of pages.entries()) {
    expect(text).toContain('# SKU Item Quantity Unit price Total');
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
  }
  const text = pages.map((page) => page.text).join('\n');
  const totals = [...text.matchAll(/(\$[\d,.]+) (\$[\d,.]+)\s*\n/g)].map((match) => toMinor(match[2] ?? ''));
  expect(totals).toEqual(paper.lines.map((line) => line.totalMinor));
  expect(text).toContain('Total $391,952.40');
});

test.each([9, 10, 11, 12, 13, 14])('the total of %i lines is never on a page without a line', async (count) => {
  const pages = await render(makeInvoice(count));
  const last = pages.find(({ text }) => /^Total \$/m.test(text));
  expect(last?.text).toMatch(new RegExp(`^${count} `, 'm'));
});

test('the same paper always has the same bytes, with its issue date', async () => {
  const one = await renderPaper(makeReceipt(10));
  await renderPaper(makeInvoice(1, { note: '日本' }));
  expect(Buffer.from(await renderPaper(makeReceipt(10))).equals(one)).toBe(true);
  expect(
    Buffer.from(one)
      .toString('latin1')
      .match(/\(D:\d+Z?\)/g),
  ).toEqual(['(D:20261124150500Z)']);
});

test('A4 has the right size', async () => {
  const [page] = await render(makeInvoice(1, { pageSize: 'a4' }));
  expect([page?.width, page?.height].map((side) => Math.round(side ?? 0))).toEqual([595, 842]);
});

test.each([
  ['Greek', 'Εργαλεία Παπαδόπουλος Α.Ε.'],
  ['Cyrillic', 'ООО «Инструмент» Щёлково'],
  ['Polish, Vietnamese and Turkish', 'Łódź Đà Nẵng Şişli'],
  ['ligatures of the font', 'office difficult 2x4 -> <= != www'],
  ['characters that look alike', 'Δ∆ ΙɩI ’ʼ'],
  ['Japanese', '株式会社東京工具 〒100-0001 ビル'],
  ['Chinese in short characters', '上海五金工具有限公司'],
  ['Chinese in full characters', '臺灣五金工具股份有限公司'],
  ['Korean', '주식회사 한국공구'],
  ['Hebrew', 'שלום עולם'],
  ['Hebrew with vowels', 'שָׁלוֹם'],
  ['Arabic', 'شركة الأدوات المحدودة'],
  ['Arabic with vowels', 'مُحَمَّد بن عبد الله'],
  ['Urdu', 'ٹولز کمپنی لاہور'],
  ['Hindi', 'हिन्दी टूल्स प्राइवेट लिमिटेड'],
  ['Hindi whose letters join', 'नई कृष्ण क्षत्रिय'],
  ['Thai', 'บริษัท เครื่องมือไทย จำกัด'],
  ['Lao', 'ບໍລິສັດ ເຄື່ອງມືລາວ ຈຳກັດ'],
  ['Khmer', 'ក្រុមហ៊ុនឧបករណ៍ កម្ពុជា'],
  ['Burmese', 'မြန်မာ ကိရိယာ ကုမ္ပဏီ သင်္ဘော'],
  ['Bengali', 'ঢাকা টুলস কোম্পানি লিমিটেড'],
  ['Assamese', 'গুৱাহাটী সঁজুলি প্ৰতিষ্ঠান'],
  ['Punjabi', 'ਪੰਜਾਬ ਟੂਲਜ਼ ਸ੍ਰੀ ਅੰਮ੍ਰਿਤਸਰ'],
  ['Gujarati', 'ગુજરાત ઓજાર કંપની ક્ષત્રિય'],
  ['Odia', 'ଓଡ଼ିଶା ଉପକରଣ କମ୍ପାନୀ ତ୍ରିଲୋଚନ'],
  ['Tamil', 'கோயம்புத்தூர் கருவிகள் ஸ்ரீ'],
  ['Telugu', 'హైదరాబాదు పనిముట్లు లిమిటెడ్'],
  ['Kannada', 'ಬೆಂಗಳೂರು ದ್ವೀಪ ಕೋಲಾರ'],
  ['Malayalam', 'കോഴിക്കോട് ഉപകരണങ്ങൾ സ്ത്രീ'],
  ['Sinhala', 'ශ්‍රී ලංකා මෙවලම් සමාගම'],
  ['Georgian', 'თბილისის ხელსაწყოები'],
  ['Armenian', 'Երևանի գործիքներ ՍՊԸ մնայուն'],
  ['Amharic', 'አዲስ አበባ መሣሪያዎች'],
  ['signs of measures', '①②℃㎜'],
])('%s is found as typed, without a box', async (_what, name) => {
  const pages = await render(makeInvoice(1, { buyer: { name, email: 'a@example.com' } }));
  expect(pages[0]?.text).toContain(name);
  expect(pages[0]?.text).not.toContain('not in this document’s font');
});

test.each([
  ['Cherokee', 'ᏣᎳᎩ'],
  ['an emoji of several parts', 'Tools 🛠️ 👩🏽‍🔧 Inc.'],
  ['Syriac', 'ܫܠܡܐ'],
  ['the fourth and any further mark', 'q\u0302\u0302\u0302\u0302\u0302\u0302\u0302\u0302\u0302 Ltd.'],
])('%s, which the font lacks, appears as boxes and is found as typed', async (_what, name) => {
  const pages = await render(makeInvoice(1, { buyer: { name, email: 'a@example.com' } }));
  expect(pages[0]?.text).toContain(name);
  expect(pages[0]?.text).toContain('Characters shown as □ are not in this document’s font.');
});

test.each([
  ['parentheses and a number', 'שלום (עולם) 12'],
  ['Latin letters', 'شركة ABC للأدوات'],
  ['what keeps letters apart', 'می‌خواهم پژوهش'],
  ['what keeps letters of Kannada apart', 'ಸಾಫ್ಟ್‌ವೇರ್'],
  ['a vowel around a mark of tone', 'น้ำมัน'],
])('a line of another script with %s is read in the order in which it was typed', async (_what, name) => {
  const pages = await render(makeInvoice(1, { buyer: { name, email: 'a@example.com' } }));
  const toLetters = (text: string) => text.replace(/[\s\p{Cf}]/gu, '');
  expect(toLetters(pages[0]?.text ?? '')).toContain(toLetters(name));
  expect(pages[0]?.text).not.toContain('not in this document’s font');
});

test.each<[string, Partial<SalePaper>, string]>([
  ['of a Japanese address', { shipTo: { lines: ['直角', 'Japan'], vatId: null } }, 'NotoSansJP'],
  ['of kana', { note: '直角で' }, 'NotoSansJP'],
  ['of a Korean name', { note: '직각 直角' }, 'NotoSansKR'],
  ['of a Taiwanese address', { billTo: { lines: ['直角', 'TAIWAN'], vatId: null } }, 'NotoSansTC'],
  ['of a Chinese address', { shipTo: { lines: ['直角', 'China'], vatId: null } }, 'NotoSansSC'],
  [
    'of where the goods go, not of who pays',
    { billTo: { lines: ['直角', 'Taiwan'], vatId: null }, shipTo: { lines: ['直角', 'Japan'], vatId: null } },
    'NotoSansJP',
  ],
])('Han characters %s have the form of their language', async (_what, more, font) => {
  const { fonts } = await readStructure(
    await renderPaper(makeInvoice(1, { buyer: { name: '直', email: '' }, ...more })),
  );
  const names = fonts.map(({ name }) => name.replace(/^[A-Z]{6}\+/, '').replace(/-.*/, ''));
  expect(names.filter((name) => name.startsWith('Noto'))).toContain(font);
});

test('a text of thousands of different characters has letters and boxes, and all are found', async () => {
  const note = Array.from({ length: 4_000 }, (_, at) => String.fromCodePoint(0x4e00 + 5 * at)).join('');
  const text = (await render(makeInvoice(1, { note }))).map((page) => page.text).join('');
  expect(text).toContain('Characters shown as □');
  expect([...note].filter((character) => !text.includes(character))).toEqual([]);
});

/** Texts of the maximum length, in the widest letters. */
const HUGE: Partial<SalePaper> = {
  seller: {
    name: 'W'.repeat(120),
    legalName: 'W'.repeat(120),
    address: Array(6).fill('W'.repeat(120)),
    taxNumber: 'W'.repeat(120),
    phone: 'W'.repeat(120),
    email: 'w'.repeat(320),
  },
  buyer: { name: 'W'.repeat(200), email: 'w'.repeat(320) },
  billTo: { lines: Array(12).fill('W'.repeat(200)), vatId: 'W'.repeat(200) },
  shipTo: { lines: Array(12).fill('株'.repeat(200)), vatId: null },
  poNumber: 'P'.repeat(200),
  note: 'Lorem ipsum dolor sit amet. '.repeat(142),
};

test.each<[string, Paper]>([
  ['an invoice', makeInvoice(12)],
  ['the largest texts', makeInvoice(3, HUGE)],
  [
    'the largest figures',
    makeInvoice(1, {
      lines: [
        {
          sku: 'W'.repeat(200),
          itemName: 'W'.repeat(200),
          quantity: 999_999_999,
          unitPriceMinor: 100,
          totalMinor: 99_999_999_900,
        },
      ],
      totals: { totalMinor: 99_999_999_900, paidMinor: 99_999_999_900, refundedMinor: 0 },
      payment: { transactionId: 'W'.repeat(200), paidAt: '2026-11-24T15:05:00.000Z', amountMinor: 99_999_999_900 },
    }),
  ],
  ['a receipt with refunds', makeReceipt(10)],
  ['a receipt with two hundred refunds', makeRefundedReceipt(200)],
  ['a credit note', makeCreditNote(3)],
  ['a delivery note', makeDeliveryNote(12, { trackingNumber: 'W'.repeat(200), carrier: 'W'.repeat(200) })],
  ['a packing list', makePackingList(1, 20, 3)],
])('in %s nothing is cut off or overlaps', async (_what, paper) => {
  for (const { items, width, height } of await render(paper)) {
    const visible = items.filter(({ text }) => text.trim() !== '');
    const outside = visible.filter(
      (item) => item.x < 53.9 || item.x + item.width > width - 53.9 || item.y < 20 || item.y > height - 40,
    );
    expect(outside).toEqual([]);
    expect(listOverlaps(visible)).toEqual([]);
  }
});

function makeRefundedReceipt(count: number): SalePaper {
  const receipt = makeReceipt(3);
  const refund = { number: 'CN-2026-000001', refundedAt: receipt.issuedAt, amountMinor: 1 };
  return { ...receipt, totals: { ...receipt.totals, refundedMinor: count }, refunds: Array(count).fill(refund) };
}

function listOverlaps(items: TextItem[]): string[] {
  return items.flatMap((one, index) =>
    items
      .slice(index + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width - 0.5 &&
          other.x < one.x + one.width - 0.5 &&
          Math.abs(one.y - other.y) < 0.9 * Math.min(one.size, other.size),
      )
      .map((other) => `${one.text} | ${other.text}`),
  );
}

const anyText = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc.string({ unit: 'binary', maxLength }),
      fc.string({
        unit: fc.constantFrom(
          '\u0301',
          '\u202e',
          '\u200d',
          'e',
          'ש',
          'ل',
          'ا',
          '\u064e',
          '\u05b8',
          '(',
          '1',
          'क',
          '्',
          'ि',
          'น',
          '้',
          'ำ',
          'ক',
          'ো',
          'ক্ষি',
          'ක්‍ර',
          'က',
          '္',
          'ေ',
          'း',
          'ក',
          '្',
          'ៅ',
          'გ',
          '株',
          'ガ',
          '한',
          '🧰',
          ' ',
          '\n',
          '\u0000',
        ),
        maxLength,
      }),
    )
    .map((text) => text.slice(0, maxLength));

test('any text is rendered, and each visible character is found', async () => {
  const party = fc.record({ lines: fc.array(anyText(60), { maxLength: 6 }), vatId: fc.option(anyText(40)) });
  const texts = fc.record({
    buyer: fc.record({ name: anyText(100), email: anyText(100) }),
    billTo: party,
    shipTo: fc.option(party),
    poNumber: fc.option(anyText(60)),
    note: fc.option(anyText(400)),
    itemName: anyText(120),
    sku: fc.option(anyText(60)),
  });
  await fc.assert(
    fc.asyncProperty(texts, async ({ itemName, sku, ...parts }) => {
      const [line] = makeInvoice(1).lines;
      const paper = paperSchema.parse(makeInvoice(1, { ...parts, lines: line ? [{ ...line, itemName, sku }] : [] }));
      const found = countCharacters((await readPages(await renderPaper(paper))).map(({ text }) => text).join(''));
      const { buyer, billTo, shipTo, poNumber, note } = parts;
      const typed = [buyer.name, buyer.email, billTo.vatId, ...billTo.lines, shipTo?.vatId, ...(shipTo?.lines ?? [])];
      const all = [...typed, poNumber, note, itemName, sku].map((text) => toPrintable(text ?? '')).join('\n');
      const lost = [...countCharacters(all)].filter(([character, count]) => (found.get(character) ?? 0) < count);
      expect(lost).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

/**
 * Counts characters, except format characters, which the PDF engine leaves out, and < and >, which it removes from
 * right-to-left lines.
 */
function countCharacters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of text.replace(INVISIBLE_IN_CLUSTERS, '').replace(/[\s<>\p{Cf}]/gu, ''))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

function toMinor(money: string): number {
  return Number(money.replace(/[$,.]/g, ''));
}

test('a credit note with taxes adds up from what is without tax, whatever its lines include', async () => {
  const note = makeCreditNote(1);
  const taxes = [
    { name: 'VAT', rate: 190_000, baseMinor: 1_500, amountMinor: 285 },
    { name: 'VAT', rate: 70_000, baseMinor: 990, amountMinor: 69 },
  ];
  const lines = await readLines({
    ...note,
    totalMinor: 2_844,
    payment: null,
    charges: { shippingMinor: 714, taxes, note: null },
  });
  const at = lines.indexOf('Without tax $24.90');
  expect(lines.slice(at, at + 5)).toEqual([
    'Without tax $24.90',
    'VAT 19 % on $15.00 $2.85',
    'VAT 7 % on $9.90 $0.69',
    'Credited $28.44',
    'Including shipping with its tax $7.14',
  ]);
});
