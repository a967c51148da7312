import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new unguessable id: 24 characters of A–Z a–z 0–9, evenly distributed (142 bits). */
export function newIdentifier(): string {
  let id = '';
  while (id.length < 24) {
    for (const byte of randomBytes(32)) {
      // 248 = 4 × 62: larger bytes would make some letters likelier.
      if (byte < 248 && id.length < 24) id += alphabet[byte % 62];
    }
  }
  return id;
}
