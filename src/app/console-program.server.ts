import { isDatabaseUnavailable } from '#src/platform/database-faults.server.ts';
import { type Env, parseProcessEnv } from '#src/platform/env/env.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';

/** Returns the exit code, or 'usage' if it does not understand its arguments. `stopped` is aborted by a signal. */
type Main = (args: readonly string[], env: Env, stopped: AbortSignal) => Promise<number | 'usage'>;

/** Runs a program of the machine's console with the shop's environment. What it cannot do is a sentence, and exit code 1. */
export async function runConsoleProgram(usage: string, main: Main): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  process.stdout.on('error', () => {});
  process.exitCode = await runMain(usage, main, stopping.signal);
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
