import { eq, sql } from 'drizzle-orm';
import { TO_REORDER_IDS } from '#src/features/catalogue/keeping/reorder.server.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { queueMail, wasMailedWithin } from '#src/features/mail/outbox.server.ts';
import type { EmailNotice, PurchaseNotice } from '#src/features/mail/templates/notice-subjects.ts';
import {
  dropPendingNotices,
  forgetRestockedTools,
  hasPendingNotices,
  type Notice,
  takePendingNotices,
  takeShortTools,
} from '#src/features/notices/queries.server.ts';
import { MAX_MAIL_ITEMS, NOTICE_INTERVAL, STOCK_NOTICE_INTERVAL } from '#src/features/notices/rules.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { paymentDisputes, paymentRefunds } from '#src/features/payments/tables.server.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import { refunds } from '#src/features/refunds/tables.server.ts';
import { reviews } from '#src/features/reviews/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { orderByIds, whereIds } from '#src/platform/pagination.server.ts';
import { NOTICE_KINDS } from '#src/shared/notice-kinds.ts';

type NoticeContext = Pick<AppContext, 'db' | 'initialMailState' | 'notify' | 'getCompany' | 'shopSettings'>;

/**
 * Mails the shop what has happened to purchases, and which reviews are new, since the last such mail: the first event at once, those that soon
 * follow together some minutes later. A mail and the marks of its events are committed together. Returns how many
 * events were taken.
 */
export async function sendNotices(context: NoticeContext): Promise<number> {
  const { db, shopSettings } = context;
  if (!(await hasPendingNotices(db))) return 0;
  const { noticeEmail } = shopSettings.get().settings;
  if (!noticeEmail) return dropPendingNotices(db);
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx)) || (await wasMailedWithin(tx, 'shop_notice', NOTICE_INTERVAL))) return 0;
    const taken = await takePendingNotices(tx);
    if (taken.length === 0) return 0;
    const listed = [...taken].sort((one, other) => getRank(one) - getRank(other)).slice(0, MAX_MAIL_ITEMS);
    const counts = NOTICE_KINDS.map((kind) => [kind, taken.filter((notice) => notice.kind === kind).length] as const);
    await queueMail(tx, context, {
      kind: 'shop_notice',
      data: {
        notices: await describeNotices(tx, listed),
        counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
      },
      recipient: noticeEmail,
    });
    await failPoint('notices:written');
    return taken.length;
  });
}

/** Mails the shop which tools are sold out or to reorder since the last such mail: at most once a day, all of them in one mail. */
export async function sendStockNotice(context: NoticeContext): Promise<number> {
  const { db, shopSettings } = context;
  const { noticeEmail } = shopSettings.get().settings;
  if (!noticeEmail) return 0;
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx))) return 0;
    await forgetRestockedTools(tx, TO_REORDER_IDS);
    if (await wasMailedWithin(tx, 'stock_notice', STOCK_NOTICE_INTERVAL)) return 0;
    const short = await takeShortTools(tx, TO_REORDER_IDS);
    const count = short.out + short.low;
    if (count > 0) await queueMail(tx, context, { kind: 'stock_notice', data: short, recipient: noticeEmail });
    return count;
  });
}

const getRank = ({ kind }: Notice) => NOTICE_KINDS.indexOf(kind);

/** Takes a lock: two processes that send at the same time would each see that no mail was written yet. */
async function tryLock(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('notices to the shop', 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

/** The contents of a mail about these, in their order. Nothing in them was typed by a buyer. */
async function describeNotices(db: Queryable, listed: readonly Notice[]): Promise<EmailNotice[]> {
  const described = await Promise.all([describePurchases(db, listed), describeReviews(db, listed)]);
  return described.flat();
}

/** Reviews come last, as in `NOTICE_KINDS`. One that was removed meanwhile is left out. */
async function describeReviews(db: Queryable, listed: readonly Notice[]): Promise<EmailNotice[]> {
  const ids = listed.filter(({ kind }) => kind === 'review').map(({ subject }) => subject);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: reviews.id, rating: reviews.rating, waiting: reviews.waiting, itemName: tools.itemName })
    .from(reviews)
    .leftJoin(tools, eq(tools.id, reviews.toolId))
    .where(whereIds(reviews, ids));
  return orderByIds(ids, rows, ({ id }) => id).map(({ id, ...review }) => ({
    kind: 'review',
    reviewId: id,
    ...review,
  }));
}

/** Read with one statement. */
async function describePurchases(db: Queryable, listed: readonly Notice[]): Promise<EmailNotice[]> {
  const column = (name: keyof Notice) => sql`${sql.param(listed.map((notice) => notice[name]))}::text[]`;
  const { rows } = await db.execute<{
    kind: PurchaseNotice['kind'];
    number: string;
    amount_minor: string;
    lines: string;
    item_name: string;
    quantity: number;
    lacks_address: boolean;
    due_by: string | null;
  }>(sql`
    select n.kind, p.number, coalesce(d.amount_minor, f.amount_minor, r.amount_minor, p.total_minor) as amount_minor,
      l.lines, l.item_name, l.quantity, p.delivery is null as lacks_address, d.due_by
    from unnest(${column('kind')}, ${column('subject')}, ${column('purchaseId')}) with ordinality
        as n (kind, subject, purchase_id, place)
      join ${purchases} p on p.id = n.purchase_id
      join lateral (
        select count(*) as lines, (array_agg(o.item_name order by o.line_number))[1] as item_name,
          (array_agg(o.quantity order by o.line_number))[1] as quantity
        from ${orders} o where o.purchase_id = p.id and (o.ended_at is null or o.ended_at = p.ended_at)
      ) l on true
      left join ${paymentDisputes} d on n.kind = 'dispute' and d.id = n.subject
      left join ${paymentRefunds} f on n.kind = 'refund_failed' and f.id = n.subject
      left join ${refunds} r on n.kind = 'refund_failed' and (r.id = n.subject or r.provider_refund_id = n.subject)
    order by n.place`);
  return rows.map((row) => ({
    kind: row.kind,
    number: row.number,
    amountMinor: Number(row.amount_minor),
    items: Number(row.lines) === 1 ? `${row.quantity} × ${row.item_name}` : `${row.lines} tools`,
    ...(row.kind === 'paid' && row.lacks_address ? { lacksAddress: true as const } : {}),
    ...(row.due_by ? { answerBy: new Date(row.due_by).toISOString() } : {}),
  }));
}
