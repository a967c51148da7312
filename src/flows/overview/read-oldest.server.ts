import { type SQL, sql } from 'drizzle-orm';
import { contactMessages, quotes } from '#src/features/enquiries/tables.server.ts';
import { exemptions } from '#src/features/exemptions/tables.server.ts';
import { users } from '#src/features/identity/tables.server.ts';
import { imports } from '#src/features/imports/tables.server.ts';
import { mails } from '#src/features/mail/tables.server.ts';
import { type OldestKind, type OldestWaiting, PERMISSION_TO_READ } from '#src/features/overview/contract.ts';
import { MAX_WAITING, OLDEST_SHOWN } from '#src/features/overview/rules.ts';
import { paymentDisputes, payments, TO_ANSWER, webhookEvents } from '#src/features/payments/tables.server.ts';
import { PURCHASE_TO_SHIP, purchases, TO_CANCEL, WITHOUT_ADDRESS } from '#src/features/purchases/tables.server.ts';
import { refunds } from '#src/features/refunds/tables.server.ts';
import { reviews } from '#src/features/reviews/tables.server.ts';
import { STUCK, selectDiffering } from '#src/flows/payments/payment-faults.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { hasPermission, type Role } from '#src/shared/permissions.ts';

/** What is waiting of one kind, in the order of its index and up to the limit of the counts. */
const listPurchases = (condition: SQL) => sql`
  select seq::text as key, number, coalesce(nullif(delivery->>'company', ''), name) as name,
    total_minor - refunded_minor as amount, coalesce(paid_at, placed_at) as since, null::timestamptz as due,
    cancel_requested_at is not null as asked
  from ${purchases} where ${condition} order by seq limit ${MAX_WAITING}`;

const listEnquiries = (table: SQL, name: SQL) => sql`
  select seq::text as key, null as number, ${name} as name, null::bigint as amount, created_at as since,
    null::timestamptz as due
  from ${table} where done_at is null order by seq limit ${MAX_WAITING}`;

/** Payments by their ids, with the order that each is for. */
const listPayments = (ids: SQL) => sql`
  select y.id as key, p.number, coalesce(nullif(p.delivery->>'company', ''), p.name) as name, y.amount_minor as amount,
    y.created_at as since, null::timestamptz as due
  from ${payments} y join ${purchases} p on p.id = y.purchase_id where y.id in (${ids})`;

// Each has the condition of the count in `count-waiting.server.ts`.
const LISTS: Readonly<Record<OldestKind, SQL>> = {
  disputesToAnswer: sql`
    select d.id as key, p.number, p.name, d.amount_minor as amount, d.created_at as since, d.due_by as due
    from (select * from ${paymentDisputes} where ${TO_ANSWER} limit ${MAX_WAITING}) d
    join ${payments} y on y.id = d.payment_id join ${purchases} p on p.id = y.purchase_id`,
  failedRefunds: sql`
    select r.id as key, p.number, p.name, r.amount_minor as amount, r.settled_at as since, null::timestamptz as due
    from (select * from ${refunds} where state = 'failed' and handled_at is null limit ${MAX_WAITING}) r
    join ${purchases} p on p.id = r.purchase_id`,
  differingPayments: listPayments(sql`${selectDiffering(sql`limit ${MAX_WAITING}`)} limit ${MAX_WAITING}`),
  stuckPayments: listPayments(
    sql`select id from ${payments} where intent_id in (select distinct intent_id from ${webhookEvents} where ${STUCK}) limit ${MAX_WAITING}`,
  ),
  ordersToCancel: listPurchases(TO_CANCEL),
  ordersWithoutAddress: listPurchases(WITHOUT_ADDRESS),
  ordersToShip: listPurchases(PURCHASE_TO_SHIP),
  quotes: listEnquiries(sql`${quotes}`, sql`coalesce(nullif(company, ''), name)`),
  messages: listEnquiries(sql`${contactMessages}`, sql`name`),
  newReviews: sql`
    select seq::text as key, null as number, coalesce(nullif(company, ''), display_name) as name, null::bigint as amount,
      coalesce(changed_at, created_at) as since, null::timestamptz as due
    from ${reviews} where read_at is null order by seq limit ${MAX_WAITING}`,
  exemptionsToReview: sql`
    select e.seq::text as key, null as number, u.display_name as name, null::bigint as amount, e.created_at as since,
      null::timestamptz as due
    from (select * from ${exemptions} where state = 'pending' order by seq limit ${MAX_WAITING}) e
    join ${users} u on u.id = e.user_id`,
  failedMails: sql`
    select seq::text as key, null as number, recipient as name, null::bigint as amount, created_at as since,
      null::timestamptz as due
    from ${mails} where state = 'failed' order by seq limit ${MAX_WAITING}`,
  stoppedImports: sql`
    select seq::text as key, null as number, file_name as name, null::bigint as amount, made_at as since,
      null::timestamptz as due
    from ${imports} where state = 'stopped' order by seq limit ${MAX_WAITING}`,
};

/** The kinds whose orders the shop would ship, although some of their buyers ask to cancel. */
const TO_PACK: readonly OldestKind[] = ['ordersToShip', 'ordersWithoutAddress'];

interface OldestRow extends Record<string, unknown> {
  kind: OldestKind;
  amount: string | null;
  items: {
    number: string | null;
    name: string;
    amount: number | null;
    since: string;
    due: string | null;
    asked: boolean;
  }[];
}

/**
 * The sum and the oldest entries of what is waiting, for the kinds whose lists this role may read. A deadline comes
 * before an age. Each kind reads at most as many rows as its count.
 */
export async function readOldestWaiting(db: Queryable, role: Role): Promise<OldestWaiting> {
  const kinds = (Object.keys(LISTS) as OldestKind[]).filter((kind) =>
    hasPermission({ role }, PERMISSION_TO_READ[kind]),
  );
  if (kinds.length === 0) return [];
  const selects = kinds.map(
    (kind) => sql`select ${kind}::text as kind, sum(amount)::text as amount,
      jsonb_agg(jsonb_build_object('number', number, 'name', name, 'amount', amount, 'since', since, 'due', due,
          'asked', ${TO_PACK.includes(kind) ? sql`asked` : sql`false`})
        order by place) filter (where place <= ${OLDEST_SHOWN}) as items
      from (select *, row_number() over (order by due nulls last, since, key) as place from (${LISTS[kind]}) as waiting) as placed
      having count(*) > 0`,
  );
  const { rows } = await toReadSource(db).execute<OldestRow>(sql.join(selects, sql` union all `));
  const decimal = (minor: string | number | null) => (minor === null ? null : minorToDecimal(Number(minor)));
  const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString());
  return rows.map(({ kind, amount, items }) => ({
    kind,
    amount: decimal(amount),
    items: items.map((item) => ({
      number: item.number,
      name: item.name,
      amount: decimal(item.amount),
      since: new Date(item.since).toISOString(),
      dueBy: iso(item.due),
      asksToCancel: item.asked,
    })),
  }));
}
