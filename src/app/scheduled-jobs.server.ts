import { createCoverRefresh } from '#src/features/catalogue/keeping/stock-cover.server.ts';
import { countChangedCategories } from '#src/features/catalogue/range/category-facets.server.ts';
import { deleteOldMisses } from '#src/features/catalogue/search/search-misses.server.ts';
import { deleteUnusedDocumentFiles } from '#src/features/catalogue/tool/document-files.server.ts';
import { createToolStockRefresh } from '#src/features/catalogue/tool/tool-stocks.server.ts';
import { foldToolCounts } from '#src/features/categories/queries.server.ts';
import { deleteExpired } from '#src/features/identity/queries.server.ts';
import type { ImageUploads } from '#src/features/images/image-uploads.server.ts';
import { eraseExpiredLinks, storeUnsentMails } from '#src/features/mail/mail-jobs.server.ts';
import { deleteOldNotices } from '#src/features/notices/queries.server.ts';
import { deleteOldWebhookEvents } from '#src/features/payments/webhook-events.server.ts';
import { deleteOldVatChecks } from '#src/features/vat-checks/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { deleteOldImports } from '#src/flows/imports/delete-old-imports.server.ts';
import { deleteStaleSubscribers } from '#src/flows/newsletter/manage-subscriptions.server.ts';
import { sendNotices, sendStockNotice } from '#src/flows/notices/send-notices.server.ts';
import { reconcilePayments, syncSettledPayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { createMissingPurchases } from '#src/flows/purchases/create-missing-purchases.server.ts';
import { QUEUES } from '#src/flows/queues/queues.server.ts';
import { retryRefunds } from '#src/flows/refunds/retry-refunds.server.ts';
import { deleteStaleStockAlerts } from '#src/flows/stock-alerts/manage-stock-alerts.server.ts';
import { openAdvisoryLocks } from '#src/platform/advisory-locks.server.ts';
import { eraseOldAddresses } from '#src/platform/audit/audit-events.server.ts';
import { measureDisk } from '#src/platform/disk-space.server.ts';
import type { BackupEnv } from '#src/platform/env/backup-env.server.ts';
import { createIdleGarbageCollection } from '#src/platform/idle-garbage-collection.server.ts';
import type { Metrics } from '#src/platform/metrics.server.ts';
import { deleteExpiredRateLimits } from '#src/platform/rate-limits.server.ts';
import type { WalArchiver } from '#src/platform/wal-archive/wal-archiver.server.ts';
import { ARCHIVE_LOCK, CLEAN_UP_JOB } from '#src/platform/worker/job-locks.ts';
import { createLeadership } from '#src/platform/worker/leadership.server.ts';
import { measureQueues } from '#src/platform/worker/queue-lengths.server.ts';
import { createRunAlone } from '#src/platform/worker/run-alone.server.ts';
import { type Schedule, type ScheduledJob, startSchedule } from '#src/platform/worker/schedule.server.ts';
import { type CleanUpStep, cleanUp } from './clean-up.server.ts';
import { createDayChange } from './day-change.server.ts';
import { createArchiveJobs, createBackupJob } from './scheduled-backup.server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface ScheduleParts {
  context: AppContext;
  images: ImageUploads;
  metrics: Metrics;
  dataDir: string;
  /** Where the locks of jobs are held, in one session. */
  directUrl: string;
  backup: BackupEnv;
  walArchiver: WalArchiver | null;
}

/** Starts the scheduled jobs. One process at a time runs a job, unless it is marked `everywhere`. */
export function startScheduledJobs(parts: ScheduleParts): Schedule {
  const { context, images, metrics, dataDir, directUrl, backup, walArchiver } = parts;
  const { db, pool, health } = context;
  const locks = openAdvisoryLocks(directUrl);
  const collectGarbage = createIdleGarbageCollection();
  const cleanUpSteps: CleanUpStep[] = [
    { name: 'sign-ins, tokens and links', run: () => deleteExpired(db) },
    { name: 'newsletter addresses', run: () => deleteStaleSubscribers(context) },
    { name: 'stock alerts', run: (stopping) => deleteStaleStockAlerts(context, stopping) },
    { name: 'links in emails', run: () => eraseExpiredLinks(db) },
    { name: 'rate limits', run: () => deleteExpiredRateLimits(pool) },
    { name: 'client addresses', run: (stopping) => eraseOldAddresses(db, stopping) },
    { name: 'notices', run: () => deleteOldNotices(db) },
    { name: 'searches without results', run: (stopping) => deleteOldMisses(db, stopping) },
    { name: 'documents', run: () => deleteUnusedDocumentFiles(db, 24 * HOUR) },
    { name: 'imports', run: () => deleteOldImports(db) },
    { name: 'checks of VAT IDs', run: () => deleteOldVatChecks(db) },
    { name: 'unfinished images', run: () => images.deleteAbandoned(HOUR) },
  ];
  const jobs: ScheduledJob[] = [
    { name: 'expire purchases', intervalMs: 15 * SECOND, run: (stopping) => expirePurchases(context, stopping) },
    {
      name: 'reconcile open payments',
      intervalMs: 10 * SECOND,
      run: (stopping) => reconcilePayments(context, undefined, stopping),
    },
    {
      name: 'reconcile settled payments',
      intervalMs: 5 * MINUTE,
      run: (stopping) => syncSettledPayments(context, stopping),
    },
    // What the previous process could not finish does not wait for an interval.
    {
      name: 'retry refunds',
      intervalMs: 10 * SECOND,
      immediate: true,
      run: (stopping) => retryRefunds(context, stopping),
    },
    { name: 'probe health', intervalMs: 30 * SECOND, run: () => health.probeAll(), everywhere: true },
    {
      name: 'measure queues',
      intervalMs: 10 * SECOND,
      immediate: true,
      everywhere: true,
      async run() {
        metrics.recordQueues(await measureQueues(db, QUEUES));
        return 0;
      },
    },
    {
      name: 'measure the disk',
      intervalMs: 10 * SECOND,
      immediate: true,
      everywhere: true,
      async run() {
        metrics.recordDisk(await measureDisk(dataDir));
        return 0;
      },
    },
    {
      name: 'free memory',
      intervalMs: 10 * SECOND,
      everywhere: true,
      async run() {
        context.responseCache.deleteExpired();
        await collectGarbage();
        return 0;
      },
    },
    // Changes are published; this is for a lost notification.
    {
      name: 'reload settings',
      intervalMs: 10 * SECOND,
      everywhere: true,
      run: () =>
        Promise.all([context.shopSettings.reload(), context.taxRates.reload(), context.shipping.reload()]).then(
          () => 0,
        ),
    },
    // Cached pages say which tax their prices include, and when an order leaves. Both can change at midnight.
    {
      name: 'begin the day of the shop',
      intervalMs: SECOND,
      everywhere: true,
      run: createDayChange(context),
    },
    { name: 'recompress images', intervalMs: MINUTE, run: (stopping) => images.recompress(stopping) },
    { name: 'fold counts of categories', intervalMs: MINUTE, run: () => foldToolCounts(db) },
    {
      name: 'count filters of categories',
      intervalMs: 5 * SECOND,
      immediate: true,
      run: (stopping) => countChangedCategories(db, stopping),
    },
    { name: 'compute days of cover', intervalMs: MINUTE, run: createCoverRefresh(db) },
    { name: 'sort tools by stock', intervalMs: 5 * SECOND, run: createToolStockRefresh(db) },
    {
      name: 'create purchases of earlier orders',
      intervalMs: 15 * SECOND,
      immediate: true,
      run: (stopping) => createMissingPurchases(context, stopping),
    },
    {
      name: 'send notices to the shop',
      intervalMs: 10 * SECOND,
      immediate: true,
      run: () => sendNotices(context),
    },
    { name: 'send notices of stock', intervalMs: 10 * MINUTE, run: () => sendStockNotice(context) },
    { name: CLEAN_UP_JOB, intervalMs: HOUR, run: (stopping) => cleanUp(cleanUpSteps, context.log, stopping) },
    { name: 'delete old webhook events', dailyAt: '03:30', run: () => deleteOldWebhookEvents(db) },
  ];
  const isLeader = createLeadership(locks, ARCHIVE_LOCK);
  jobs.push(...createBackupJob(backup, context), ...createArchiveJobs(backup, walArchiver, context, { isLeader }));
  if (context.initialMailState === 'stored')
    jobs.push({ name: 'store unsent mails', intervalMs: MINUTE, run: () => storeUnsentMails(db) });

  const schedule = startSchedule(jobs, {
    log: context.log,
    alone: createRunAlone(locks),
    clock: { db, getTimeZone: () => context.shopSettings.get().settings.timeZone },
  });
  return {
    async stop() {
      await schedule.stop();
      await locks.close();
    },
  };
}
