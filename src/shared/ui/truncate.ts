/** The first `max` characters, and whether there was more. Never splits a character of two UTF-16 units. */
export function truncate(text: string, max: number): { text: string; more: boolean } {
  const characters = [...text];
  return characters.length <= max ? { text, more: false } : { text: characters.slice(0, max).join(''), more: true };
}

/** The whole words among the first `max` characters, and whether there was more. A word longer than that is cut. */
export function truncateWords(text: string, max: number): { text: string; more: boolean } {
  const cut = truncate(text, max);
  if (!cut.more || /\s/.test([...text][max] ?? '')) return cut;
  const words = dropLastWord(cut.text);
  return { text: words.replace(/[,;:–-]$/, ''), more: true };
}

/** Removes the last word and the blanks before it. A single word stays. */
function dropLastWord(text: string): string {
  const isBlank = (at: number) => /\s/.test(text[at] ?? '');
  let end = text.length;
  while (end > 0 && !isBlank(end - 1)) end -= 1;
  if (end === 0) return text;
  while (end > 0 && isBlank(end - 1)) end -= 1;
  return text.slice(0, end);
}

/** The first `max` characters, with an ellipsis if something was cut off. */
export function ellipsize(text: string, max: number): string {
  const cut = truncate(text, max);
  return cut.more ? `${cut.text}…` : cut.text;
}
