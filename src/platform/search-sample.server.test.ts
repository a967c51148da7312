import { expect, test } from 'vitest';
import { isSurelyBeyond } from './search-sample.server.ts';

/** Counts how many of these samples of 500 rows estimate this total of a million as more than 10,000. */
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

test('a word in a tenth of a million rows exceeds 10,000 without counting', () => {
  expect(countMistakes(100_000, 500)).toBeGreaterThan(495);
});

test('a word in 10,000 rows is never estimated as more', () => {
  expect(countMistakes(10_000, 5_000)).toBe(0);
});

test('a short list never exceeds it, no matter what was sampled', () => {
  expect(isSurelyBeyond(500, 500, 10_000)).toBe(false);
  expect(isSurelyBeyond(500, 500, 10_500)).toBe(true);
  expect(isSurelyBeyond(0, 500, 1_000_000)).toBe(false);
});
