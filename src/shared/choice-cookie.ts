/** In seconds: a year. */
const MAX_AGE = 31_536_000;

/** Remembers a choice in this browser for the pages below `path`; null forgets it. For the browser only. */
export function rememberChoice(name: string, choice: string | null, path: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `ironmonger.${name}=${choice ?? ''}; path=${path}; max-age=${choice === null ? 0 : MAX_AGE}; samesite=lax`;
}

/** Whether this choice is remembered. `cookies` as a browser sends them, or has them in `document.cookie`. */
export function isRemembered(cookies: string, name: string, choice: string): boolean {
  return cookies.split('; ').includes(`ironmonger.${name}=${choice}`);
}
