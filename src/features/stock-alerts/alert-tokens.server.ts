import { and, eq, sql } from 'drizzle-orm';
import { type ConsentPurpose, createConsentLinks } from '#src/platform/consent-tokens.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  isOneTimeToken,
  type OneTimeTokenState,
  tokenStateColumns,
  toTokenState,
  whereToken,
} from '#src/platform/one-time-tokens.server.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { mails } from '../mail/tables.server.ts';
import { stockAlertLinks, stockAlerts } from './tables.server.ts';

type NewLink = Pick<typeof stockAlertLinks.$inferInsert, 'alertId' | 'mailId' | 'tokenHash'> & {
  purpose: ConsentPurpose;
};

/** Stores the tokens of links in mails. */
export async function addAlertLinks(tx: Queryable, links: NewLink[]): Promise<void> {
  await tx.insert(stockAlertLinks).values(links);
}

/** Uses up the tokens of alerts. */
export const alertLinks = createConsentLinks(stockAlertLinks, stockAlertLinks.alertId, stockAlerts);

/** An alert as its owner's link shows it. */
export interface LinkedAlert {
  id: string;
  email: string;
  itemName: string;
  slug: string;
  /** `open` while the link can still do something. */
  state: OneTimeTokenState;
  /** Whether the link is in the mail about a tool that is back. Anybody can have the other mail sent. */
  isOfAlertMail: boolean;
}

/** The alert of a token, or null. Changes nothing, so that a mail scanner that opens links uses nothing up. */
export async function getLinkedAlert(
  db: Queryable,
  purpose: ConsentPurpose,
  token: string,
): Promise<LinkedAlert | null> {
  if (!isOneTimeToken(token)) return null;
  const [row] = await db
    .select({
      id: stockAlerts.id,
      email: stockAlerts.email,
      alertState: stockAlerts.state,
      itemName: tools.itemName,
      slug: tools.slug,
      mailKind: mails.kind,
      ...tokenStateColumns(stockAlertLinks),
    })
    .from(stockAlertLinks)
    .innerJoin(stockAlerts, eq(stockAlerts.id, stockAlertLinks.alertId))
    .innerJoin(mails, eq(mails.id, stockAlertLinks.mailId))
    .innerJoin(tools, eq(tools.id, stockAlerts.toolId))
    .where(whereToken(stockAlertLinks, purpose, token));
  if (!row) return null;
  const { id, email, itemName, slug, mailKind, alertState, ...use } = row;
  const isAlive = alertState === 'pending' || alertState === 'confirmed';
  // An old link can still end an alert, however often it was used. No link confirms an alert that is over.
  const stateWhileAlive = purpose === 'leave' ? 'open' : toTokenState(use);
  const state = isAlive ? stateWhileAlive : 'used';
  return { id, email, itemName, slug, state, isOfAlertMail: mailKind === 'stock_alert' };
}

/** How many other alerts of an address are waiting. There are never many. */
export function countOtherAlerts(db: Queryable, { id, email }: Pick<LinkedAlert, 'id' | 'email'>): Promise<number> {
  const others = and(eq(stockAlerts.email, email), eq(stockAlerts.state, 'confirmed'), sql`${stockAlerts.id} <> ${id}`);
  return db.$count(stockAlerts, others);
}
