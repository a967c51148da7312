import anyAscii from 'any-ascii';

/** As German writes them where there are no umlauts; the library would write 'a', 'o' and 'u'. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };

/**
 * What a row is inserted with instead of a slug: '~' and the letters of a name in the Latin alphabet. A trigger makes the
 * slug of it, and gives it a number if another row has or had that one. Empty if nothing of the name can be written so.
 */
export function suggestSlug(name: string): string {
  const latin = anyAscii(name.normalize('NFC').replaceAll(/[äöüÄÖÜ]/g, (letter) => UMLAUTS[letter] ?? letter));
  return /[a-z0-9]/i.test(latin) ? `~${latin}` : '';
}
