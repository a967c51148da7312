export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 128;

/**
 * A person's name as the shop keeps it: one line, trimmed, at most 100 characters, so that every form takes it back
 * as it is. Their e-mail address where they gave none.
 */
export function displayNameOf(given: unknown, email: string): string {
  const oneLine =
    typeof given === 'string'
      ? given
          .toWellFormed()
          // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
          .replace(/[\u0000-\u001f\u007f]+/g, ' ')
          .trim()
      : '';
  // Cut between characters: half of a surrogate pair cannot be stored.
  return (oneLine || email)
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
