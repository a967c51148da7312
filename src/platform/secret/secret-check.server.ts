import type { Db, Queryable } from '../database.server.ts';
import { StartupError } from '../startup-error.server.ts';
import { deriveKey } from './secret.server.ts';
import { shopSecrets } from './tables.server.ts';

const toFingerprint = (secret: string) => deriveKey(secret, 'fingerprint');

/**
 * Throws a StartupError if the database was set up with another secret: it could not read the keys that sign people in,
 * and links of one machine would be invalid on the next. The first start stores the fingerprint of its secret.
 */
export async function checkSecret(db: Db, secret: string): Promise<void> {
  const fingerprint = toFingerprint(secret);
  await db.insert(shopSecrets).values({ fingerprint }).onConflictDoNothing();
  const [stored] = await db.select().from(shopSecrets).limit(1);
  if (stored?.fingerprint === fingerprint) return;
  throw new StartupError(
    'This database was set up with another secret. Set AUTH_SECRET to the one that the other machines have, or put the ' +
      'former file DATA_DIR/secret back. If the former secret is lost or known to others, run `npm run new-secret`: then ' +
      'this one counts, and everybody has to sign in again.',
  );
}

/** Makes the database accept this secret from now on, and no other. */
export async function replaceSecret(db: Queryable, secret: string): Promise<void> {
  const fingerprint = toFingerprint(secret);
  await db
    .insert(shopSecrets)
    .values({ fingerprint })
    .onConflictDoUpdate({ target: shopSecrets.id, set: { fingerprint } });
}
