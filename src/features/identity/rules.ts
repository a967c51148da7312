import { removeHidden } from '#src/shared/visible-text.ts';

/** Names the embedded identity service in stored subjects. */
export const EMBEDDED_PROVIDER = 'embedded';

/** How long after signing in a user may do what cannot be undone. */
export const FRESH_SIGN_IN_MINUTES = 5;

/** Bounds the work on a name from somebody else's service. */
const MAX_NAME_LOOKED_AT = 1_000;

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * A user's name as the shop stores it: one trimmed line of at most 100 characters, which every form accepts unchanged.
 * Without a name, the email address.
 */
export function toDisplayName(input: unknown, email: string): string {
  const oneLine =
    typeof input === 'string'
      ? input
          .slice(0, MAX_NAME_LOOKED_AT)
          .toWellFormed()
          // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
          .replace(/[\u0000-\u001f\u007f]+/g, ' ')
          .trim()
      : '';
  // PostgreSQL cannot store half of a surrogate pair.
  const shortened = (removeHidden(oneLine).trim() || email).slice(0, 100).replace(/[\ud800-\udbff]$/, '');
  return removeHidden(shortened).trim();
}

/** Why a user came back from Google without being signed in. Part of the sign-in page's address. */
const GOOGLE_ERRORS = [
  'refused',
  'stale',
  'unverified',
  'not_linked',
  'unreachable',
  'too_many',
  'busy',
  'failed',
] as const;

export type GoogleError = (typeof GOOGLE_ERRORS)[number];

export function isGoogleError(text: string): text is GoogleError {
  return (GOOGLE_ERRORS as readonly string[]).includes(text);
}

/** The search parameter for it. */
export const GOOGLE_ERROR_PARAM = 'google';

/** The identity library's codes for a failed return from Google. */
const ERROR_BY_CODE: Record<string, GoogleError> = {
  access_denied: 'refused',
  state_mismatch: 'stale',
  state_not_found: 'stale',
  state_invalid: 'stale',
  please_restart_the_process: 'stale',
  account_not_linked: 'not_linked',
  internal_server_error: 'busy',
};

/** Any code of the library, or of Google through the browser, as one of ours. */
export function toGoogleError(code: string | null): GoogleError {
  return (code !== null && Object.hasOwn(ERROR_BY_CODE, code) && ERROR_BY_CODE[code]) || 'failed';
}
