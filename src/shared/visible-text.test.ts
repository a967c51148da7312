import { describe, expect, test } from 'vitest';
import { echoedText, optionalSingleLineText, singleLineText } from './field-schemas.ts';
import { isVisible, removeHidden } from './visible-text.ts';

describe('a name', () => {
  test.each([
    ['turns the writing direction', 'Drills\u202egnp.exe'],
    ['isolates a direction', 'Drills\u2066'],
    ['contains a zero-width blank', 'Dri\u200blls'],
    ['contains a soft hyphen', 'Dri\u00adlls'],
    ['is a blank braille pattern', '\u2800'],
    ['stacks marks', `o${'\u0301'.repeat(5)}`],
    ['breaks a line', 'Drills\u2028Saws'],
  ])('that %s is rejected', (_what, name) => {
    expect(isVisible(name)).toBe(false);
    expect(singleLineText(120).safeParse(name).success).toBe(false);
    expect(optionalSingleLineText(120).safeParse(name).success).toBe(false);
  });

  test.each(['Zangen & Schlüssel', '手工具', 'مفك براغي', 'کتاب‌ها', 'क्‍ष', '👩‍🔧 Tools', '❤️ Bits'])(
    'in any alphabet is accepted: %s',
    (name) => {
      expect(singleLineText(120).parse(name)).toBe(name);
    },
  );

  test('that the shop generated before this rule is still accepted', () => {
    expect(echoedText(120).parse('Dri\u00adll')).toBe('Dri\u00adll');
    expect(echoedText(120).safeParse('Drill\u0000').success).toBe(false);
  });

  test('becomes visible without its hidden characters', () => {
    expect(removeHidden('Ada\u202e Smi\u200bth')).toBe('Ada Smith');
    expect(isVisible(removeHidden(`o${'\u0301'.repeat(3)}\u200b${'\u0301'.repeat(6)}`))).toBe(true);
  });
});
