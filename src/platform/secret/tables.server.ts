import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Which secret the shop's database belongs to: one row. The secret itself is not stored. */
export const shopSecrets = pgTable(
  'shop_secrets',
  {
    id: integer().primaryKey().default(1),
    /** Derived from the secret, which has at least 32 characters, so it cannot be guessed from this. */
    fingerprint: text().notNull(),
  },
  (t) => [check('shop_secrets_one_row', sql`${t.id} = 1`)],
);
