import { describe, expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

describe('the key of an order attempt', () => {
  function make() {
    let made = 0;
    return createIdempotencyKeys(() => {
      made += 1;
      return `key-${made}`;
    });
  }

  test('a retry of the same order keeps its key, so that it is placed once', () => {
    const keys = make();
    expect(keys.getKey('25 of a')).toBe('key-1');
    expect(keys.getKey('25 of a')).toBe('key-1');
  });

  test('a different quantity is another order', () => {
    const keys = make();
    keys.getKey('25 of a');
    expect(keys.getKey('26 of a')).toBe('key-2');
  });

  test('after the outcome is known, the same order again is a second order', () => {
    const keys = make();
    keys.getKey('25 of a');
    keys.reset();
    expect(keys.getKey('25 of a')).toBe('key-2');
  });

  test('new keys are long and unique, and consist of visible ASCII', () => {
    const keys = Array.from({ length: 100 }, () => createIdempotencyKeys().getKey('x'));
    expect(new Set(keys).size).toBe(100);
    expect(keys.every((key) => /^[0-9a-f]{36}$/.test(key))).toBe(true);
  });
});
