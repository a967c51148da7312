import { describe, expect, test } from 'vitest';
import { clipText } from './clip-text.ts';

describe('a clipped text', () => {
  test.each([
    ['ends before a character that does not fit completely', 'ab🔨cd', 3, 'ab'],
    ['keeps a character that exactly fits', 'ab🔨cd', 4, 'ab🔨'],
    ['does not change if it fits', 'ab🔨', 4, 'ab🔨'],
    ['has no half characters that were in the text before', 'a\ud83d', 10, 'a\ufffd'],
  ])('%s', (_what, text, max, cut) => {
    expect(clipText(text, max)).toBe(cut);
  });

  test('says so on request, within the maximum length', () => {
    expect(clipText('abcdef', 4, '…')).toBe('abc…');
    expect(clipText('ab🔨def', 4, '…')).toBe('ab…');
    expect(clipText('abcd', 4, '…')).toBe('abcd');
  });
});
