import { RANGE_QUERIES } from '../search/judged-queries.ts';

/** Queries that are not measured, made of the same words as the measured ones. */
function listOtherQueries(): string[] {
  const measured = new Set(RANGE_QUERIES.map(({ text }) => text));
  const others = RANGE_QUERIES.map(({ text }) =>
    text.includes(' ') ? text.split(' ').toReversed().join(' ') : `steel ${text}`,
  );
  return [...new Set(others)].filter((text) => !measured.has(text));
}

/**
 * Searches a newly started shop, so that PostgreSQL has cached the pages that searches read most, as in production.
 * None of the measured searches is among these.
 */
export async function warmUp(origin: string): Promise<void> {
  for (const q of listOtherQueries()) {
    const response = await fetch(`${origin}/api/tools?q=${encodeURIComponent(q)}`);
    await response.text();
    if (!response.ok) throw new Error(`a search for ${q}: ${response.status}`);
  }
}
