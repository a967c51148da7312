import { describe, expect, test } from 'vitest';
import { detectSeparator } from './detect-format.server.ts';

const LONG = 'Cut, ground, polished; oiled.\n'.repeat(210);
const quote = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`);
const HEAD = ['SKU', 'Name', 'About', 'Unit price', 'Minimum order'];
const ROWS = (about: string, count: number) =>
  Array.from({ length: count }, (_, at) => [`A-${at}`, 'Rasp, 8"; coarse', about, '4.20', '5']);

/** Returns the start of a file, which the detection reads. */
const begin = (separator: string, rows: readonly (readonly string[])[]) =>
  rows
    .map((cells) => quote(cells).join(separator))
    .join('\r\n')
    .slice(0, 64 * 1024);

describe('the separator of a file', () => {
  test.each([',', ';', '\t', '|'])('is %j if the sample ends within a long quoted text', (separator) => {
    expect(detectSeparator(begin(separator, [HEAD, ...ROWS(LONG, 40)]))).toBe(separator);
    // Already the first row is longer than the sample.
    expect(detectSeparator(begin(separator, [HEAD, ...ROWS(LONG.repeat(12), 1)]))).toBe(separator);
  });

  test.each([',', ';', '\t', '|'])('is %j if a few rows have texts of many lines', (separator) => {
    const lines = 'one, two\nthree, four\nfive; six\n'.repeat(3);
    expect(detectSeparator(begin(separator, [HEAD, ...ROWS(lines, 5)]))).toBe(separator);
  });

  test('is the one that makes rows equally wide if no column name is known', () => {
    expect(detectSeparator('Ref;Was;Kosten\nC-1;Meißel;12,50\nC-2;Säge;9,95\nC-3;Feile;7,05\n')).toBe(';');
    expect(detectSeparator('Ref;What\n1;"a, b\nc, d\ne, f"\n2;"g, h\ni, j"\n')).toBe(';');
    expect(detectSeparator('Price list 2026\n\nRef,What,Costs\nC-1,Chisel; flat,12\n')).toBe(',');
  });
});
