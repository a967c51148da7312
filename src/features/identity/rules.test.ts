import fc from 'fast-check';
import { expect, test } from 'vitest';
import { singleLineText } from '#src/shared/field-schemas.ts';
import { toDisplayName } from './rules.ts';

test('a name is one trimmed line', () => {
  expect(toDisplayName('  Ada\n\tSmith \u0000', 'ada@example.com')).toBe('Ada Smith');
});

test('a user without a name goes by their address', () => {
  expect(toDisplayName('', 'ada@example.com')).toBe('ada@example.com');
  expect(toDisplayName(undefined, 'ada@example.com')).toBe('ada@example.com');
});

test('every form accepts an existing name unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'grapheme', minLength: 90, maxLength: 120 }),
      ),
      (given) => {
        const name = toDisplayName(given, 'ada@example.com');
        expect(singleLineText(100).parse(name)).toBe(name);
        expect(name.isWellFormed()).toBe(true);
        expect(toDisplayName(name, '')).toBe(name);
      },
    ),
    { numRuns: 500 },
  );
});
