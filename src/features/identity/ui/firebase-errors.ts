import { type ApiProblem, TIMED_OUT, UNREACHABLE } from '#src/shared/api-client.ts';

/** The messages for Firebase's codes, with what to do next. Empty if users caused the error themselves and know it. */
const MESSAGES: Record<string, string> = {
  'invalid-credential': 'The email address or password is incorrect.',
  'user-not-found': 'The email address or password is incorrect.',
  'wrong-password': 'The email address or password is incorrect.',
  'invalid-email': 'Please enter an email address.',
  'missing-email': 'Please enter an email address.',
  'missing-password': 'Please enter your password.',
  'email-already-in-use': 'An account with this email address already exists. Please sign in.',
  'weak-password': 'Please choose a longer password, of at least 6 characters.',
  'password-does-not-meet-requirements':
    'Please choose a stronger password: longer, with uppercase and lowercase letters, digits and symbols.',
  'too-many-requests': 'Too many attempts. Please wait a few minutes and try again, or reset your password.',
  'quota-exceeded': 'The sign-in service is too busy right now. Please try again later.',
  'network-request-failed':
    'The sign-in service could not be reached. Please check your connection and try again in a moment.',
  timeout: 'The sign-in service did not respond in time. Please try again.',
  'user-disabled': 'This account is disabled. Please contact us.',
  'user-token-expired': 'Your sign-in has ended. Please sign in again.',
  'invalid-user-token': 'Your sign-in has ended. Please sign in again.',
  'requires-recent-login': 'Please log out, sign in again, and then try again.',
  'account-exists-with-different-credential':
    'An account with this email address already exists. Please sign in with your email and password.',
  'credential-already-in-use': 'This Google account is linked to another account in this shop.',
  'popup-closed-by-user': '',
  'cancelled-popup-request': '',
  'user-cancelled': '',
  'redirect-cancelled-by-user': '',
  'popup-blocked': 'Your browser blocked the Google window. Please allow pop-ups for this site and try again.',
  'web-storage-unsupported':
    'Your browser does not store data for this shop, so Google cannot sign you in. Please use your email and password.',
  'operation-not-allowed': 'This sign-in method is not set up for this shop.',
  'admin-restricted-operation': 'This shop is not accepting new accounts at the moment. Please contact us.',
  'unauthorized-domain': 'Google sign-in is not set up for this shop’s address. Please use your email and password.',
};

const UNKNOWN = 'The sign-in service could not complete this request. Please try again in a moment.';

/** Firebase's code without its prefix; null for other errors. */
export function getErrorCode(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : null;
}

/** The sentence for an error of Firebase; empty when the user closed the window. */
export function toMessage(error: unknown): string {
  return MESSAGES[getErrorCode(error) ?? ''] ?? UNKNOWN;
}

/** After these Firebase does not know the user any more. */
const ENDED_CODES = new Set([
  'user-token-expired',
  'user-disabled',
  'user-not-found',
  'invalid-user-token',
  'null-user',
]);

/** An error of Firebase as the problem of a call: status 0 may work in a moment, 401 means a sign-in that ended. */
export function toFirebaseProblem(error: unknown): ApiProblem {
  const code = getErrorCode(error);
  const detail = toMessage(error);
  if (code === 'timeout') return { ...TIMED_OUT, detail };
  if (code === 'network-request-failed' || code === null) return { ...UNREACHABLE, detail };
  const status = ENDED_CODES.has(code) ? 401 : code === 'too-many-requests' ? 429 : 503;
  return { status, code, detail, errors: {}, extra: {} };
}
