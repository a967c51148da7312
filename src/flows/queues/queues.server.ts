import { isNull, sql } from 'drizzle-orm';
import { categoryFacetChanges } from '#src/features/catalogue/range/facet-tables.server.ts';
import { toolSearchQueue } from '#src/features/catalogue/search/tables.server.ts';
import { accountRequests } from '#src/features/identity/tables.server.ts';
import { images } from '#src/features/images/tables.server.ts';
import { DUE_IMPORTS } from '#src/features/imports/queries.server.ts';
import { imports } from '#src/features/imports/tables.server.ts';
import { DUE_MAILS } from '#src/features/mail/mail-jobs.server.ts';
import { mails } from '#src/features/mail/tables.server.ts';
import { notices } from '#src/features/notices/tables.server.ts';
import { orders, stockHolds } from '#src/features/orders/tables.server.ts';
import { isToReconcile, nextReconciliation, RECONCILED_AFTER_MS } from '#src/features/payments/queries.server.ts';
import { payments, webhookEvents } from '#src/features/payments/tables.server.ts';
import { DUE_EVENTS } from '#src/features/payments/webhook-events.server.ts';
import { OVERDUE_HOLDS } from '#src/features/purchases/queries.server.ts';
import { DUE_REFUNDS } from '#src/features/refunds/queries.server.ts';
import { refunds } from '#src/features/refunds/tables.server.ts';
import { DUE_TOOLS } from '#src/features/stock-alerts/awaited-tools.server.ts';
import { awaitedTools } from '#src/features/stock-alerts/tables.server.ts';
import type { WorkerName } from '#src/flows/app-context.server.ts';
import { MAX_COUNTED, type Queue } from '#src/platform/worker/queue-lengths.server.ts';

/** The queues of the workers, by their names. */
const WORKER_QUEUES: Readonly<Record<WorkerName, Queue>> = {
  mail: { from: mails, due: DUE_MAILS, since: mails.nextAttemptAt },
  'webhook-events': { from: webhookEvents, due: DUE_EVENTS, since: webhookEvents.nextAttemptAt },
  'account-requests': { from: accountRequests, since: accountRequests.createdAt, orderBy: accountRequests.seq },
  'stock-alerts': { from: awaitedTools, due: DUE_TOOLS, since: awaitedTools.checkAt },
  'tool-search': { from: toolSearchQueue, since: null },
  imports: {
    from: imports,
    due: DUE_IMPORTS,
    since: sql`coalesce(${imports.claimedUntil}, greatest(${imports.madeAt}, ${imports.confirmedAt}, ${imports.undoneAt}))`,
  },
};

/** The oldest open payments. The condition needs more than their index has. */
const OLDEST_OPEN_PAYMENTS = sql`(select * from ${payments} where state in ('creating', 'open', 'refund_due')
  order by created_at limit ${MAX_COUNTED}) as ${payments}`;

/** What scheduled jobs work off. */
const JOB_QUEUES = {
  refunds: { from: refunds, due: DUE_REFUNDS, since: refunds.nextAttemptAt },
  payments: {
    from: OLDEST_OPEN_PAYMENTS,
    due: isToReconcile(RECONCILED_AFTER_MS),
    since: nextReconciliation(RECONCILED_AFTER_MS),
  },
  'expired-holds': { from: stockHolds, due: OVERDUE_HOLDS, since: stockHolds.expiresAt },
  notices: { from: notices, due: isNull(notices.reportedAt), since: notices.createdAt },
  'category-filters': { from: categoryFacetChanges, since: null },
  'earlier-orders': { from: orders, due: isNull(orders.purchaseId), since: null, orderBy: orders.seq },
  'unfinished-images': {
    from: images,
    // The predicate of the index. What was left at imgbb cannot be deleted, so nothing ever will.
    due: sql`${images.uploading} and ${images.createdAt} < now() - interval '1 hour' and ${images.storage} <> 'imgbb'`,
    since: sql`${images.createdAt} + interval '1 hour'`,
    orderBy: images.createdAt,
  },
  'earlier-images': {
    from: images,
    due: sql`not ${images.recompressed} and ${images.storage} <> 'imgbb'`,
    since: null,
    orderBy: images.id,
  },
} satisfies Record<string, Queue>;

/** Everything that waits for this process or another one. Its names are labels of metrics. */
export const QUEUES: Readonly<Record<string, Queue>> = { ...WORKER_QUEUES, ...JOB_QUEUES };
