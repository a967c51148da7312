import { describe, expect, test } from 'vitest';
import { slugSchema } from './slug-schema.ts';

describe('the page address that an owner types', () => {
  test.each([
    ['claw-hammer', 'claw-hammer'],
    ['Größe 13', 'groesse-13'],
    ['Größe'.normalize('NFD'), 'groesse'],
    ['CLÉ_À_MOLETTE', 'cle-a-molette'],
    ['  drill bits -- 6 mm ', 'drill-bits-6-mm'],
  ])('%s is read as %s', (typed, slug) => {
    expect(slugSchema.parse(typed)).toBe(slug);
  });

  test.each(['扳手', 'ключ', 'a/b', '½', '', '---', 'ä'.repeat(41), 'a'.repeat(81)])('%s is refused', (typed) => {
    expect(slugSchema.safeParse(typed).success).toBe(false);
  });
});
