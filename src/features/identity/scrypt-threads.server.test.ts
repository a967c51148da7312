import { scryptSync } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createScryptThreads } from './scrypt-threads.server.ts';

// Runs in a separate process, with the real functions.
vi.mock('node:crypto', { spy: true });

const salt = Buffer.from('salt');
const QUICK = { N: 16, r: 8, p: 1, maxmem: 1024 * 1024 };
/** Takes a hundred times longer than reading a file. */
const SLOW = { ...QUICK, N: 2 ** 14, p: 4, maxmem: 64 * 1024 * 1024 };

let threads = createScryptThreads();
afterEach(async () => {
  await threads.close();
  threads = createScryptThreads();
});
const derive = (options = QUICK) => threads.derive({ password: 'correct horse', salt, keyLength: 32, options });

test('a thread derives the same key as Node', async () => {
  expect(Buffer.from(await derive())).toEqual(scryptSync('correct horse', salt, 32, QUICK));
});

test('file reads and name lookups continue while more keys are derived than Node has threads for them', async () => {
  const four = Array.from({ length: 4 });
  await Promise.all(four.map(() => derive()));
  let derived = 0;
  const jobs = Promise.all(four.map(() => derive(SLOW).then(() => (derived += 1))));
  await readFile(import.meta.filename);
  await lookup('localhost');
  expect(derived).toBe(0);
  await jobs;
});

test('a failed thread rejects only its own job, and the next job gets a new thread', async () => {
  const [failed, other] = await Promise.allSettled([derive({ ...QUICK, maxmem: 1 }), derive()]);
  expect([failed.status, other.status]).toEqual(['rejected', 'fulfilled']);
  expect(await derive()).toHaveLength(32);
});

test('closing rejects running jobs', async () => {
  const job = derive(SLOW);
  const rejected = expect(job).rejects.toThrow('the thread ended before its result');
  await threads.close();
  await rejected;
});
