import { listPhrases, splitCompounds, TOOL, toPhraseKey } from './phrases.ts';
import type { KnownWords, Span } from './query-terms.ts';
import { listAlternatives } from './term-alternatives.ts';
import { type Token, tokenize } from './tokenize.ts';
import { PAIR_MARK } from './tool-document.ts';

/** The tokens one by one, but those of a phrase that has synonyms together. The longest phrase counts. */
export function mergePhrases(
  tokens: readonly Token[],
  synonyms: ReadonlyMap<string, readonly string[]>,
  maxLength: number,
): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = listPhrases(tokens.slice(at))
      .filter(({ from, key, length }) => from === 0 && length <= maxLength && synonyms.has(key))
      // 'tool' counts for nothing in a key, and would be wanted of each tool.
      .filter(({ length }) => length === 1 || tokens[at]?.text !== TOOL)
      .sort((one, other) => other.length - one.length)[0];
    const length = phrase?.length ?? 1;
    const others = phrase ? (synonyms.get(phrase.key) ?? []).filter((term) => toPhraseKey(term) !== phrase.key) : [];
    spans.push({
      tokens: tokens.slice(at, at + length),
      synonyms: others.map((term) => splitCompounds(tokenize(term)).map(({ text }) => text)),
    });
    at += length;
  }
  return spans;
}

/** Two words that others write as one, as 'screw driver', count together. So does 'tool box' where that is a name. */
export function joinCompounds(spans: readonly Span[], known: KnownWords): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    const [one, other] = [before?.tokens[0], span.tokens[0]];
    const single = before?.tokens.length === 1 && span.tokens.length === 1;
    if (single && one?.kind === 'word' && other?.kind === 'word' && isCompound(one.text, other.text, known))
      joined.splice(-1, 1, { tokens: [one, other], synonyms: [] });
    else joined.push(span);
  }
  return joined;
}

function isCompound(one: string, other: string, known: KnownWords): boolean {
  return known.has(one + other) || (one === TOOL && known.has(PAIR_MARK + one + other));
}

/** Leaves out 'tool' where nothing is called so with the word that follows. */
export function dropIdle(spans: readonly Span[]): readonly Span[] {
  const kept = spans.filter(({ tokens }) => tokens.length > 1 || tokens[0]?.text !== TOOL);
  return kept.length > 0 ? kept : spans;
}

/** A phrase that no tool has, nor one of its synonyms, counts by its words. */
export function splitUnknown(span: Span, known: KnownWords): Span[] {
  if (span.tokens.length === 1 || listAlternatives(span, known).length > 0) return [span];
  return span.tokens.map((token) => ({ tokens: [token], synonyms: [] }));
}
