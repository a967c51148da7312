import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { type HealthMonitor, PROBE_SKIPPED } from '#src/platform/health-registry.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { MailDelivery } from '#src/platform/mail-delivery.ts';
import { claimMail, keepWaiting, markFailed, markSent, revive } from './mail-queue.server.ts';
import type { MailRow } from './outbox.server.ts';
import { createRefusalRun } from './rejection-streak.server.ts';
import { renderMail } from './render-mail.server.ts';
import { linkExpiresAt } from './rules.ts';
import { MAX_CONNECTIONS, type MailServer } from './smtp.server.ts';
import type { SendResult } from './smtp-errors.server.ts';

export interface Post extends MailDelivery {
  /** Sends what is due until nothing is. How many were sent. */
  round(): Promise<number>;
  /** From now on what is written is sent at once. */
  start(): void;
  /** Begins nothing more; what is being handed over has a few seconds to arrive. */
  stop(): Promise<void>;
  /** Asks the mail server whether it lets us in, unless a mail has just told; throws a sentence when not. */
  probe(signal: AbortSignal, forced?: boolean): Promise<unknown>;
}

interface PostParts {
  db: Db;
  log: Log;
  publicUrl: string;
  /** Null where mails are only stored. */
  server: MailServer | null;
  monitor: () => HealthMonitor;
  /** How long a mail on its way has to arrive when the shop ends, in ms. */
  lastWordsMs?: number;
}

/** From writing a mail to sending it, in ms: its transaction is done by then. */
const SOON_MS = 150;
const LONGEST_REST_MS = 60_000;
/** A mail server that was seen so lately is not asked again. */
const PROBE_INTERVAL_MS = 300_000;

/**
 * Takes the outbox to the mail server. Which mail is due is a state in the database, and every process of a shop takes
 * the next one nobody has: a mail whose process dies is due again when its lease is over.
 */
export function createPost({ db, log, publicUrl, server, monitor, lastWordsMs = 5_000 }: PostParts): Post {
  let running: Promise<number> | null = null;
  let runAgain = false;
  let startTimer: NodeJS.Timeout | undefined;
  let started = false;
  let failures = 0;
  let restUntil = 0;
  let lastSeenAt = 0;
  /** Why it takes no mail although it lets us in. Only a mail can tell whether that is over. */
  let blockedReason: string | null = null;
  /** Whether it rests because it could not be reached, which asking it can end. */
  let unreached = false;
  const rejections = createRefusalRun();
  const stopping = new AbortController();
  const aborting = new AbortController();

  async function sendDue(mailServer: MailServer): Promise<number> {
    let sent = 0;
    const drain = async () => {
      while (!stopping.signal.aborted && Date.now() >= restUntil) {
        const mail = await claimMail(db);
        if (!mail) return;
        await failPoint('mail:claimed');
        const attempt = await tryToSend(mailServer, mail);
        await failPoint('mail:sent');
        await settle(mail, attempt);
        if (attempt.result === 'sent') sent += 1;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: MAX_CONNECTIONS }, drain));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return sent;
  }

  async function tryToSend(mailServer: MailServer, mail: MailRow): Promise<SendResult> {
    if (linkExpiresAt(mail.kind, mail.createdAt) < Date.now())
      return { result: 'refused', reason: 'Its link ran out before the mail could be sent.' };
    let rendered: Awaited<ReturnType<typeof renderMail>>;
    try {
      rendered = await renderMail(mail, publicUrl);
    } catch (error) {
      log.error({ err: error, mail: mail.id, kind: mail.kind }, 'a mail could not be written');
      return { result: 'refused', reason: 'The mail could not be written. The log says more.' };
    }
    const { leaveUrl } = (mail.data ?? {}) as { leaveUrl?: string | null };
    return mailServer.send({ ...mail, ...rendered, ...(leaveUrl ? { leaveUrl } : {}) }, aborting.signal);
  }

  async function settle(mail: MailRow, result: SendResult): Promise<void> {
    const { attempt, revived } = rejections.judge(mail, result);
    if (attempt.result === 'sent') {
      failures = 0;
      blockedReason = null;
      lastSeenAt = Date.now();
      monitor().up();
      await insist(() => markSent(db, mail));
      return;
    }
    // Whoever ends the shop ends the attempt with it; the mail is sent by the next start.
    if (aborting.signal.aborted) return;
    const { reason } = attempt;
    log.warn({ mail: mail.id, kind: mail.kind, result: attempt.result, reason }, 'a mail could not be sent');
    if (attempt.result === 'away' && attempt.blocksAll) blockedReason = reason;
    if (attempt.result === 'away') monitor().down(reason);
    else if (!blockedReason) monitor().up();
    if (attempt.result === 'away' || (attempt.result === 'put_off' && attempt.cooldown)) {
      failures += 1;
      unreached = attempt.result === 'away' && !attempt.blocksAll;
      restUntil = Date.now() + Math.min(5_000 * 2 ** (failures - 1), LONGEST_REST_MS);
    }
    await markFailed(db, mail, attempt);
    await revive(db, revived);
  }

  /** A mail that was sent and is not known to be is sent twice: a database that is just restarting is waited for. */
  async function insist(write: () => Promise<void>): Promise<void> {
    for (let pause = 250; ; pause *= 2) {
      try {
        return await write();
      } catch (error) {
        if (pause > 8_000 || stopping.signal.aborted) throw error;
        await sleep(pause);
      }
    }
  }

  function round(): Promise<number> {
    if (!server) return keepWaiting(db);
    // Whoever asks while it runs may have written a mail that it has just not seen.
    if (running) runAgain = true;
    running ??= sendAll(server).finally(() => {
      running = null;
    });
    return running;
  }

  async function sendAll(mailServer: MailServer): Promise<number> {
    let sent = 0;
    do {
      runAgain = false;
      sent += await sendDue(mailServer);
    } while (runAgain && !stopping.signal.aborted);
    return sent;
  }

  const wake = () => {
    if (!server || !started || startTimer) return;
    startTimer = setTimeout(() => {
      startTimer = undefined;
      round().catch((error: unknown) => log.error({ err: error }, 'mails could not be sent and will be tried again'));
    }, SOON_MS);
    startTimer.unref();
  };

  return {
    initialState: server ? 'waiting' : 'stored',
    notify: wake,
    round,
    start() {
      started = true;
    },
    async probe(signal, forced) {
      if (!server) return PROBE_SKIPPED;
      if (!forced && failures === 0 && Date.now() - lastSeenAt < PROBE_INTERVAL_MS) return PROBE_SKIPPED;
      await server.probe(signal);
      lastSeenAt = Date.now();
      if (unreached) {
        unreached = false;
        restUntil = 0;
        failures = 0;
      }
      wake();
      if (blockedReason) throw new Error(blockedReason);
      return undefined;
    },
    async stop() {
      started = false;
      clearTimeout(startTimer);
      stopping.abort();
      const cut = setTimeout(() => aborting.abort(), lastWordsMs);
      await running?.catch(() => {});
      clearTimeout(cut);
      server?.close();
    },
  };
}
