import type { Log } from '#src/platform/log.server.ts';
import { printLine } from './startup-banner.server.ts';

export interface ShutdownStack {
  /** What is added last is ended first. */
  add(end: () => void | Promise<void>): void;
  run(): Promise<void>;
}

/** Ends what was started, in reverse order, once: on SIGTERM, SIGINT, SIGHUP, or when the launcher is gone. */
export function createShutdownStack(log: Log): ShutdownStack {
  const shutdown: (() => void | Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= (async () => {
      for (const end of shutdown.reverse()) {
        try {
          await end();
        } catch (error) {
          log.error({ err: error }, 'something could not be ended in order');
        }
      }
      log.flush();
    })();
    return running;
  };
  let asked = 0;
  const leave = (reason: string) => {
    if (running) {
      // Asked again after a while, by somebody who does not want to wait. One press may arrive twice.
      if (performance.now() - asked > 1_500) process.exit(1);
      return;
    }
    asked = performance.now();
    printLine('Closing: what is under way is finished first.');
    log.info({ reason }, 'closing');
    void run().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => leave(signal));
  // The launcher holds the other end of this channel; it closes when the launcher dies, however it dies.
  process.on('disconnect', () => leave('the launcher is gone'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    void run().then(() => process.exit(1));
  });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  return { add: (end) => shutdown.push(end), run };
}
