import { describe, expect, test } from 'vitest';
import { ellipsize, truncate, truncateWords } from './truncate.ts';

describe('truncating a text', () => {
  test('a text of exactly the limit stays complete', () => {
    expect(truncate('a'.repeat(80), 80)).toEqual({ text: 'a'.repeat(80), more: false });
    expect(ellipsize('a'.repeat(50), 50)).toBe('a'.repeat(50));
  });

  test('a longer text keeps exactly its first characters and shows that there was more', () => {
    expect(truncate('a'.repeat(81), 80)).toEqual({ text: 'a'.repeat(80), more: true });
    expect(ellipsize('a'.repeat(51), 50)).toBe(`${'a'.repeat(50)}…`);
  });

  test('with words, only whole ones stay', () => {
    expect(truncateWords('Forged steel head', 17)).toEqual({ text: 'Forged steel head', more: false });
    expect(truncateWords('Forged steel head', 14)).toEqual({ text: 'Forged steel', more: true });
    expect(truncateWords('Forged steel head', 12)).toEqual({ text: 'Forged steel', more: true });
    expect(truncateWords('Forged, ash handle', 9)).toEqual({ text: 'Forged', more: true });
    expect(truncateWords('a'.repeat(30), 20)).toEqual({ text: 'a'.repeat(20), more: true });
  });

  test('a character of two code units is never split', () => {
    expect(ellipsize('🔧🔨🪛', 2)).toBe('🔧🔨…');
  });
});
