import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  let made = '';
  while (made.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte; taking more would favor the first letters.
      if (byte < 248 && made.length < length) made += ALPHABET[byte % 62];
    }
  }
  return made;
}

type IdPrefix = 'pi' | 'ch' | 're' | 'du' | 'pm' | 'evt' | 'req' | 'tax_li' | 'taxcalc' | 'tds';

/** An unguessable id in Stripe's form, such as `pi_…`: 24 letters and digits, about 142 bits. */
export function makeId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(24)}`;
}

/** `pi_…_secret_…`: whoever holds it may pay this one intent. */
export function makeClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}
