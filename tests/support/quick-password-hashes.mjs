// @ts-check
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before the shop. Hashing a password takes long on purpose: a tenth of all tests was spent on it.
const QUICK = Symbol.for('quick password hashes');
const { scrypt } = crypto;
if (!(QUICK in crypto)) {
  /** @type {(...given: [crypto.BinaryLike, crypto.BinaryLike, number, crypto.ScryptOptions, () => void]) => void} */
  const quickScrypt = (password, salt, length, options, callback) =>
    scrypt(password, salt, length, { ...options, N: 2 ** 10 }, callback);
  Object.assign(crypto, { scrypt: quickScrypt, [QUICK]: true });
  syncBuiltinESMExports();
}
