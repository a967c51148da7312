import {
  describePlainField,
  PLAIN_FIELD_NAMES,
  PLAIN_FIELDS,
  type PlainValues,
} from '#src/shared/tool-fields/plain-fields.ts';
import type { Maker, Specification } from '../tool/rules.ts';
import { foldText, toCodeKey } from './fold-text.ts';
import { isIdleWord } from './phrases.ts';
import { type Token, tokenize } from './tokenize.ts';

export interface SearchedTool extends PlainValues {
  sku: string;
  itemName: string;
  about: string;
  category: string;
  specifications: readonly Specification[];
  maker: Maker | null;
}

export interface SearchDocument {
  /** A literal of the type `tsvector`. */
  vector: string;
  /** Each word once, except those that `isVocabulary` excludes. */
  words: string[];
  nameLength: number;
  skuKey: string;
  gtinKey: string | null;
}

/**
 * The prefix of a word in the name. `HEAD_MARK`: the word says what the tool is, as 'wrench' in 'Combination wrench, 13
 * mm'.
 */
export const NAME_MARK = '=';
export const HEAD_MARK = '^';
/** The prefix of a piece of the SKU. Without it, the piece would be offered as a correction of words. */
export const SKU_MARK = '#';

/** The prefix of two neighboring words of a name in one: 'heatgun' for a heat gun. */
export const PAIR_MARK = '+';

/** Whether an indexed word is a word or a pair, and not one with a mark of its place. */
export function isVocabulary(word: string): boolean {
  return !word.startsWith(NAME_MARK) && !word.startsWith(HEAD_MARK) && !word.startsWith(SKU_MARK);
}

/** The weight of a word by its place: name, category and family, specification, text. */
type Weight = 'A' | 'B' | 'C' | 'D';

const MAX_PAIR_LENGTH = 24;
/** PostgreSQL keeps at most this many positions of a word, and none beyond 16,383. */
const MAX_POSITIONS = 16;
const MAX_POSITION = 16_383;
/**
 * In characters. The contract allows half of it; longer text that was written directly to the database must not stop
 * the indexer.
 */
const MAX_FIELD_LENGTH = 4_000;
/** The gap between the positions of two fields, so that no phrase spans both. */
const FIELD_GAP = 8;

/** Where a name stops saying what the tool is and starts saying what it is for. */
const PURPOSE = /\b(?:for|fits|suits|suitable|compatible)\b/;
const HEAD_END = /,|\(|;|:| - | with | w\/|\bincl\b|\bset of\b|\bof\b/;

/** The document of a tool: its words with their positions and weights. */
export function createToolDocument(tool: SearchedTool): SearchDocument {
  const places = new Map<string, string[]>();
  let position = 0;
  const put = (word: string, weight: Weight) => {
    if (!word) return;
    const all = places.get(word) ?? [];
    if (all.length < MAX_POSITIONS) all.push(`${Math.min(position, MAX_POSITION)}${weight}`);
    places.set(word, all);
  };
  const add = (text: string, weight: Weight, mark = '', plain = true) => {
    for (const token of tokenize(text.slice(0, MAX_FIELD_LENGTH))) {
      position += 1;
      for (const word of listWords(token)) {
        if (plain) put(word, weight);
        if (mark) put(mark + word, weight);
      }
    }
    position += FIELD_GAP;
  };
  const name = foldText(tool.itemName);
  const purpose = PURPOSE.exec(name)?.index ?? name.length;
  add(name.slice(0, purpose), 'A', NAME_MARK);
  const nameLength = position - FIELD_GAP;
  // Searches use pairs to count the tools that have both words.
  for (const [one, other] of listPairs(name.slice(0, purpose)))
    if (places.has(one) && places.has(other)) put(PAIR_MARK + one + other, 'A');
  add(name.slice(purpose), 'C');
  for (const head of [getHead(name.slice(0, purpose)), getHead(foldText(tool.category.split('>').at(-1) ?? ''))])
    if (head) put(HEAD_MARK + head, 'A');
  add(tool.category, 'B');
  for (const name of PLAIN_FIELD_NAMES) {
    const { search } = PLAIN_FIELDS[name];
    if (search) add(describePlainField(name, tool[name]), search);
  }
  add(tool.sku, 'B', SKU_MARK, false);
  if (tool.maker) add(tool.maker.name, 'B');
  for (const { name: label, value, unit } of tool.specifications) add(`${label} ${value} ${unit}`, 'C');
  add(tool.about, 'D');
  return {
    vector: [...places].map(([word, all]) => `'${word.replaceAll(/['\\]/g, '')}':${all.join(',')}`).join(' '),
    words: [...places.keys()].filter(isVocabulary),
    nameLength,
    skuKey: toCodeKey(tool.sku),
    gtinKey: tool.gtin ? toCodeKey(tool.gtin) : null,
  };
}

/** Two words of a name that stand together or form a compound, joined into one. Stop words are skipped. */
function listPairs(name: string): [string, string][] {
  return name
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .split(/[^\p{L} ]+/u)
    .flatMap((run) => {
      const words = run
        .split(' ')
        .filter((word, at) => (at === 0 ? word !== '' : word.length > 1) && !isIdleWord(word));
      return words.slice(1).flatMap((word, at): [string, string][] => {
        const before = words[at] ?? '';
        return before.length + word.length <= MAX_PAIR_LENGTH ? [[before, word]] : [];
      });
    });
}

export function listWords({ text, parts }: Token): string[] {
  return [text, ...parts];
}

/** The index of the first word with a digit, or of the part before the digit. -1 if there is none. */
function findNumber(text: string): number {
  let at = text.search(/\d/);
  while (at > 0 && /\S/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

/** The last word of the part of the name that says what the tool is. Undefined if there is none. */
function getHead(text: string): string | undefined {
  const ends = [text.search(HEAD_END), findNumber(text)].filter((at) => at >= 0);
  const end = Math.min(...ends, text.length);
  // 'M8 hex bolt' begins with a number, so the words after it count.
  const tokens = tokenize(end > 2 ? text.slice(0, end) : text).filter(({ kind }) => kind === 'word');
  return tokens.at(-1)?.text;
}
