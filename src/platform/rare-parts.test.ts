import { expect, test } from 'vitest';
import { countTrigrams, listTrigrams, pickRareParts } from './rare-parts.ts';

const orders = countTrigrams(
  Array.from({ length: 200 }, (_, at) => `claw hammer\nada smith ${at}\nbuyer${at}@example.com`),
);
const pick = (words: string[], texts = orders) => pickRareParts(words, texts).parts;

test('letters are looked up in groups of three, with blanks at the start and end of a word', () => {
  expect(listTrigrams('r297@')).toEqual(['r29', '297', '97 ']);
  expect(listTrigrams('97@ex')).toEqual(['97 ', '  e', ' ex']);
  expect(listTrigrams('ab')).toEqual([]);
  expect(listTrigrams('@.')).toEqual([]);
});

test('an address is looked up by its rare parts', () => {
  const [part = '', ...others] = pick(['buyer777@example.com']);
  expect(others).toEqual([]);
  expect('buyer777@example.com').toContain(part);
  expect(part).toMatch(/77/);
  for (const trigram of ['buy', 'exa', 'com']) expect(listTrigrams(part)).not.toContain(trigram);
});

test('of several words, the ones that most rows have are not looked up', () => {
  expect(pick(['hammer', 'zzyzx', 'smith'])).toEqual(['zzyzx']);
  expect(pick(['zzyzx', 'qqwwe'])).toEqual(['zzyzx', 'qqwwe']);
});

test('a word that all rows have is looked up if there is no other, but a short one never is', () => {
  expect(pick(['smith'])).toEqual(['smith']);
  expect(pick(['ab', 'c'])).toEqual([]);
  expect(pick(['ab', 'zzyzx'], countTrigrams([]))).toEqual(['zzyzx']);
});

test('the share is that of the rarest letters that are looked up', () => {
  expect(pickRareParts(['zzyzx', 'smith'], orders).share).toBe(0);
  expect(pickRareParts(['smith'], orders).share).toBe(1);
  expect(pickRareParts(['buyer5@example.com'], orders).share).toBe(1 / 200);
  expect(pickRareParts(['ab'], orders).share).toBe(1);
});
