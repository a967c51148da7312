import { expect, test } from 'vitest';
import { importCopy } from './copy.ts';

test('the question before an undo says what it reverts, if anything', () => {
  const getSentence = (creates: number, changes: number) => importCopy.undo.ask(creates, changes).text.split('. ')[0];
  expect(getSentence(1, 2)).toBe(
    '1 product that it created is removed, and 2 products return to their previous values',
  );
  expect(getSentence(0, 1)).toBe('1 product returns to its previous values');
  expect(getSentence(0, 0)).toBe('It did not create or change any products');
});
