/** The number of letters that a trigram index looks up quickly and that still narrow a search well. */
const PART_LENGTH = 5;
const MIN_INDEXED = 3;
/** Besides the rarest part, only parts that at most this share of the rows have are looked up. */
const MAX_SHARE = 0.1;

const isLetter = (char: string) => /[\p{L}\p{N}]/u.test(char);

/**
 * The trigrams by which an index finds a part of a text: three letters each, with blanks where a word begins or ends
 * within the part. Empty if the index cannot find it.
 */
export function listTrigrams(part: string): string[] {
  const runs = part.split(/[^\p{L}\p{N}]+/u);
  return runs.flatMap((run, at) => {
    if (run === '') return [];
    const padded = `${at > 0 ? '  ' : ''}${run}${at < runs.length - 1 ? ' ' : ''}`;
    const letters = [...padded];
    return letters.slice(MIN_INDEXED - 1).map((_, end) => letters.slice(end, end + MIN_INDEXED).join(''));
  });
}

/** How many texts have each trigram. */
export interface TrigramCounts {
  texts: number;
  counts: ReadonlyMap<string, number>;
}

/** Counts the trigrams of texts, as an index has them. */
export function countTrigrams(texts: readonly string[]): TrigramCounts {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const trigram of new Set(listTrigrams(`\n${text}\n`))) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  return { texts: texts.length, counts };
}

/** Parts of words to look up in an index, the rarest first. */
export interface RareParts {
  parts: string[];
  /** The share of the texts that have the rarest of all these trigrams; 1 without parts. */
  share: number;
}

/**
 * Picks the parts of words to look up in a trigram index: from each word, the part that the fewest of these texts have.
 * The rarest part comes first, and alone if the others are common, since letters that most rows have are expensive and
 * useless. Empty if no word is long enough.
 */
export function pickRareParts(words: readonly string[], { texts, counts }: TrigramCounts): RareParts {
  const getShare = (trigram: string) => (counts.get(trigram) ?? 0) / Math.max(1, texts);
  const rated = words.flatMap((word) => {
    const parts = listParts(word).flatMap((part) => {
      const shares = listTrigrams(part).map(getShare);
      // The index reads all entries of each trigram.
      const cost = shares.reduce((sum, share) => sum + share, 0);
      const letters = [...part].filter(isLetter).length;
      return shares.length > 0 ? [{ part, cost, share: Math.min(...shares), letters }] : [];
    });
    const [best] = parts.toSorted((a, b) => a.cost - b.cost || b.letters - a.letters);
    return best ? [best] : [];
  });
  const sorted = rated.toSorted((a, b) => a.cost - b.cost || b.letters - a.letters);
  const chosen = sorted.filter(({ cost }, at) => at === 0 || cost <= MAX_SHARE);
  return { parts: chosen.map(({ part }) => part), share: Math.min(1, ...chosen.map(({ share }) => share)) };
}

function listParts(word: string): string[] {
  const letters = [...word];
  if (letters.length <= PART_LENGTH) return [word];
  return letters.slice(PART_LENGTH - 1).map((_, at) => letters.slice(at, at + PART_LENGTH).join(''));
}
