/**
 * A text without these characters at its end. A pattern such as `/\/+$/` starts again at each of them, which takes
 * minutes on a long text.
 */
export function dropTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}
