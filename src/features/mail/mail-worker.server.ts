import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { type HealthMonitor, PROBE_SKIPPED } from '#src/platform/health-registry.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { backoff } from '#src/platform/worker/backoff.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import type { Company } from '#src/shared/company.ts';
import { claimMails, markSent, recordFailedAttempt, requeue } from './mail-jobs.server.ts';
import type { MailRow } from './outbox.server.ts';
import { renderMail } from './render-mail.server.ts';
import { linkExpiresAt } from './rules.ts';
import { MAX_CONNECTIONS, type MailServer } from './smtp.server.ts';
import type { SendResult } from './smtp-errors.server.ts';

/** If this many recipients in a row get the same reply, it concerns the shop and not the recipients. */
const MIN_RECIPIENTS = 3;

interface RejectionStreak {
  /** Judges an attempt by the previous ones. `requeued`: ids of mails that failed by mistake and are waiting again. */
  judge(mail: Pick<MailRow, 'id' | 'recipient'>, attempt: SendResult): { attempt: SendResult; requeued: string[] };
}

/**
 * Many mail servers reply only `550` or `451`, whether they reject one recipient or all mail of the shop. The same
 * reply for several recipients, without a sent mail in between, is taken as a rejection of the shop.
 */
function createRejectionStreak(): RejectionStreak {
  let lastReply = '';
  /** The ids of failed mails by recipient. */
  const streak = new Map<string, string[]>();

  return {
    judge({ id, recipient }, attempt) {
      if (attempt.result === 'sent') streak.clear();
      const counts =
        (attempt.result === 'rejected' && attempt.ambiguous) || (attempt.result === 'deferred' && !attempt.cooldown);
      if (!counts) return { attempt, requeued: [] };
      const reply = normalizeReply(attempt.reason);
      if (reply !== lastReply) streak.clear();
      lastReply = reply;
      const rejected = attempt.result === 'rejected';
      // Bounded, because a few recipients decide.
      if (streak.has(recipient) || streak.size < MIN_RECIPIENTS)
        streak.set(recipient, [...(streak.get(recipient) ?? []), ...(rejected ? [id] : [])]);
      if (streak.size < MIN_RECIPIENTS) return { attempt, requeued: [] };
      if (!rejected) return { attempt: { ...attempt, cooldown: true }, requeued: [] };
      const requeued = [...streak.values()].flat().filter((one) => one !== id);
      for (const ids of streak.values()) ids.length = 0;
      return { attempt: { result: 'unavailable', reason: attempt.reason, blocksAll: true }, requeued };
    },
  };
}

/** Replaces numbers and queue names, which differ even between equal replies. */
function normalizeReply(reason: string): string {
  return reason.replaceAll(/\S+/g, (word) => (/\d{4}|\d[A-Za-z]+\d/.test(word) ? '#' : word));
}

export interface MailWorker extends Worker<'mail'> {
  /**
   * Probes the mail server, unless a mail or a probe has reached it lately. Throws a sentence if the server does not
   * let us in.
   */
  probe(signal: AbortSignal, forced?: boolean): Promise<unknown>;
}

interface MailWorkerOptions {
  db: Db;
  log: Log;
  metrics?: WorkerMetrics;
  publicUrl: string;
  getCompany: () => Company;
  server: MailServer;
  monitor: () => HealthMonitor;
  /** How long a mail in flight has to arrive when the worker stops, in ms. */
  stopTimeoutMs?: number;
}

const POLL_MS = 3_000;
/** By then, the transaction that wrote the mail has committed. */
const NOTIFY_DELAY_MS = 150;
const COOLDOWN_MS = { first: 5_000, max: 60_000 };
/** A mail server that was reached this recently is not probed. */
const PROBE_INTERVAL_MS = 300_000;

/** Sends the mails of the outbox that are due. If its process dies, a mail is due again when its lease ends. */
export function createMailWorker(options: MailWorkerOptions): MailWorker {
  const { db, log, metrics, publicUrl, getCompany, server, monitor, stopTimeoutMs = 5_000 } = options;
  let failures = 0;
  // By the clock that never jumps: with the other one, a clock set back by a day would pause all emails for a day.
  let cooldownUntil = 0;
  let lastReachedAt = Number.NEGATIVE_INFINITY;
  /** Why the server accepts no mail although it lets us in. Only a sent mail clears that. */
  let blockedReason: string | null = null;
  /** Whether the cooldown began because the server was unreachable. A probe can end such a cooldown. */
  let isUnreachable = false;
  const rejections = createRejectionStreak();
  const aborting = new AbortController();

  const worker = createWorker({
    name: 'mail',
    db,
    log,
    metrics,
    claimMode: 'lease',
    claim: claimMails,
    async run(mail: MailRow, _db, stopping) {
      await failPoint('mail:claimed');
      const result = await send(mail);
      await failPoint('mail:sent');
      await store(mail, result, stopping);
      return result.result === 'sent' ? 'succeeded' : 'failed';
    },
    isPaused: () => performance.now() < cooldownUntil,
    concurrency: MAX_CONNECTIONS,
    notifyDelayMs: NOTIFY_DELAY_MS,
    pollMs: POLL_MS,
  });

  async function send(mail: MailRow): Promise<SendResult> {
    if (linkExpiresAt(mail.kind, mail.createdAt) < Date.now())
      return { result: 'rejected', reason: 'Its link expired before the email could be sent.' };
    let rendered: Awaited<ReturnType<typeof renderMail>>;
    try {
      rendered = await renderMail(mail, publicUrl, getCompany());
    } catch (error) {
      log.error({ err: error, mailId: mail.id, kind: mail.kind }, 'an email could not be rendered');
      return { result: 'rejected', reason: 'The email could not be created. See the log for details.' };
    }
    const { leaveUrl } = (mail.data ?? {}) as { leaveUrl?: string | null };
    return server.send({ ...mail, ...rendered, ...(leaveUrl ? { leaveUrl } : {}) }, aborting.signal);
  }

  async function store(mail: MailRow, result: SendResult, stopping: AbortSignal): Promise<void> {
    const { attempt, requeued } = rejections.judge(mail, result);
    if (attempt.result === 'sent') {
      failures = 0;
      blockedReason = null;
      lastReachedAt = performance.now();
      monitor().up();
      await retryWrite(() => markSent(db, mail), stopping);
      return;
    }
    // The attempt was aborted because the shop is stopping. The next start sends the mail.
    if (aborting.signal.aborted) return;
    const { reason } = attempt;
    log.warn({ mailId: mail.id, kind: mail.kind, result: attempt.result, reason }, 'an email could not be sent');
    if (attempt.result === 'unavailable' && attempt.blocksAll) blockedReason = reason;
    if (attempt.result === 'unavailable') monitor().down(reason);
    else if (!blockedReason) monitor().up();
    if (attempt.result === 'unavailable' || (attempt.result === 'deferred' && attempt.cooldown)) {
      failures += 1;
      isUnreachable = attempt.result === 'unavailable' && !attempt.blocksAll;
      cooldownUntil = performance.now() + backoff(failures, COOLDOWN_MS);
    }
    await recordFailedAttempt(db, mail, attempt);
    await requeue(db, requeued);
  }

  return {
    ...worker,
    async probe(signal, forced) {
      if (!forced && failures === 0 && performance.now() - lastReachedAt < PROBE_INTERVAL_MS) return PROBE_SKIPPED;
      await server.probe(signal);
      lastReachedAt = performance.now();
      if (isUnreachable) {
        isUnreachable = false;
        cooldownUntil = 0;
        failures = 0;
      }
      worker.notify();
      if (blockedReason) throw new Error(blockedReason);
      return undefined;
    },
    async stop() {
      const abortLater = setTimeout(() => aborting.abort(), stopTimeoutMs);
      await worker.stop();
      clearTimeout(abortLater);
      server.close();
    },
  };
}

/** Retries while the database restarts: a sent mail that is not marked would be sent twice. */
async function retryWrite(write: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  for (let pauseMs = 250; ; pauseMs *= 2) {
    try {
      return await write();
    } catch (error) {
      if (pauseMs > 8_000 || stopping.aborted) throw error;
      await sleep(pauseMs);
    }
  }
}
