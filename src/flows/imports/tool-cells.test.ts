import { expect, test } from 'vitest';
import { IMPORT_FIELDS, type ImportField } from '#src/features/imports/rules.ts';
import { MAX_CELLS, TEXT_CELLS } from './cell-lengths.ts';
import { parseCells } from './parse-cells.server.ts';
import { parseCell } from './tool-cells.server.ts';

/** Texts on which regular expressions backtrack. */
const AWKWARD = [
  ' ',
  '1',
  '1 ',
  '1,',
  ',',
  '.',
  '1.1',
  '-',
  '\t',
  'from ',
  ':',
  '>',
  '> ',
  '\u00a0',
  'x 1',
  '| ',
  'a-',
  '/images/a',
  '0',
  '\ufdfa',
  '\ud83d',
];

/** Returns the processor time of some work, in ms. */
function measure(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

const cellsOf = (length: number) =>
  AWKWARD.map((part) => `from${part.repeat(Math.ceil(length / part.length)).slice(0, Math.max(0, length - 5))}x`);

test('a cell that is too long is an error at once, with its field’s message', () => {
  const floor = measure(() => JSON.stringify(Array.from({ length: 200_000 }, (_, at) => `${at}`)));
  const reasons = new Map<ImportField, unknown>();
  const spent = measure(() => {
    for (const field of IMPORT_FIELDS)
      for (const text of cellsOf(60_000)) reasons.set(field, parseCell(field, text, '.'));
  });
  expect(spent).toBeLessThan(20 * floor);
  for (const field of IMPORT_FIELDS)
    expect(reasons.get(field)).toEqual({
      reason: TEXT_CELLS.has(field) ? `Please use at most ${MAX_CELLS[field]} characters.` : expect.any(String),
    });
  expect(parseCell('itemName', 'x'.repeat(121), '.')).toEqual({ reason: 'Please use at most 120 characters.' });
  expect(parseCell('balance', '1'.repeat(500), '.')).toEqual({ reason: 'Please enter a price such as 18.90.' });
});

test('a cell of the maximum length is cheap with any content', () => {
  const floor = measure(() => JSON.stringify(Array.from({ length: 200_000 }, (_, at) => `${at}`)));
  for (const field of IMPORT_FIELDS) {
    const texts = cellsOf(MAX_CELLS[field]);
    const lines = texts.map((text) =>
      Array.from({ length: 12 }, () => text.slice(0, MAX_CELLS[field] / 13)).join('\n'),
    );
    const spent = measure(() => {
      for (const text of [...texts, ...lines]) parseCell(field, text, ',');
    });
    expect(spent, field).toBeLessThan(20 * floor);
  }
});

test('cells of properties have a limit, too', () => {
  const properties = new Map(cellsOf(2_400).map((text, at) => [`Size ${at}`, text]));
  const { problems } = parseCells({ cells: [], properties, own: [] }, ',');
  expect(problems).toHaveLength(AWKWARD.length);
  expect(problems[0]).toEqual({ property: 'Size 0', reason: 'Please use at most 200 characters.' });
});

test.each([
  ['from 20: 17.20', { quantity: 20, unitPrice: '17.20' }],
  ['ab 1.000 = 17,20', null],
  ['20:17.20', { quantity: 20, unitPrice: '17.20' }],
  ['From 1,000 : $ 17.20', { quantity: 1_000, unitPrice: '17.20' }],
  ['from : 17.20', null],
  ['from 20 17.20', null],
  ['from 20: 17.20: 3', null],
  ['up to 20: 17.20', null],
])('the volume price “%s” is split at the first separator', (cell, price) => {
  const parsed = parseCell('volumePrices', cell, '.');
  if (price) expect(parsed).toMatchObject({ value: [price] });
  else expect(parsed).toMatchObject({ reason: expect.stringContaining('please enter one entry per line') });
});

test.each([
  ['.', ['such as 18.90.', 'from 20: 17.20', 'such as 1.25 kg']],
  [',', ['such as 18,90.', 'from 20: 17,20', 'such as 1,25 kg']],
] as const)('the example of a number has the decimal mark of the file (%s)', (decimal, examples) => {
  const cells = (['balance', 'volumePrices', 'weight'] as const).map((field) => [field, 'much'] as const);
  const { problems } = parseCells({ cells, properties: new Map(), own: [] }, decimal);
  expect(problems.map(({ reason }, at) => reason.includes(examples[at] ?? ''))).toEqual([true, true, true]);
});
