import { GOOGLE_ERROR_PARAM } from '../rules.ts';

/** Search parameter of the sign-in and sign-up pages: where the user wanted to go. */
export const FROM = 'from';

/** Search parameter: the audience of that page, when it turned a signed-in user away. */
const FOR = 'for';

/** The values of `for`. */
const AUDIENCES = ['staff', 'customer'] as const;

export type Audience = (typeof AUDIENCES)[number];

const NOWHERE = 'https://shop.invalid';

/**
 * The path if it surely leads to a page of this shop, else null. Rejects other origins in any spelling (`//`, `\`, also
 * percent-encoded) and control characters. Also rejects the sign-in pages themselves and anything that is not a page.
 */
export function safeReturnPath(path: string | null | undefined): string | null {
  if (!path || path.length > 2_000 || !path.startsWith('/')) return null;
  const decoded = decodeFully(path);
  if (decoded === null) return null;
  for (const spelling of [path, decoded]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them, which turns "/\t/" into "//"
    if (/[\\\u0000-\u001f\u007f-\u009f]/.test(spelling) || spelling.startsWith('//')) return null;
  }
  if (!URL.canParse(path, NOWHERE)) return null;
  const url = new URL(path, NOWHERE);
  if (url.origin !== NOWHERE || url.pathname.startsWith('//')) return null;
  if (/^\/(api|card-sandbox|signin|signup)(\/|$)/i.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** The audience in the address of a sign-in page. Addresses that were shared or kept earlier call the staff `admin`. */
export function readAudience(search: URLSearchParams): Audience | undefined {
  const named = search.get(FOR);
  return named === 'admin' ? 'staff' : AUDIENCES.find((name) => name === named);
}

/** Decodes until nothing changes, so that double encoding hides nothing. Null when it cannot be decoded. */
function decodeFully(text: string): string | null {
  let current = text;
  for (let pass = 0; pass < 4; pass += 1) {
    let next: string;
    try {
      next = decodeURIComponent(current);
    } catch {
      return null;
    }
    if (next === current) return current;
    current = next;
  }
  return null;
}

/** The address of a sign-in page that later leads to `from`, a path of this shop. */
export function signInPath(from: string | null, audience?: Audience, page = '/signIn'): string {
  const search = new URLSearchParams();
  const safe = safeReturnPath(from);
  if (safe && safe !== '/') search.set(FROM, safe);
  if (audience) search.set(FOR, audience);
  return search.size > 0 ? `${page}?${search}` : page;
}

/** The `cacheKey` of the sign-in pages. They are not cached if they show where somebody goes next, or what failed. */
export function toSignInCacheKey(search: URLSearchParams): string | null {
  return [FROM, FOR, GOOGLE_ERROR_PARAM].some((name) => search.has(name)) ? null : '';
}
