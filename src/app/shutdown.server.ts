import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#src/platform/log.server.ts';
import { printLine } from './startup-banner.server.ts';

export interface ShutdownStack {
  /**
   * Steps added last are closed first. `leftMs` is the time left: a step that takes longer is abandoned, since later
   * steps must still run. Steps marked `last` have more time, however long the others took.
   */
  add(close: (leftMs: number) => void | Promise<void>, options?: { last?: boolean }): void;
  /**
   * Calls `drain` on SIGTERM and waits `delayMs` before the first step, so that a balancer notices and sends its
   * requests elsewhere. Ctrl-C and a second signal do not wait.
   */
  delay(delayMs: number, drain: () => void): void;
  run(): Promise<void>;
}

export interface ShutdownLimits {
  /** From the request until all but the last steps have ended, in ms. */
  orderlyMs: number;
  /** From the request until the last steps have ended, in ms. */
  lastMs: number;
}

/**
 * Whether SIGHUP asks for new workers. A terminal sends the same signal when it closes, and the shop that runs in it then
 * ends.
 */
export const ASKS_BY_HANGUP = !process.stdin.isTTY;

/** The launcher kills what is left after ten seconds, in `scripts/run-shop.mjs`. */
const LIMITS: ShutdownLimits = { orderlyMs: 6_000, lastMs: 8_500 };
/** A step whose turn comes late still gets this much time. */
const MIN_STEP_MS = 200;

export interface ShutdownSignals {
  /** Called on SIGHUP, which then asks for something else than the end. */
  onHangup?: () => void;
  /**
   * Whether a parent coordinates this process with others. Signals that a terminal sends to all of them are then left to
   * the parent, and nothing is printed.
   */
  isWorker?: boolean;
}

/**
 * Closes what was started, in reverse order, once: on SIGTERM, SIGINT, SIGHUP, or when the launcher is gone. It
 * finishes within its limits, whatever a step waits for.
 */
export function createShutdownStack(
  log: Log,
  limits: ShutdownLimits = LIMITS,
  { onHangup, isWorker = false }: ShutdownSignals = {},
): ShutdownStack {
  const steps: { close: (leftMs: number) => void | Promise<void>; last: boolean }[] = [];
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= (async () => {
      const began = performance.now();
      for (const { close, last } of steps.reverse()) {
        const until = began + (last ? limits.lastMs : limits.orderlyMs);
        const leftMs = Math.max(MIN_STEP_MS, until - performance.now());
        try {
          const isDone = await Promise.race([
            Promise.resolve(close(leftMs)).then(() => true),
            pause(leftMs, false, { ref: false }),
          ]);
          if (!isDone) log.error({ leftMs }, 'a shutdown step took too long and was abandoned');
        } catch (error) {
          log.error({ err: error }, 'a shutdown step failed');
        }
      }
      log.flush();
    })();
    return running;
  };
  let draining = { delayMs: 0, drain: () => {} };
  let waiting: AbortController | null = null;
  let requestedAt = Number.NEGATIVE_INFINITY;
  const exit = async (reason: string) => {
    // A second request means: do not wait. One key press, or the launcher and a process manager, may send two at once.
    if (performance.now() - requestedAt < 1_500) return;
    requestedAt = performance.now();
    if (running) process.exit(1);
    if (waiting) return waiting.abort();
    log.info({ reason }, 'closing');
    if (reason === 'SIGTERM' && draining.delayMs > 0) {
      printLine(`Closing in ${draining.delayMs / 1_000} s. Until then, requests are still served.`);
      waiting = new AbortController();
      draining.drain();
      await pause(draining.delayMs, null, { signal: waiting.signal }).catch(() => {});
    }
    if (!isWorker) printLine('Closing. Requests in flight will be finished first.');
    await run();
    process.exit(0);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (isWorker && signal !== 'SIGTERM') return;
    if (onHangup && signal === 'SIGHUP') return onHangup();
    void exit(signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The launcher holds the other end of this channel, which closes however the launcher dies.
  process.on('disconnect', () => void exit('the launcher is gone'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    void run().then(() => process.exit(1));
  });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  return {
    add: (close, { last = false } = {}) => steps.push({ close, last }),
    delay(delayMs, drain) {
      draining = { delayMs, drain };
    },
    run,
  };
}
