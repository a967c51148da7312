import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * What the register of VAT IDs said of each number, so that it is not asked again for every order. Purchases keep their
 * own copy of what was decided.
 */
export const vatChecks = pgTable(
  'vat_checks',
  {
    /** Normalized, with its prefix. */
    vatId: text().primaryKey(),
    /** When a process last began to ask. Nobody else asks until that has ended or taken too long. */
    askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When asking last failed; null once there was an answer. */
    failedAt: timestamp({ withTimezone: true }),
    /** When the last answer came; null if there never was one. It stays while a later request fails. */
    checkedAt: timestamp({ withTimezone: true }),
    isValid: boolean(),
    /** As the register has them; empty if it does not tell. */
    name: text().notNull().default(''),
    address: text().notNull().default(''),
    /** The proof that it was asked; empty if the shop has no VAT ID of its own. */
    consultationNumber: text().notNull().default(''),
  },
  (t) => [
    index('vat_checks_asked').on(t.askedAt),
    check('vat_checks_answered', sql`(${t.checkedAt} is null) = (${t.isValid} is null)`),
    check(
      'vat_checks_lengths',
      sql`char_length(${t.vatId}) between 4 and 30 and char_length(${t.name}) <= 300 and char_length(${t.address}) <= 500 and char_length(${t.consultationNumber}) <= 60`,
    ),
  ],
);
