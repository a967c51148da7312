import { sql } from 'drizzle-orm';
import { queueMail, wasMailedWithin } from '#src/features/mail/outbox.server.ts';
import {
  dropPendingNotices,
  forgetRestockedTools,
  hasPendingNotices,
  type Notice,
  takePendingNotices,
  takeShortTools,
} from '#src/features/notices/queries.server.ts';
import { MAX_LISTED, NOTICE_INTERVAL, STOCK_NOTICE_INTERVAL } from '#src/features/notices/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { NOTICE_KINDS } from '#src/shared/notice-kinds.ts';
import { describeNotices } from './describe-notices.server.ts';

type NoticeContext = Pick<AppContext, 'db' | 'initialMailState' | 'notify' | 'getCompany' | 'shopSettings'>;

/**
 * Mails the shop what has happened to purchases since the last such mail: the first event at once, those that soon
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
    const listed = [...taken].sort((one, other) => getRank(one) - getRank(other)).slice(0, MAX_LISTED);
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

/** Mails the shop which tools have become low or sold out: at most once a day, all of them in one mail. */
export async function sendStockNotice(context: NoticeContext): Promise<number> {
  const { db, shopSettings } = context;
  const { noticeEmail } = shopSettings.get().settings;
  if (!noticeEmail) return 0;
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx))) return 0;
    await forgetRestockedTools(tx);
    if (await wasMailedWithin(tx, 'stock_notice', STOCK_NOTICE_INTERVAL)) return 0;
    const short = await takeShortTools(tx);
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
