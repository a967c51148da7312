/**
 * At most the first `max` UTF-16 units of a text, without half a character, which the database refuses in JSON. If
 * something is cut off, `end` replaces the last of them.
 */
export function clipText(text: string, max: number, end = ''): string {
  if (text.length <= max) return text.toWellFormed();
  const cut = text.slice(0, max - end.length).replace(/[\ud800-\udbff]$/, '');
  return `${cut.toWellFormed()}${end}`;
}
