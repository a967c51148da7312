import { constants } from 'node:os';
import { isDatabaseUnavailable } from '#src/platform/database-faults.server.ts';
import { type Env, parseProcessEnv } from '#src/platform/env/env.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';

/** Returns the exit code, or 'usage' if it does not understand its arguments. `stopped` is aborted by a signal. */
type Main = (args: readonly string[], env: Env, stopped: AbortSignal) => Promise<number | 'usage'>;

/** A terminal sends Ctrl-C to a program and to its launcher, which passes it on: within this time, they are one signal. */
const SAME_SIGNAL_MS = 300;

/**
 * Runs a program of the machine's console with the shop's environment. What it cannot do is a sentence, and exit code 1.
 * `--help` prints the usage and runs nothing.
 */
export async function runConsoleProgram(usage: string, main: Main): Promise<void> {
  process.stdout.on('error', () => {});
  if (printHelp(usage)) return;
  process.exitCode = await runMain(usage, main, abortOnSignal());
}

/** Prints the usage and returns true if this process was asked for it. */
export function printHelp(usage: string): boolean {
  const isAsked = process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h');
  if (isAsked) process.stdout.write(`${usage}\n`);
  return isAsked;
}

/** Aborted by the first signal that asks this process to end. The second one ends it at once, whatever it is doing. */
export function abortOnSignal(): AbortSignal {
  const stopping = new AbortController();
  let abortedAt = 0;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted && performance.now() - abortedAt > SAME_SIGNAL_MS)
        process.exit(128 + constants.signals[signal]);
      if (!stopping.signal.aborted) abortedAt = performance.now();
      stopping.abort();
    });
  }
  return stopping.signal;
}

async function runMain(usage: string, main: Main, stopped: AbortSignal): Promise<number> {
  const parsed = parseProcessEnv();
  if (!parsed.ok) return giveUp(['Please correct these keys (see .env.example):', ...parsed.errors].join('\n  '));
  try {
    const code = await main(process.argv.slice(2), parsed.env, stopped);
    return code === 'usage' ? giveUp(usage) : code;
  } catch (error) {
    if (error instanceof StartupError) return giveUp(error.message);
    if (stopped.aborted) return giveUp('Stopped before it was done.');
    const reason = error instanceof Error ? error.message || 'no response' : String(error);
    if (isDatabaseUnavailable(error))
      return giveUp(`The database cannot be reached, or the connection was lost (${reason}).`);
    // The last line is what a schedule reports.
    return giveUp(`${error instanceof Error ? error.stack : reason}\nIt failed unexpectedly: ${reason}`);
  }
}

function giveUp(why: string): number {
  process.stderr.write(`${why}\n`);
  return 1;
}

const PROGRESS_INTERVAL_MS = 200;

/** Shows progress in one line of the terminal, on standard error. Without a terminal, it shows nothing. */
export function showProgress<T>(toText: (progress: T) => string): { update(progress: T): void; end(): void } {
  if (!process.stderr.isTTY) return { update() {}, end() {} };
  let shownAt = 0;
  return {
    update(progress) {
      if (performance.now() - shownAt < PROGRESS_INTERVAL_MS) return;
      shownAt = performance.now();
      process.stderr.write(`\r\x1b[K${toText(progress)}`);
    },
    end: () => void process.stderr.write('\r\x1b[K'),
  };
}
