import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { mails } from '../mail/tables.server.ts';
import { ALERT_STATES } from './rules.ts';

/** Requests to be notified once when a tool can be ordered again. */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    id: text().primaryKey(),
    toolId: idOf(() => tools.id),
    /** Always lower case. */
    email: text().notNull(),
    state: text({ enum: ALERT_STATES }).notNull().default('pending'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    confirmedAt: timestamp({ withTimezone: true }),
    /** When it was sent or ended. */
    endedAt: timestamp({ withTimezone: true }),
    /** When the row is deleted, with the mails about it. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('stock_alerts_one_alive').on(t.toolId, t.email).where(sql`state in ('pending', 'confirmed')`),
    index('stock_alerts_tool').on(t.toolId),
    index('stock_alerts_confirmed').on(t.toolId, t.confirmedAt).where(sql`state = 'confirmed'`),
    index('stock_alerts_email').on(t.email),
    index('stock_alerts_expiry').on(t.expiresAt),
    check('stock_alerts_email_lower', sql`${t.email} = lower(${t.email})`),
    check('stock_alerts_state_known', sql`${t.state} in ('pending', 'confirmed', 'sent', 'ended')`),
    check('stock_alerts_confirmed_when', sql`${t.state} not in ('confirmed', 'sent') or ${t.confirmedAt} is not null`),
    check('stock_alerts_ended_when', sql`(${t.state} in ('sent', 'ended')) = (${t.endedAt} is not null)`),
  ],
);

/** The tokens behind links in mails, stored only as SHA-256, each with the mail that contains it. */
export const stockAlertLinks = pgTable(
  'stock_alert_links',
  {
    tokenHash: text().primaryKey(),
    alertId: text()
      .notNull()
      .references(() => stockAlerts.id, { onDelete: 'cascade' }),
    mailId: idOf(() => mails.id),
    purpose: text({ enum: ['confirm', 'leave'] }).notNull(),
    expiresAt: timestamp({ withTimezone: true }),
    usedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index('stock_alert_links_alert').on(t.alertId),
    index('stock_alert_links_mail').on(t.mailId),
    check('stock_alert_links_purpose_known', sql`${t.purpose} in ('confirm', 'leave')`),
  ],
);

/**
 * A tool that somebody is waiting for: the job of notifying them. Triggers make it due when pieces come back or the
 * terms change, so that placing an order costs nothing more.
 */
export const awaitedTools = pgTable(
  'awaited_tools',
  {
    id: text('tool_id')
      .primaryKey()
      .references(() => tools.id),
    /** When to check whether it can be ordered. In the future while a process is checking. */
    checkAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('awaited_tools_due').on(t.checkAt)],
);
