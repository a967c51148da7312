import { expect, test } from 'vitest';
import { listTrigrams, pickRareParts } from './rare-parts.ts';

const orders = Array.from({ length: 200 }, (_, at) => `claw hammer\nada smith ${at}\nbuyer${at}@example.com`);

test('letters are looked up in threes, with blanks where a word begins or ends', () => {
  expect(listTrigrams('r297@')).toEqual(['r29', '297', '97 ']);
  expect(listTrigrams('97@ex')).toEqual(['97 ', '  e', ' ex']);
  expect(listTrigrams('ab')).toEqual([]);
  expect(listTrigrams('@.')).toEqual([]);
});

test('an address is looked up by what other addresses do not have', () => {
  const [part = '', ...others] = pickRareParts(['buyer777@example.com'], orders);
  expect(others).toEqual([]);
  expect('buyer777@example.com').toContain(part);
  expect(part).toMatch(/77/);
  for (const trigram of ['buy', 'exa', 'com']) expect(listTrigrams(part)).not.toContain(trigram);
});

test('of several words those that most rows have are left to be looked at', () => {
  expect(pickRareParts(['hammer', 'zzyzx', 'smith'], orders)).toEqual(['zzyzx']);
  expect(pickRareParts(['zzyzx', 'qqwwe'], orders)).toEqual(['zzyzx', 'qqwwe']);
});

test('a word that all rows have is looked up where there is no other, and a short one never', () => {
  expect(pickRareParts(['smith'], orders)).toEqual(['smith']);
  expect(pickRareParts(['ab', 'c'], orders)).toEqual([]);
  expect(pickRareParts(['ab', 'zzyzx'], [])).toEqual(['zzyzx']);
});
