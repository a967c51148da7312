import { describe, expect, test } from 'vitest';
import { findRetiredNames } from './check-retired-names.mjs';

const retired = { identifiers: { putOnShelf: 'createTool' }, files: { 'toolbox.mjs': 'processes.mjs' } };
const find = (path: string, text: string) => findRetiredNames([{ path, text }], retired);

describe('a retired name', () => {
  test.each([
    ['an identifier', 'a.ts', 'x\nputOnShelf(shop);', 'a.ts:2 says putOnShelf; the word is createTool'],
    ['a word of a document', 'a.md', 'Call `putOnShelf`.', 'a.md:1 says putOnShelf; the word is createTool'],
    ['an import', 'a.ts', "from './toolbox.mjs'", 'a.ts:1 says toolbox.mjs; the word is processes.mjs'],
    ['a file', 'scripts/toolbox.mjs', '', 'scripts/toolbox.mjs is named processes.mjs now'],
  ])('is found as %s', (_, path, text, finding) => {
    expect(find(path, text)).toEqual([finding]);
  });

  test('is found whole, never as a part of another name', () => {
    expect(find('a.ts', "putOnShelves(); reputOnShelf; './my-toolbox.mjs'; toolbox")).toEqual([]);
  });
});
