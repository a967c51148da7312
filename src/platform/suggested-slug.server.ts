import anyAscii from 'any-ascii';
import { spellOutUmlauts } from '#src/shared/slug.ts';

/**
 * What a row is inserted with instead of a slug: '~' and the letters of a name in the Latin alphabet. A trigger makes the
 * slug of it, and gives it a number if another row has or had that one. Empty if nothing of the name can be written so.
 */
export function suggestSlug(name: string): string {
  // The library alone would write umlauts as 'a', 'o' and 'u'.
  const latin = anyAscii(spellOutUmlauts(name));
  return /[a-z0-9]/i.test(latin) ? `~${latin}` : '';
}
