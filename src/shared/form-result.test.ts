import { expect, test } from 'vitest';
import { UNREACHABLE } from './api-client.ts';
import { discardAllDrafts } from './draft.ts';
import { submitForm, toProblem } from './form-result.ts';

const detail = 'You search a lot. Please wait a minute.';

test.each([
  ['no way to the shop', new TypeError('Failed to fetch'), UNREACHABLE.detail],
  ['what the page has thrown', { status: 429, data: { detail } }, detail],
  ['the text of a problem document', { status: 503, data: JSON.stringify({ detail }) }, detail],
  ['a fault', new Error('Unexpected Server Error'), 'The shop gave an answer we could not read. Please try again.'],
])('a page that fails says what stood in the way: %s', (_, error, sentence) => {
  expect(toProblem(error).detail).toBe(sentence);
});

test('an answer that comes after everything typed was dropped brings none of it back', async () => {
  const result = { stored: false, values: { message: 'secret' }, errors: { message: 'Too short.' }, formError: null };
  expect(await submitForm(async () => result)).toEqual(result);
  const late = submitForm(async () => {
    discardAllDrafts();
    return result;
  });
  expect(await late).toEqual({ stored: false, values: {}, errors: {}, formError: null });
});
