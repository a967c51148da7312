export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * A person's name as the shop keeps it: one line, trimmed, at most 100 characters, so that every form takes it back
 * as it is. Their e-mail address where they gave none.
 */
export function toDisplayName(input: unknown, email: string): string {
  const oneLine =
    typeof input === 'string'
      ? input
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

/** Why somebody came back from Google without being signed in. Stands in the address of the sign-in page. */
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

/** Search parameter of the sign-in page that says so. */
export const GOOGLE_ERROR_PARAM = 'google';

/** What the identity library says of a failed return from Google, in our words. */
const ERROR_BY_CODE: Record<string, GoogleError> = {
  access_denied: 'refused',
  state_mismatch: 'stale',
  state_not_found: 'stale',
  state_invalid: 'stale',
  please_restart_the_process: 'stale',
  account_not_linked: 'not_linked',
  internal_server_error: 'busy',
};

/** Whatever the library, or Google through the browser, wrote there: one of ours. */
export function toGoogleError(code: string | null): GoogleError {
  return (code !== null && Object.hasOwn(ERROR_BY_CODE, code) && ERROR_BY_CODE[code]) || 'failed';
}
