import { expect, test } from 'vitest';
import { describeOutcome } from './search-outcome.ts';

const sayOutcome = (q: string, corrected: string | null, nearest: boolean, filter?: string) => {
  const notice = describeOutcome({ q, corrected, nearest }, filter);
  return notice && `${notice.title}. ${notice.text}`;
};

test('a search that matches needs no notice', () => {
  expect(sayOutcome('claw hammer', null, false)).toBeNull();
});

test('a corrected search says what was typed and what is shown, and nothing else', () => {
  expect(sayOutcome('hamemr', 'hammer', false)).toBe('Showing results for “hammer”. No tool contains “hamemr”.');
  expect(sayOutcome('clwa hamemr', 'claw hammer', false)).toBe(
    'Showing results for “claw hammer”. No tool contains all words of “clwa hamemr”.',
  );
});

test('a search with only near matches says so once, in the singular for one word', () => {
  expect(sayOutcome('fluting', null, true)).toMatch(
    /^No tools match this word\. You searched for “fluting”\. These are/,
  );
  expect(sayOutcome('hammer zzqx', null, true)).toMatch(/^No tools match all of these words\. You searched for/);
});

test('a corrected search with only near matches does not claim results', () => {
  const notice = sayOutcome('hamemr zzqx', 'hammer zzqx', true);
  expect(notice).toContain(
    'You searched for “hamemr zzqx”. We looked for “hammer zzqx”. These are the closest matches.',
  );
  expect(notice).not.toContain('Showing results');
});

test('a search within a filter says that there may be better matches outside of it', () => {
  expect(sayOutcome('fluting', null, true, 'Few left')).toContain(
    'closest matches under “Few left”. There may be better ones',
  );
});
