import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from '#src/platform/bytea.server.ts';
import { idOf } from '#src/platform/id-of.server.ts';
import { users } from '../identity/tables.server.ts';
import {
  CERTIFICATE_KIND_NAMES,
  type ExemptPlace,
  MAX_CERTIFICATE_BYTES,
  MAX_NUMBER_LENGTH,
  MAX_PLACES,
  MAX_REASON_LENGTH,
  STORED_STATES,
} from './rules.ts';

const listNames = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '));

/** The exemption certificates of buyers. */
export const exemptions = pgTable(
  'exemptions',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    userId: idOf(() => users.id),
    kind: text({ enum: CERTIFICATE_KIND_NAMES }).notNull(),
    state: text({ enum: STORED_STATES }).notNull().default('pending'),
    /** As it is printed there; may be blank. */
    certificateNumber: text().notNull().default(''),
    /** The last day on which it holds, in the shop's time zone. Null if it does not expire. */
    validUntil: date({ mode: 'string' }),
    places: jsonb().$type<ExemptPlace[]>().notNull(),
    /** Why it was rejected, in the words of the admin. Its owner reads it. */
    reason: text().notNull().default(''),
    /** When it was first approved. From then on, purchases may rely on it. */
    approvedAt: timestamp({ withTimezone: true }),
    /** When somebody at the shop last decided. */
    decidedAt: timestamp({ withTimezone: true }),
    /**
     * When the account went to somebody else, who proved that its mailbox is theirs. From then on only the shop reads it.
     */
    disownedAt: timestamp({ withTimezone: true }),
    bytes: integer().notNull(),
    /** Counts the changes. A change names the version that it was made from. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('exemptions_of_user').on(t.userId, t.seq),
    index('exemptions_by_state').on(t.state, t.seq),
    index('exemptions_ending').on(t.validUntil).where(sql`state = 'approved' and valid_until is not null`),
    check('exemptions_kind_known', sql`${t.kind} in (${listNames(CERTIFICATE_KIND_NAMES)})`),
    check('exemptions_state_known', sql`${t.state} in (${listNames(STORED_STATES)})`),
    check('exemptions_approved', sql`${t.state} <> 'approved' or ${t.approvedAt} is not null`),
    check('exemptions_disowned', sql`${t.disownedAt} is null or ${t.state} = 'withdrawn'`),
    check(
      'exemptions_bounded',
      sql`char_length(${t.certificateNumber}) <= ${sql.raw(String(MAX_NUMBER_LENGTH))} and char_length(${t.reason}) <= ${sql.raw(String(MAX_REASON_LENGTH))} and jsonb_array_length(${t.places}) between 1 and ${sql.raw(String(MAX_PLACES))}`,
    ),
    check('exemptions_version', sql`${t.version} >= 1`),
  ],
);

/** The certificates themselves, apart from what lists read. */
export const exemptionFiles = pgTable(
  'exemption_files',
  {
    exemptionId: text()
      .primaryKey()
      .references(() => exemptions.id, { onDelete: 'cascade' }),
    /** A PDF that was inspected. It is stored without compression, so that it can be read in pieces. */
    content: bytea().notNull(),
  },
  (t) => [
    check(
      'exemption_files_bytes',
      sql`octet_length(${t.content}) between 1 and ${sql.raw(String(MAX_CERTIFICATE_BYTES))}`,
    ),
  ],
);
