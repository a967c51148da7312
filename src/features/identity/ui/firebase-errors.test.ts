import { describe, expect, test } from 'vitest';
import { toFirebaseProblem, toMessage } from './firebase-errors.ts';

const error = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code });

describe('a Firebase error', () => {
  test.each([
    ['auth/invalid-credential', 'The email address or password is incorrect.'],
    ['auth/wrong-password', 'The email address or password is incorrect.'],
    ['auth/user-not-found', 'The email address or password is incorrect.'],
    ['auth/email-already-in-use', 'An account with this email address already exists. Please sign in.'],
    ['auth/weak-password', 'Please choose a longer password, of at least 6 characters.'],
    ['auth/user-disabled', 'This account is disabled. Please contact us.'],
  ])('%s becomes: %s', (code, sentence) => {
    expect(toMessage(error(code))).toBe(sentence);
  });

  test.each(['auth/too-many-requests', 'auth/network-request-failed', 'auth/timeout', 'auth/popup-blocked'])(
    '%s says what to do next',
    (code) => expect(toMessage(error(code))).toMatch(/Please .*(try again|allow)/),
  );

  test.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])(
    '%s shows nothing, since the user did it',
    (code) => expect(toMessage(error(code))).toBe(''),
  );

  test('never shows messages for developers', () => {
    for (const unknown of [
      error('auth/something-new'),
      error('storage/x'),
      new TypeError('x is undefined'),
      null,
      'no',
    ])
      expect(toMessage(unknown)).toBe(
        'The sign-in service could not complete this request. Please try again in a moment.',
      );
  });
});

describe('a call that Firebase did not complete', () => {
  test.each<[string, number]>([
    ['auth/network-request-failed', 0],
    ['auth/timeout', 0],
    ['auth/internal-error', 503],
    ['auth/too-many-requests', 429],
  ])('%s does not end the session', (code, status) => {
    expect(toFirebaseProblem(error(code)).status).toBe(status);
  });

  test.each(['auth/user-token-expired', 'auth/user-disabled', 'auth/user-not-found'])('%s does', (code) => {
    expect(toFirebaseProblem(error(code)).status).toBe(401);
  });

  test('any other error does not', () => {
    expect(toFirebaseProblem(new TypeError('Failed to fetch')).status).toBe(0);
  });
});
