/**
 * At most the first `max` UTF-16 units of a text, and no half of a character: the database refuses that in JSON.
 * `end` stands in place of the last of them where something is cut off.
 */
export function clipText(text: string, max: number, end = ''): string {
  if (text.length <= max) return text.toWellFormed();
  const cut = text.slice(0, max - end.length).replace(/[\ud800-\udbff]$/, '');
  return `${cut.toWellFormed()}${end}`;
}
