// @ts-check
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

// Loaded before the shop and in its threads. Hashing a password is slow on purpose and took a tenth of the tests' time.
const QUICK = Symbol.for('quick password hashes');
const { scryptSync } = crypto;
const { Worker } = workerThreads;

class QuickWorker extends Worker {
  /**
   * @param {string | URL} file
   * @param {import('node:worker_threads').WorkerOptions} [options]
   */
  constructor(file, options) {
    // A thread whose code is a string ignores `--import`.
    const loads = options?.name === 'password-hashing' && { execArgv: ['--require', import.meta.filename] };
    super(file, { ...options, ...loads });
  }
}

if (!(QUICK in crypto)) {
  /** @type {(password: crypto.BinaryLike, salt: crypto.BinaryLike, length: number, options: crypto.ScryptOptions) => Buffer} */
  const quickScryptSync = (password, salt, length, options) =>
    scryptSync(password, salt, length, { ...options, N: 2 ** 10 });
  Object.assign(crypto, { scryptSync: quickScryptSync, [QUICK]: true });
  Object.assign(workerThreads, { Worker: QuickWorker });
  syncBuiltinESMExports();
}
