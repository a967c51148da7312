import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnv } from './env.server.ts';

function faults(source: Record<string, string | undefined>): string[] {
  const reading = readEnv(source);
  return reading.ok ? [] : reading.faults;
}

describe('the environment', () => {
  test('nothing has to be set', () => {
    const reading = readEnv({});
    expect(reading.ok && reading.env).toMatchObject({
      NODE_ENV: 'production',
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: resolve('./data'),
      ORDER_HOLD_HOURS: 72,
      RATE_LIMITS: 'on',
      TRUST_PROXY: 0,
      SEED: 'demo',
    });
  });

  test('an empty line counts as not set', () => {
    expect(faults({ PORT: '', DATABASE_URL: '', ADMIN_EMAIL: '', HOST: '' })).toEqual([]);
  });

  test('every fault is named, not the first alone', () => {
    const found = faults({
      PORT: 'eighty',
      PUBLIC_URL: 'ftp://shop.example',
      DATABASE_URL: 'mysql://db',
      RATE_LIMITS: 'maybe',
      TRUST_PROXY: '-1',
      ORDER_HOLD_HOURS: '0',
      AUTH_SECRET: 'short',
      LOG_LEVEL: 'loud',
    });
    for (const key of [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'RATE_LIMITS',
      'TRUST_PROXY',
      'ORDER_HOLD_HOURS',
      'AUTH_SECRET',
      'LOG_LEVEL',
    ]) {
      expect(found.some((fault) => fault.startsWith(`${key} `))).toBe(true);
    }
  });

  test('a fault never repeats a secret', () => {
    const found = faults({
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'hush',
      AUTH_SECRET: 'hushhush',
      METRICS_TOKEN: 'hushhush',
      DATABASE_URL: 'mysql://u:hush@db',
    });
    expect(found).toHaveLength(4);
    expect(found.join(' ')).not.toContain('hush');
  });

  test('the first admin is set with both address and password, or with neither', () => {
    expect(faults({ ADMIN_EMAIL: 'a@example.com' })).toEqual(['ADMIN_PASSWORD must be set when ADMIN_EMAIL is']);
    expect(faults({ ADMIN_PASSWORD: 'secret sauce' })).toEqual(['ADMIN_EMAIL must be set when ADMIN_PASSWORD is']);
    const reading = readEnv({ ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: 'secret sauce' });
    expect(reading.ok && reading.env.ADMIN_EMAIL).toBe('boss@example.com');
  });

  test('the public address has no slash at its end', () => {
    const reading = readEnv({ PUBLIC_URL: 'https://tools.example//' });
    expect(reading.ok && reading.env.PUBLIC_URL).toBe('https://tools.example');
  });

  test('without a public address the port makes one', () => {
    const reading = readEnv({ PORT: '8080' });
    expect(reading.ok && reading.env.PUBLIC_URL).toBe('http://localhost:8080');
  });
});
