import { sql } from 'drizzle-orm';
import { boolean, char, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';

/** Customers' address books. The address of an order is not stored here, since it must not change with the book. */
export const addresses = pgTable(
  'addresses',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What its owner calls it, such as 'Site 14'. May be blank. Only they see it: it is not part of the address. */
    label: text().notNull().default(''),
    name: text().notNull(),
    company: text().notNull(),
    line1: text().notNull(),
    line2: text().notNull(),
    city: text().notNull(),
    region: text().notNull(),
    postalCode: text().notNull(),
    country: char({ length: 2 }).notNull(),
    phone: text().notNull(),
    vatId: text().notNull(),
    isDefaultDelivery: boolean().notNull().default(false),
    isDefaultBilling: boolean().notNull().default(false),
    /** Counts the changes. A change names the version that it was made from. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index('addresses_of_user').on(t.userId),
    index('addresses_by_vat_id').on(t.vatId).where(sql`vat_id <> ''`),
    uniqueIndex('addresses_default_delivery').on(t.userId).where(sql`is_default_delivery`),
    uniqueIndex('addresses_default_billing').on(t.userId).where(sql`is_default_billing`),
    check('addresses_country_code', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('addresses_recipient', sql`${t.name} <> '' and ${t.line1} <> ''`),
    check(
      'addresses_lengths',
      sql`char_length(${t.name}) <= 100 and char_length(${t.company}) <= 100 and char_length(${t.line1}) <= 120 and char_length(${t.line2}) <= 120 and char_length(${t.city}) <= 80 and char_length(${t.region}) <= 80 and char_length(${t.postalCode}) <= 16 and char_length(${t.phone}) <= 40 and char_length(${t.vatId}) <= 30`,
    ),
    check('addresses_label_length', sql`char_length(${t.label}) <= 40`),
    check('addresses_version', sql`${t.version} >= 1`),
  ],
);
