import type { Queryable } from '#src/platform/database.server.ts';
import { readEndings, readNearWords } from './lexicon.server.ts';
import type { KnownWords, Word } from './query-terms.ts';
import type { Token } from './tokenize.ts';
import { PAIR_MARK } from './tool-document.ts';
import { getDistance, getMaxSlips, toStem } from './words.ts';

/** Tokens with the words that they may be slips of, the likeliest first. None for a word that is in use. */
export type Corrections = ReadonlyMap<Token, readonly string[]>;

const MAX_CORRECTIONS = 3;
const MAX_ENDINGS = 6;

/** Finds the words that were meant. `everyWord`: words that are in use may be slips, too. */
export async function findCorrections(
  db: Queryable,
  tokens: readonly Token[],
  known: KnownWords,
  hasSynonyms: (token: Token) => boolean,
  everyWord: boolean,
): Promise<Corrections> {
  const doubtful = tokens.filter(
    (token) => token.kind === 'word' && (everyWord || !(isKnown(token, known) || hasSynonyms(token))),
  );
  if (doubtful.length === 0) return new Map();
  const near = await readNearWords(
    db,
    doubtful.map(({ text }) => text),
  );
  const corrections = new Map<Token, readonly string[]>();
  for (const token of doubtful) {
    const closest = listClosest(token.text, near);
    const words = closest.length > 0 || everyWord ? closest : await readEndings(db, token.text, MAX_ENDINGS);
    corrections.set(
      token,
      words.map(({ word }) => word.replace(PAIR_MARK, '')),
    );
  }
  return corrections;
}

/** Whether somebody sells what has this word, or all the pieces of a part number. */
export function isKnown({ text, parts }: Token, known: KnownWords): boolean {
  if (known.has(text) || known.has(PAIR_MARK + text)) return true;
  const stem = toStem(text);
  for (const word of known.values()) if (word.stem === stem || word.stem === PAIR_MARK + stem) return true;
  return parts.length > 0 && parts.every((part) => known.has(part));
}

function listClosest(text: string, near: readonly Word[]): Word[] {
  const stem = toStem(text);
  // A word that synonyms have, in whatever form.
  if (near.some((word) => word.stem === stem)) return [];
  const close = near
    .map((word) => ({ ...word, plain: word.word.replace(PAIR_MARK, '') }))
    .map((word) => ({ ...word, distance: getDistance(text, word.plain) }))
    .filter(
      ({ plain, distance }) => distance > 0 && distance <= Math.max(1, Math.min(getMaxSlips(text), getMaxSlips(plain))),
    )
    .sort(
      (one, other) =>
        one.distance - other.distance ||
        Number(other.plain[0] === text[0]) - Number(one.plain[0] === text[0]) ||
        other.tools - one.tools,
    );
  const [best] = close;
  return close
    .filter(({ distance, tools }) => distance === best?.distance && tools * 200 >= best.tools)
    .slice(0, MAX_CORRECTIONS);
}
