import { describe, expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from './formula-cells.ts';

/** Splits a line as a spreadsheet with `separator` does: quotes only count at the beginning of a cell. */
function splitLine(csv: string, separator: string): string[] {
  const cells: string[] = [];
  const rest = csv.replaceAll(
    new RegExp(`(?:"((?:[^"]|"")*)")?([^${separator}\\r\\n]*)(${separator}|\\r\\n|\\r|\\n|$)`, 'g'),
    (found, quoted = '', plain: string) => {
      if (found !== '') cells.push(String(quoted).replaceAll('""', '"') + plain);
      return '';
    },
  );
  expect(rest).toBe('');
  return cells;
}

const SEPARATORS = [',', ';'] as const;
const AWKWARD = ['=', '+', '-', '@', "'", '"', ';', ',', '\t', '\r', '\n', 'a', ' ', '＝'];

/** Makes texts of awkward characters, the same in each run. */
function* makeTexts(count: number): Generator<string> {
  let seed = 1;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let made = 0; made < count; made += 1) {
    yield Array.from({ length: next(12) }, () => AWKWARD[next(AWKWARD.length)]).join('');
  }
}

describe.each(SEPARATORS)('a file with cells separated by %s', (delimiter) => {
  test.each(SEPARATORS)('contains no formulas in a spreadsheet that separates by %s', (separator) => {
    for (const text of makeTexts(5000)) {
      const line = ['1001', escapeFormula(text, delimiter), 'end']
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(delimiter);
      const run = splitLine(line, separator).filter((cell) => /^[=+\-@\uff1d]/.test(cell));
      expect([text, run]).toEqual([text, []]);
    }
  });

  test('can be read back exactly, also with another system’s line endings', () => {
    for (const text of makeTexts(5000)) {
      expect(unescapeFormula(escapeFormula(text, delimiter))).toBe(text);
      // No stored text begins with a line ending.
      const stored = text.replace(/^['\s]+/, '');
      const changed = escapeFormula(stored, delimiter).replaceAll('\r\n', '\n');
      expect(unescapeFormula(changed)).toBe(stored.replaceAll('\r\n', '\n'));
    }
  });

  test('does not change ordinary texts', () => {
    for (const text of ['Smith; Söhne & Co', 'from 20: 17.20\nfrom 100: 16.00', '3-4 mm; 5 mm', `a${delimiter}-10 °C`])
      expect(escapeFormula(text, delimiter)).toBe(text);
  });
});
