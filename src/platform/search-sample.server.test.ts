import { expect, test } from 'vitest';
import { isSurelyBeyond } from './search-sample.server.ts';

/** Of so many samples of 500 rows, how many take this total of a million for more than 10,000. */
function countMistakes(total: number, runs: number): number {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let mistakes = 0;
  for (let run = 0; run < runs; run += 1) {
    let hits = 0;
    for (let sample = 0; sample < 500; sample += 1) if (random() < total / 1_000_000) hits += 1;
    if (isSurelyBeyond(hits, 500, 1_000_000)) mistakes += 1;
  }
  return mistakes;
}

test('a word that a tenth of a million rows have is beyond 10,000 without a count', () => {
  expect(countMistakes(100_000, 500)).toBeGreaterThan(495);
});

test('one that 10,000 rows have is never taken for more', () => {
  expect(countMistakes(10_000, 5_000)).toBe(0);
});

test('few rows are never beyond it, whatever was seen', () => {
  expect(isSurelyBeyond(500, 500, 10_000)).toBe(false);
  expect(isSurelyBeyond(500, 500, 10_500)).toBe(true);
  expect(isSurelyBeyond(0, 500, 1_000_000)).toBe(false);
});
