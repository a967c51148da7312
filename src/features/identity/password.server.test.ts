import { scryptSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password.server.ts';

// Uses the real functions, unlike most tests, which hash quickly.
vi.mock('node:crypto', { spy: true });

test('a password is hashed with 32 MiB of memory and its own salt', async () => {
  const hash = await hashPassword('correct horse');
  const [, salt = '', key] = hash.split(':');
  const options = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
  expect(scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, options).toString('base64url')).toBe(key);
  expect(await hashPassword('correct horse')).not.toBe(hash);
});

test('a hash from an earlier version can be verified', async () => {
  const hash = 'scrypt:aXJvbm1vbmdlci1zYWx0IQ:8kWOuYMkLcIJBMFiYX8fIBFFkmrwfRc2p5yiw18pOjI';
  expect(await verifyPassword({ hash, password: 'correct horse' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'correct hors' })).toBe(false);
});

test('a password is accepted in any Unicode normalization, and no other one is', async () => {
  const hash = await hashPassword('caf\u00e9 noir');
  expect(await verifyPassword({ hash, password: 'cafe\u0301 noir' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'cafe noir' })).toBe(false);
});

test.each(['', 'plain', 'scrypt:', 'scrypt:c2FsdA', 'scrypt:c2FsdA:', 'scrypt:c2FsdA:c2hvcnQ'])(
  'nobody can sign in with a damaged stored hash: “%s”',
  async (hash) => expect(await verifyPassword({ hash, password: '' })).toBe(false),
);
