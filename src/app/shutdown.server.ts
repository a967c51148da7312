import type { Log } from '#src/platform/log.server.ts';
import { printLine } from './startup-banner.server.ts';

export interface ShutdownStack {
  /** What is added last is closed first. */
  add(close: () => void | Promise<void>): void;
  run(): Promise<void>;
}

/** Closes what was started, in reverse order, once: on SIGTERM, SIGINT, SIGHUP, or when the launcher is gone. */
export function createShutdownStack(log: Log): ShutdownStack {
  const steps: (() => void | Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= (async () => {
      for (const close of steps.reverse()) {
        try {
          await close();
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
      // A second request means: do not wait. One press may arrive twice.
      if (performance.now() - requestedAt > 1_500) process.exit(1);
      return;
    }
    requestedAt = performance.now();
    printLine('Closing: requests in flight are finished first.');
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
  return { add: (close) => steps.push(close), run };
}
