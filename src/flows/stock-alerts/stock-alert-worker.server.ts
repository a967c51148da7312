import { canBeOrdered } from '#src/features/catalogue/tool/can-be-ordered.ts';
import { getToolRow, toWireTool } from '#src/features/catalogue/tool/queries.server.ts';
import { hasDueMails, queueMails } from '#src/features/mail/outbox.server.ts';
import { addAlertLinks } from '#src/features/stock-alerts/alert-tokens.server.ts';
import { checkAgainIn, claimAwaitedTools, deleteUnawaited } from '#src/features/stock-alerts/awaited-tools.server.ts';
import { lockConfirmedAlerts, markAlertsSent } from '#src/features/stock-alerts/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createConsentToken } from '#src/platform/consent-tokens.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import { getEndUrl } from './manage-stock-alerts.server.ts';

/** Alerts of one tool that are sent in one transaction. */
const BATCH_SIZE = 100;
/** While this many mails are due, no tool is claimed: mails about orders would wait behind a million alerts. */
const MAX_DUE_MAILS = 500;
/** Triggers say when a tool is due. This check is for events that they missed. */
const RECHECK_SECONDS = 6 * 3_600;
/** Triggers don't notify anybody. */
const POLL_MS = 3_000;

/** Mails the people who are waiting for a tool once it can be ordered again. */
export function createStockAlertWorker(context: AppContext, metrics?: WorkerMetrics): Worker<'stock-alerts'> {
  return createWorker({
    name: 'stock-alerts',
    db: context.db,
    log: context.log,
    metrics,
    claimMode: 'lease',
    claim: async (db, limit) => ((await hasDueMails(db, MAX_DUE_MAILS)) ? [] : claimAwaitedTools(db, limit)),
    async run({ id }) {
      await sendAlerts(context, id);
      return 'succeeded';
    },
    batchSize: 2,
    pollMs: POLL_MS,
  });
}

/** Sends a batch of a claimed tool's alerts, and schedules the next check of the tool. */
async function sendAlerts(context: AppContext, toolId: string): Promise<void> {
  const { db } = context;
  const sent = await db.transaction((tx) => sendBatch(tx, context, toolId));
  await failPoint('stock-alerts:committed');
  if (sent === BATCH_SIZE) return checkAgainIn(db, toolId, 0);
  await deleteUnawaited(db, toolId);
  // A tool that can be ordered needs no check: if alerts are left, another process is sending them, and the tool is
  // checked again when that claim ends.
  if (sent === 'not_orderable') await checkAgainIn(db, toolId, RECHECK_SECONDS);
}

type Batch = number | 'not_orderable';

/** A mail and the mark on its alert are committed together, so that nobody gets two mails. */
async function sendBatch(
  tx: Parameters<Parameters<AppContext['db']['transaction']>[0]>[0],
  context: AppContext,
  toolId: string,
): Promise<Batch> {
  const tool = await getToolRow(tx, toolId);
  if (!tool || !canBeOrdered(toWireTool(tool))) return 'not_orderable';
  const alerts = await lockConfirmedAlerts(tx, toolId, BATCH_SIZE);
  if (alerts.length === 0) return 0;
  const { itemName, slug } = tool;
  const tokens = alerts.map(() => createConsentToken('leave'));
  const mailIds = await queueMails(
    tx,
    context,
    alerts.map(({ email }, at) => ({
      kind: 'stock_alert' as const,
      data: { itemName, slug, leaveUrl: getEndUrl(context.publicUrl, tokens[at]?.token ?? '') },
      recipient: email,
    })),
  );
  await addAlertLinks(
    tx,
    alerts.flatMap(({ id: alertId }, at) => {
      const [mailId, row] = [mailIds[at], tokens[at]?.row];
      return mailId && row ? [{ ...row, alertId, mailId }] : [];
    }),
  );
  await markAlertsSent(
    tx,
    alerts.map(({ id }) => id),
  );
  await failPoint('stock-alerts:written');
  return alerts.length;
}
