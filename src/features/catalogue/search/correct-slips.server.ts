import type { Queryable } from '#src/platform/database.server.ts';
import { readEndings, readNearWords, readPhrases } from './lexicon.server.ts';
import { LONG_STOP_WORDS } from './phrases.ts';
import type { KnownWords, Word } from './query-terms.ts';
import type { AllSynonyms, SynonymReader } from './synonym-reader.server.ts';
import type { Token } from './tokenize.ts';
import { PAIR_MARK } from './tool-document.ts';
import { countOtherLetters, getDistance, getMaxSlips, toLetterBits, toStem } from './words.ts';

/** What doubtful words of a query stand for. */
export interface Corrections {
  /** Tokens with the words that they may be slips of, the likeliest first. None for a word that is in use. */
  words: ReadonlyMap<Token, readonly string[]>;
  /** Tokens that were meant as a word that says nothing of a tool, as 'thta'. */
  needless: ReadonlySet<Token>;
  /** Tokens whose correction makes a phrase with a neighbor. */
  byNeighbors: ReadonlySet<Token>;
  /** Tokens with one slip in many letters. */
  close: ReadonlySet<Token>;
}

const MAX_CORRECTIONS = 3;
const MAX_CANDIDATES = 12;
/** No word has more. */
const MAX_SLIPS = 2;
const MAX_ENDINGS = 6;
/** A shorter word is one letter from many others. */
const MIN_CLOSE = 5;

/** Finds the words that were meant. Without `isInUse`, each word is doubted, also one that is in use. */
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
    // A word that is in use is doubted where another one makes a phrase: 'angel grinder'.
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

/** Whether somebody sells what has this word, or all the pieces of a part number. */
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

/** A word that another may be a slip of. */
interface NearWord extends Word {
  /** Without a mark. */
  plain: string;
  letters: number;
}

function toNearWord(word: Word): NearWord {
  const plain = word.word.replace(PAIR_MARK, '');
  return { ...word, plain, letters: toLetterBits(plain) };
}

/** In order of their likelihood, beside no other word. `isInUse`: the word is one itself. */
function listClosest(text: string, near: readonly NearWord[], isInUse: boolean): Candidate[] {
  const stem = toStem(text);
  // A word that synonyms have, in whatever form.
  if (!isInUse && near.some((word) => word.stem === stem)) return [];
  const letters = toLetterBits(text);
  const candidates = near
    // Other lengths or letters are no slips, and measuring takes long.
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

/** Candidates that stand beside a neighbor of theirs in a name or in synonyms: of 'telon tape', Teflon and not tenon. */
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

/** Whether a word is closer to one that says nothing than to `distance`, the closest that is in use. */
function isSlipOfStopWord(text: string, distance: number | undefined, tokens: number): boolean {
  const isClose = LONG_STOP_WORDS.some((word) => word[0] === text[0] && getDistance(text, word) === 1);
  // A sentence has more of such words than of any other.
  return isClose && (distance !== 1 || tokens > 2);
}
