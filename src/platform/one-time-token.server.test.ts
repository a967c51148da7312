import { expect, test } from 'vitest';
import { createToken, getTokenState, hashToken, isTokenFormat } from './one-time-token.server.ts';

test('tokens are of one format and never the same', () => {
  const tokens = Array.from({ length: 100 }, createToken);
  expect(tokens.every(isTokenFormat)).toBe(true);
  expect(new Set(tokens).size).toBe(100);
});

test('a hash is stable and does not hold its token', () => {
  expect(hashToken('token')).toBe('PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A');
});

test.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}.`, `${'x'.repeat(42)}\n`])(
  '%j is not a token',
  (text) => {
    expect(isTokenFormat(text)).toBe(false);
  },
);

test('a used token stays used after its end', () => {
  expect(getTokenState({ used: false, expired: false })).toBe('open');
  expect(getTokenState({ used: false, expired: true })).toBe('expired');
  expect(getTokenState({ used: true, expired: true })).toBe('used');
});
