import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineOfText } from '#src/shared/identifier.ts';
import { displayNameOf } from './rules.ts';

test('a name is one trimmed line', () => {
  expect(displayNameOf('  Ada\n\tSmith \u0000', 'ada@example.com')).toBe('Ada Smith');
});

test('whoever gave no name goes by their address', () => {
  expect(displayNameOf('', 'ada@example.com')).toBe('ada@example.com');
  expect(displayNameOf(undefined, 'ada@example.com')).toBe('ada@example.com');
});

test('whatever was given, every form takes the name back as it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'grapheme', minLength: 90, maxLength: 120 }),
      ),
      (given) => {
        const name = displayNameOf(given, 'ada@example.com');
        expect(lineOfText(100).parse(name)).toBe(name);
        expect(name.isWellFormed()).toBe(true);
        expect(displayNameOf(name, '')).toBe(name);
      },
    ),
    { numRuns: 500 },
  );
});
