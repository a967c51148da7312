import { describe, expect, test } from 'vitest';
import { UNREACHABLE } from '#src/shared/api-client.ts';
import { isFinal, retryDelay } from './report-payment.ts';

const problem = (status: number, code = 'x') => ({ ...UNREACHABLE, status, code });

describe('reporting a payment with a confirmed card', () => {
  test('retries slow down and never stop', () => {
    expect([0, 1, 2, 3, 4, 5, 500].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  });

  test.each([0, 402, 408, 429, 500, 502, 503])('status %i is retried', (status) => {
    expect(isFinal(problem(status))).toBe(false);
  });

  test('a payment that the provider is still processing is also retried', () => {
    expect(isFinal(problem(409, 'payment_processing'))).toBe(false);
  });

  test.each([
    [409, 'payment_mismatch'],
    [409, 'order_ended'],
    [404, 'not_found'],
    [422, 'invalid'],
  ])('%i %s is final', (status, code) => {
    expect(isFinal(problem(status, code))).toBe(true);
  });
});
