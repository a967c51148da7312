import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#src/platform/log.server.ts';
import { printLine } from './startup-banner.server.ts';

export interface ShutdownStack {
  /**
   * Steps added last are closed first. `leftMs` is the time left: a step that takes longer is abandoned, since later
   * steps must still run. Steps marked `last` have more time, however long the others took.
   */
  add(close: (leftMs: number) => void | Promise<void>, options?: { last?: boolean }): void;
  run(): Promise<void>;
}

export interface ShutdownLimits {
  /** From the request until all but the last steps have ended, in ms. */
  orderlyMs: number;
  /** From the request until the last steps have ended, in ms. */
  lastMs: number;
}

/** The launcher kills what is left after ten seconds, in `scripts/start.mjs`. */
const LIMITS: ShutdownLimits = { orderlyMs: 6_000, lastMs: 8_500 };
/** A step whose turn comes late still gets this much time. */
const MIN_STEP_MS = 200;

/**
 * Closes what was started, in reverse order, once: on SIGTERM, SIGINT, SIGHUP, or when the launcher is gone. It
 * finishes within its limits, whatever a step waits for.
 */
export function createShutdownStack(log: Log, limits: ShutdownLimits = LIMITS): ShutdownStack {
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
  let requestedAt = 0;
  const exit = (reason: string) => {
    if (running) {
      // A second request means: do not wait. One key press may arrive twice.
      if (performance.now() - requestedAt > 1_500) process.exit(1);
      return;
    }
    requestedAt = performance.now();
    printLine('Closing. Requests in flight will be finished first.');
    log.info({ reason }, 'closing');
    void run().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => exit(signal));
  // The launcher holds the other end of this channel, which closes however the launcher dies.
  process.on('disconnect', () => exit('the launcher is gone'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    void run().then(() => process.exit(1));
  });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  return { add: (close, { last = false } = {}) => steps.push({ close, last }), run };
}
