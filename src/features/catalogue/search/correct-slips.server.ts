import type { Queryable } from '#src/platform/database.server.ts';
import { readEndings, readNearWords, readPhrases } from './lexicon.server.ts';
import { LONG_STOP_WORDS } from './phrases.ts';
import type { KnownWords, Word } from './query-terms.ts';
import type { AllSynonyms, SynonymReader } from './synonym-reader.server.ts';
import type { Token } from './tokenize.ts';
import { PAIR_MARK } from './tool-document.ts';
import { countOtherLetters, getDistance, getMaxSlips, toLetterBits, toStem } from './words.ts';

/** Corrections of the doubtful words of a query. */
export interface Corrections {
  /** Tokens with the words that they may be misspellings of, the likeliest first. Words that are in use have none. */
  words: ReadonlyMap<Token, readonly string[]>;
  /** Misspellings of words that say nothing about a tool, such as 'thta'. */
  needless: ReadonlySet<Token>;
  /** Tokens whose correction makes a phrase with a neighboring token. */
  byNeighbors: ReadonlySet<Token>;
  /** Tokens that are long and differ by one slip only. */
  close: ReadonlySet<Token>;
}

const MAX_CORRECTIONS = 3;
const MAX_CANDIDATES = 12;
/** The most slips that any word may have. */
const MAX_SLIPS = 2;
const MAX_ENDINGS = 6;
/** Shorter words are one letter away from many others. */
const MIN_CLOSE = 5;

/** Finds the words that were meant. Without `isInUse`, every word is doubted, even one that is in use. */
export async function findCorrections(
  db: Queryable,
  tokens: readonly Token[],
  known: KnownWords,
  reader: SynonymReader,
  isInUse?: (token: Token) => boolean,
): Promise<Corrections> {
  const words = new Map<Token, readonly string[]>();
  const needless = new Set<Token>();
  const byNeighbors = new Set<Token>();
  const isClose = new Set<Token>();
  const found = { words, needless, byNeighbors, close: isClose };
  const isPart = (at: number) =>
    [tokens.slice(Math.max(0, at - 1), at + 1), tokens.slice(at, at + 2)].some(
      (pair) => pair.length === 2 && known.has(pair.map(({ text }) => text).join('')),
    );
  const doubtful = tokens.filter(
    (token, at) => token.kind === 'word' && !(isInUse?.(token) || (isInUse && isPart(at))),
  );
  if (doubtful.length === 0) return found;
  const synonyms = await reader.listAll();
  const used = await readNearWords(
    db,
    doubtful.map(({ text }) => text),
  );
  const near = [...used, ...synonyms.words].map(toNearWord);
  const close = new Map(doubtful.map((token) => [token, listClosest(token.text, near, !isInUse)]));
  const phrases = await findPhrases(db, tokens, close, synonyms);
  for (const token of doubtful) {
    const candidates = close.get(token) ?? [];
    const [closest] = candidates;
    const inPhrase = candidates.filter(({ plain }) => phrases.get(token)?.has(plain));
    if (inPhrase.length > 0) byNeighbors.add(token);
    if (closest?.distance === 1 && token.text.length >= MIN_CLOSE) isClose.add(token);
    // Even a word that is in use may be wrong if another one makes a phrase: 'angel grinder'.
    const likely = candidates.filter(
      ({ distance, tools }) => isInUse && distance === closest?.distance && tools * 200 >= closest.tools,
    );
    const isLast = token === tokens.at(-1);
    const isDoubted = isInUse && inPhrase.length === 0 && !isLast;
    if (isDoubted && isSlipOfStopWord(token.text, closest?.distance, tokens.length)) needless.add(token);
    const chosen = [...new Set([...inPhrase, ...likely])].slice(0, MAX_CORRECTIONS).map(({ plain }) => plain);
    const endings = chosen.length > 0 || !isInUse ? [] : await readEndings(db, token.text, MAX_ENDINGS);
    const all = [...chosen, ...endings.map(({ word }) => word.replace(PAIR_MARK, ''))];
    if (all.length > 0) words.set(token, all);
  }
  return found;
}

/** Whether any tool has this word, or all pieces of this part number. */
export function isKnown({ text, parts }: Token, known: KnownWords): boolean {
  if (known.has(text) || known.has(PAIR_MARK + text)) return true;
  const stem = toStem(text);
  for (const word of known.values()) if (word.stem === stem || word.stem === PAIR_MARK + stem) return true;
  return parts.length > 0 && parts.every((part) => known.has(part));
}

/** A word that may have been meant. */
interface Candidate extends NearWord {
  distance: number;
}

/** A word that a token may be a misspelling of. */
interface NearWord extends Word {
  /** The word without its mark. */
  plain: string;
  letters: number;
}

function toNearWord(word: Word): NearWord {
  const plain = word.word.replace(PAIR_MARK, '');
  return { ...word, plain, letters: toLetterBits(plain) };
}

/** The closest words, the likeliest first, ignoring neighbors. With `isInUse`, the token is itself a word in use. */
function listClosest(text: string, near: readonly NearWord[], isInUse: boolean): Candidate[] {
  const stem = toStem(text);
  // Synonyms have this word, in another form.
  if (!isInUse && near.some((word) => word.stem === stem)) return [];
  const letters = toLetterBits(text);
  const candidates = near
    // Words with another length or other letters can't be meant, and computing the distance takes long.
    .filter((word) => Math.abs(word.plain.length - text.length) <= MAX_SLIPS && word.stem !== stem)
    .filter((word) => countOtherLetters(letters, word.letters) <= 2 * MAX_SLIPS)
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
  const words = new Set<string>();
  return candidates.filter(({ plain }) => !words.has(plain) && words.add(plain)).slice(0, MAX_CANDIDATES);
}

/**
 * Candidates that stand beside one of the neighboring tokens in a name or in synonyms: 'telon tape' means Teflon, not
 * tenon.
 */
async function findPhrases(
  db: Queryable,
  tokens: readonly Token[],
  close: ReadonlyMap<Token, readonly Candidate[]>,
  synonyms: AllSynonyms,
): Promise<Map<Token, Set<string>>> {
  const neighbors = tokens.flatMap((token, at) => {
    const besides = [tokens[at - 1], tokens[at + 1]];
    return (close.get(token) ?? []).flatMap(({ plain }) =>
      besides.flatMap((other, side) => {
        if (other?.kind !== 'word') return [];
        return [{ token, plain, words: side === 0 ? [other.text, plain] : [plain, other.text] }];
      }),
    );
  });
  const found = new Map<Token, Set<string>>();
  if (neighbors.length === 0) return found;
  const used = await readPhrases(
    db,
    neighbors.map(({ words }) => words),
    synonyms,
  );
  for (const { token, plain, words } of neighbors)
    if (used.has(words)) found.set(token, (found.get(token) ?? new Set()).add(plain));
  return found;
}

/** Whether a word is closer to a stop word than to the closest word in use, which is `distance` away. */
function isSlipOfStopWord(text: string, distance: number | undefined, tokens: number): boolean {
  const isClose = LONG_STOP_WORDS.some((word) => word[0] === text[0] && getDistance(text, word) === 1);
  // A sentence consists mostly of stop words.
  return isClose && (distance !== 1 || tokens > 2);
}
