import { type SQL, sql } from 'drizzle-orm';
import { TO_REORDER_IDS } from '#src/features/catalogue/keeping/reorder.server.ts';
import { RUNNING_OUT_IDS } from '#src/features/catalogue/keeping/stock-cover.server.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { contactMessages, quotes } from '#src/features/enquiries/tables.server.ts';
import { exemptions } from '#src/features/exemptions/tables.server.ts';
import { imports } from '#src/features/imports/tables.server.ts';
import { mails } from '#src/features/mail/tables.server.ts';
import type { Overview } from '#src/features/overview/contract.ts';
import { MAX_WAITING } from '#src/features/overview/rules.ts';
import { paymentDisputes, payments, TO_ANSWER, webhookEvents } from '#src/features/payments/tables.server.ts';
import { PURCHASE_TO_SHIP, purchases, TO_CANCEL, WITHOUT_ADDRESS } from '#src/features/purchases/tables.server.ts';
import { reviews } from '#src/features/reviews/tables.server.ts';
import { OWN_REFUND_FAILED, STUCK, selectDiffering } from '#src/flows/payments/payment-faults.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import type { HealthRegistry } from '#src/platform/health-registry.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';

const LIMIT = sql.raw(`limit ${MAX_WAITING}`);

/** The number of rows of a `select`, counted up to the limit. */
const upToLimit = (rows: SQL) => sql`(select count(*)::int from (${rows} ${LIMIT}) as waiting)`;

// Each has a partial index and the condition of the list that it leads to.
const COUNTS = {
  // Counts parcels and decisions rather than lines: twelve tools of one buyer are one thing to do.
  ordersToShip: sql`select from ${purchases} where ${PURCHASE_TO_SHIP}`,
  ordersWithoutAddress: sql`select from ${purchases} where ${WITHOUT_ADDRESS}`,
  ordersToCancel: sql`select from ${purchases} where ${TO_CANCEL}`,
  failedRefunds: sql`select distinct payment_id from (${OWN_REFUND_FAILED}) as failed`,
  quotes: sql`select from ${quotes} where done_at is null`,
  messages: sql`select from ${contactMessages} where done_at is null`,
  newReviews: sql`select from ${reviews} where read_at is null`,
  exemptionsToReview: sql`select from ${exemptions} where state = 'pending'`,
  stoppedImports: sql`select from ${imports} where state = 'stopped'`,
  failedMails: sql`select from ${mails} where state = 'failed'`,
  differingPayments: selectDiffering(LIMIT),
  disputesToAnswer: sql`select distinct payment_id from ${paymentDisputes} where ${TO_ANSWER}`,
  stuckPayments: sql`select from (select distinct intent_id from ${webhookEvents} where ${STUCK}) as events
    where exists (select from ${payments} where ${payments.intentId} = events.intent_id)`,
  soldOutTools: sql`select from ${tools} where state = 'on_sale' and stock_state = 'out'`,
  lowTools: TO_REORDER_IDS,
  runningOutTools: RUNNING_OUT_IDS,
  shortTools: sql`(select id from ${tools} where state = 'on_sale' and stock_state = 'out' ${LIMIT}) union (${TO_REORDER_IDS} ${LIMIT}) union (${RUNNING_OUT_IDS} ${LIMIT})`,
} satisfies Record<Exclude<keyof Overview, 'systemsDown'>, SQL>;

const STATEMENT = sql`select ${sql.join(
  Object.entries(COUNTS).map(([name, rows]) => sql`${upToLimit(rows)} as ${sql.identifier(name)}`),
  sql`, `,
)}`;

/** Counts what is waiting for an admin. One statement, which costs the same in a shop with a million rows. */
export async function countWaitingForAdmin({
  db,
  health,
}: {
  db: Queryable;
  health: HealthRegistry;
}): Promise<Overview> {
  const { rows } = await toReadSource(db).execute<Omit<Overview, 'systemsDown'>>(STATEMENT);
  const [counts] = rows;
  if (!counts) throw new Error('a select of counts returns a row');
  const systemsDown = health.statuses().filter(({ health: state }) => state === 'down').length;
  return { ...counts, systemsDown };
}
