import { expect, test } from 'vitest';
import { createOneTimeToken, hashOneTimeToken, isOneTimeToken, toTokenState } from './one-time-tokens.server.ts';

test('a new token has the right format, and is stored as a hash', () => {
  const { token, tokenHash } = createOneTimeToken();
  expect(isOneTimeToken(token)).toBe(true);
  expect(tokenHash).toBe(hashOneTimeToken(token));
  expect(tokenHash).not.toContain(token);
});

test('the hash of tokens never changes, so that links in old emails stay valid', () => {
  expect(hashOneTimeToken('A'.repeat(43))).toBe('DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo');
});

test.each(['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(42)}/`])(
  '%j is not a token',
  (text) => {
    expect(isOneTimeToken(text)).toBe(false);
  },
);

test('a token is valid once and until it expires', () => {
  expect(toTokenState(undefined)).toBe('unknown');
  expect(toTokenState({ isUsed: false, isExpired: false })).toBe('open');
  expect(toTokenState({ isUsed: false, isExpired: true })).toBe('expired');
  expect(toTokenState({ isUsed: true, isExpired: true })).toBe('used');
});
