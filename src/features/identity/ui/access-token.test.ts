import { describe, expect, test } from 'vitest';
import { isFresh, renewalDelay, toLocalExpiry } from './access-token.ts';

const MINUTE = 60_000;

describe('renewing the access token', () => {
  test('a token of 15 minutes is renewed 3 minutes before it expires, with tabs spread over half a minute', () => {
    expect(renewalDelay(15 * MINUTE, 0, 0)).toBe(12 * MINUTE);
    expect(renewalDelay(15 * MINUTE, 0, 1)).toBe(11.5 * MINUTE);
  });

  test('an expired token is requested at most every 20 seconds', () => {
    expect(renewalDelay(0, 5 * MINUTE, 0)).toBe(20_000);
    expect(renewalDelay(Number.MIN_SAFE_INTEGER, 0, 0)).toBe(20_000);
  });

  test('a token is fresh until 3 minutes before it expires', () => {
    expect(isFresh({ email: 'a@b.c', expiresAt: 10 * MINUTE }, 6 * MINUTE)).toBe(true);
    expect(isFresh({ email: 'a@b.c', expiresAt: 10 * MINUTE }, 7 * MINUTE)).toBe(false);
  });

  test('a clock that is wrong by an hour makes no difference', () => {
    const server = Date.parse('2026-01-01T12:00:00Z');
    for (const off of [-60 * MINUTE, 0, 60 * MINUTE]) {
      const now = server + off;
      expect(toLocalExpiry('2026-01-01T12:15:00Z', server, now) - now).toBe(15 * MINUTE);
    }
    expect(toLocalExpiry('2026-01-01T12:15:00Z', null, 0)).toBe(Date.parse('2026-01-01T12:15:00Z'));
  });
});
