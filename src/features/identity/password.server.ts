import { randomBytes, timingSafeEqual } from 'node:crypto';
import { queueHash } from './password-queue.server.ts';
import { createScryptThreads } from './scrypt-threads.server.ts';

/** One hash costs 32 MiB and about 60 ms of one core. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_LENGTH = 32;

const threads = createScryptThreads();

async function scrypt(password: string, salt: Buffer): Promise<Buffer> {
  const job = { password: password.normalize('NFKC'), salt, keyLength: KEY_LENGTH, options: COST };
  return Buffer.from(await queueHash(() => threads.derive(job)));
}

/** Throws `Overloaded` if there are too many hashes already. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64url')}:${(await scrypt(password, salt)).toString('base64url')}`;
}

/** Throws `Overloaded` if there are too many hashes already. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, salt, key] = hash.split(':');
  if (!salt || !key) return false;
  const expected = Buffer.from(key, 'base64url');
  const actual = await scrypt(password, Buffer.from(salt, 'base64url'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Ends the threads that hash. */
export function closePasswordThreads(): Promise<void> {
  return threads.close();
}
