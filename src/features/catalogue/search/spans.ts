import { listPhrases, splitCompounds, TOOL, toPhraseKey } from './phrases.ts';
import type { KnownWords, Span } from './query-terms.ts';
import { listAlternatives } from './term-alternatives.ts';
import { type Token, tokenize } from './tokenize.ts';
import { PAIR_MARK } from './tool-document.ts';

/** Makes a span of each token, or of each phrase that has synonyms. The longest phrase wins. */
export function mergePhrases(
  tokens: readonly Token[],
  synonyms: ReadonlyMap<string, readonly string[]>,
  maxLength: number,
): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = listPhrases(tokens.slice(at))
      .filter(({ from, key, length }) => from === 0 && length <= maxLength && synonyms.has(key))
      // 'tool' is dropped from keys, but every tool would have to have it.
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

/** Joins two words that others write as one, such as 'screw driver', and 'tool box' if a name has it. */
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

/** Drops 'tool' if no name has it before the next word. */
export function dropIdle(spans: readonly Span[]): readonly Span[] {
  const kept = spans.filter(({ tokens }) => tokens.length > 1 || tokens[0]?.text !== TOOL);
  return kept.length > 0 ? kept : spans;
}

/** Splits a phrase into its words if no tool has it or one of its synonyms. */
export function splitUnknown(span: Span, known: KnownWords): Span[] {
  if (span.tokens.length === 1 || listAlternatives(span, known).length > 0) return [span];
  return span.tokens.map((token) => ({ tokens: [token], synonyms: [] }));
}
