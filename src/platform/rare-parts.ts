/** As many letters as an index of trigrams looks up quickly, and still tells much. */
const PART_LENGTH = 5;
const MIN_INDEXED = 3;
/** A part is looked up beside the rarest one while at most this share of the rows has it. */
const MAX_SHARE = 0.1;

const isLetter = (char: string) => /[\p{L}\p{N}]/u.test(char);

/**
 * What an index of trigrams finds a part of a text by: letters in threes, with blanks where a word begins or ends within the
 * part. Empty where it finds nothing by it.
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

/** Of how many texts each trigram is. */
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
  /** Of the texts, those that have the rarest of all their trigrams; 1 without parts. */
  share: number;
}

/**
 * The parts of words to look up in an index of trigrams. Of each word it is the one that the fewest of some texts have. The
 * rarest comes first, alone where the others are common: letters that most rows have cost much and tell nothing. None where
 * no word is long enough.
 */
export function pickRareParts(words: readonly string[], { texts, counts }: TrigramCounts): RareParts {
  const getShare = (trigram: string) => (counts.get(trigram) ?? 0) / Math.max(1, texts);
  const rated = words.flatMap((word) => {
    const parts = listParts(word).flatMap((part) => {
      const shares = listTrigrams(part).map(getShare);
      // Each trigram is read to its end.
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
