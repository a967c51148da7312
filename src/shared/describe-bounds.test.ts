import { expect, test } from 'vitest';
import { describeBounds } from './describe-bounds.ts';

test.each([
  [{ min: 24, max: 480 }, 24, 'From 24 to 480\u00a0pieces, in packs of 24.'],
  [{ min: 10, max: 620 }, 1, 'From 10 to 620\u00a0pieces.'],
  [{ min: 5, max: 5 }, 5, 'Exactly 5\u00a0pieces.'],
  [{ min: 1, max: 1 }, 1, 'Exactly 1\u00a0piece.'],
])('quantities from %o in packs of %i are described as %j', (bounds, packMultiple, sentence) => {
  expect(describeBounds(bounds, packMultiple)).toBe(sentence);
});
