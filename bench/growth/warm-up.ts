import { RANGE_QUERIES } from '../search/judged-queries.ts';

/** What is searched before anything is measured: other queries than those, of the same words. */
function listOtherQueries(): string[] {
  const measured = new Set(RANGE_QUERIES.map(({ text }) => text));
  const others = RANGE_QUERIES.map(({ text }) =>
    text.includes(' ') ? text.split(' ').toReversed().join(' ') : `steel ${text}`,
  );
  return [...new Set(others)].filter((text) => !measured.has(text));
}

/**
 * Searches a shop that was just started, as visitors have searched one at work: PostgreSQL then holds the pages that
 * searches read most. Of those measured, no search is asked for.
 */
export async function warmUp(origin: string): Promise<void> {
  for (const q of listOtherQueries()) {
    const response = await fetch(`${origin}/api/tools?q=${encodeURIComponent(q)}`);
    await response.text();
    if (!response.ok) throw new Error(`a search for ${q}: ${response.status}`);
  }
}
