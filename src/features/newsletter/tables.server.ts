import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { SUBSCRIBER_STATES } from './rules.ts';

/** Newsletter subscribers. Nobody gets the newsletter before confirming it. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    /** Always lower case. */
    email: text().notNull().unique(),
    state: text({ enum: SUBSCRIBER_STATES }).notNull().default('pending'),
    confirmedAt: timestamp({ withTimezone: true }),
    leftAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('subscribers_by_state').on(t.state, t.seq),
    check('subscribers_email_lower', sql`${t.email} = lower(${t.email})`),
    check('subscribers_state_known', sql`${t.state} in ('pending', 'confirmed', 'left')`),
    check('subscribers_confirmed_when', sql`${t.state} <> 'confirmed' or ${t.confirmedAt} is not null`),
    check('subscribers_left_when', sql`(${t.state} = 'left') = (${t.leftAt} is not null)`),
  ],
);

/**
 * The tokens behind links in emails, stored only as SHA-256. Without `expiresAt`, a token lives as long as its
 * subscriber.
 */
export const newsletterLinks = pgTable(
  'newsletter_links',
  {
    tokenHash: text().primaryKey(),
    subscriberId: text()
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['confirm', 'leave'] }).notNull(),
    expiresAt: timestamp({ withTimezone: true }),
    usedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index('newsletter_links_subscriber').on(t.subscriberId),
    check('newsletter_links_purpose_known', sql`${t.purpose} in ('confirm', 'leave')`),
  ],
);
