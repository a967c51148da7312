import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { RATE_UNIT } from '#src/shared/totals/purchase-totals.ts';
import { TAX_CLASS_PATTERN } from '#src/shared/totals/tax-class.ts';

/** The advisory lock of everybody who changes the rates: overlaps and their number concern all of them together. */
export const TAX_RATES_LOCK_ID = 7_214_061;

/**
 * Tax rates by place, tax class and day. The rates of one place and class follow each other: each applies from its day
 * until that of the next one. Purchases and papers keep their own copies, so deleting a rate changes none of them.
 */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: text().primaryKey(),
    /** The order of creation, in which the list is read. */
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    /** What papers call the tax, such as 'VAT' or 'Ohio sales tax'. */
    name: text().notNull(),
    /** A class of `tools.tax_class`. A class exists because a rate or a tool names it. */
    taxClass: text().notNull(),
    country: char({ length: 2 }).notNull(),
    /** As addresses have it; empty for the whole country. */
    region: text().notNull().default(''),
    /** The first and the last postal code, or how they begin; both empty for all. */
    postalFrom: text().notNull().default(''),
    postalTo: text().notNull().default(''),
    /** In millionths: 19 % is 190,000. */
    rate: integer().notNull(),
    /** Charged in addition to the rate of the larger place, such as a county's or Quebec's, and not instead of it. */
    isAdded: boolean().notNull().default(false),
    /** The first day in the shop's time zone. */
    validFrom: date({ mode: 'string' }).notNull(),
    /** Counts the changes. A change names the version that it was made from. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    // Of the added taxes of a place there may be several, which their names tell apart.
    uniqueIndex('tax_rates_of_place').on(
      t.country,
      sql`lower(${t.region})`,
      t.postalFrom,
      t.postalTo,
      t.taxClass,
      t.isAdded,
      sql`(case when ${t.isAdded} then lower(${t.name}) else '' end)`,
      t.validFrom,
    ),
    index('tax_rates_by_country').on(t.country, t.id),
    check('tax_rates_country_code', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('tax_rates_class', sql`${t.taxClass} ~ ${sql.raw(`'${TAX_CLASS_PATTERN.source}'`)}`),
    check('tax_rates_rate', sql`${t.rate} between 0 and ${sql.raw(String(RATE_UNIT))}`),
    check('tax_rates_postal_codes', sql`(${t.postalFrom} = '') = (${t.postalTo} = '')`),
    check(
      'tax_rates_lengths',
      sql`char_length(${t.name}) between 1 and 60 and char_length(${t.region}) <= 80 and char_length(${t.postalFrom}) <= 16 and char_length(${t.postalTo}) <= 16`,
    ),
    check('tax_rates_version', sql`${t.version} >= 1`),
  ],
);
