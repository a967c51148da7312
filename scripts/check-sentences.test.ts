import { describe, expect, test } from 'vitest';
import { findLongSentences } from './check-sentences.mjs';

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

describe('a sentence of a comment', () => {
  test('may have 20 words', () => {
    expect(findLongSentences('a.ts', `// ${words(20)}.\n// ${words(20)}.`)).toEqual([]);
  });

  test.each([
    ['a line', `const a = 1;\n// ${words(21)}.`],
    ['two lines', `const a = 1;\n// ${words(11)}\n// ${words(10)}.`],
    ['a doc comment', `const a = 1;\n/** ${words(21)}. */`],
    ['a block', `const a = 1;\n/**\n * ${words(11)}\n * ${words(10)}\n */`],
  ])('has too many words on %s', (_, source) => {
    expect(findLongSentences('a.ts', source)).toEqual([
      expect.stringMatching(/^a\.ts:2 has a sentence of 21 words: w0 /),
    ]);
  });

  test('ends at a colon, a semicolon, a tag and the end of its comment', () => {
    const half = words(15);
    expect(findLongSentences('a.ts', `// ${half}: ${half}; ${half}\n/** ${half}\n * @param a ${half} */`)).toEqual([]);
  });

  test('counts code as one word, and what is no comment not at all', () => {
    expect(findLongSentences('a.ts', `// ${words(19)} \`${words(9)}\`\nconst text = '${words(30)}';`)).toEqual([]);
  });
});
