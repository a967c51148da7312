import { expect, test } from 'vitest';
import { UNREACHABLE } from './api-client.ts';
import { discardAllDrafts } from './draft.ts';
import { submitForm, toProblem } from './form-result.ts';

const detail = 'Too many searches. Please wait a minute.';

test.each([
  ['the shop cannot be reached', new TypeError('Failed to fetch'), UNREACHABLE.detail],
  ['the page threw a problem', { status: 429, data: { detail } }, detail],
  ['the response is a problem document', { status: 503, data: JSON.stringify({ detail }) }, detail],
  [
    'an unexpected error',
    new Error('Unexpected Server Error'),
    'The shop sent an unreadable response. Please try again.',
  ],
])('a failed page returns the reason: %s', (_, error, sentence) => {
  expect(toProblem(error).detail).toBe(sentence);
});

test('a result that arrives after all drafts were discarded restores no input', async () => {
  const result = { stored: false, values: { message: 'secret' }, errors: { message: 'Too short.' }, formError: null };
  expect(await submitForm(async () => result)).toEqual(result);
  const late = submitForm(async () => {
    discardAllDrafts();
    return result;
  });
  expect(await late).toEqual({ stored: false, values: {}, errors: {}, formError: null });
});
