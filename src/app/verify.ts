import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StorageError } from '#src/features/images/image-storage.server.ts';
import { listBucket } from '#src/features/images/s3-storage.server.ts';
import { isDatabaseUnavailable } from '#src/platform/database-faults.server.ts';
import { parseProcessEnv } from '#src/platform/env/env.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { abortOnSignal, printHelp } from './console-program.server.ts';
import { openConsoleTarget } from './console-target.server.ts';
import { verifyDatabase } from './verify.server.ts';
import { createJsonReporter, createTextReporter } from './verify-report.server.ts';

// The entry of `npm run verify`, which is built as a separate program beside the shop's.

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

const USAGE = `npm run verify -- [--json] [--own-records]
  --json          prints one JSON object instead of lines
  --own-records   checks payments only against the shop's own records, even if the card sandbox has a ledger`;

/** Exit codes: 0 all invariants hold, 1 a violation, 2 it could not check. */
async function main(args: readonly string[]): Promise<0 | 1 | 2> {
  const unknown = args.filter((arg) => arg !== '--json' && arg !== '--own-records');
  if (unknown.length) return giveUp(`${unknown.join(' ')} is not an option.\n${USAGE}`);
  const parsed = parseProcessEnv();
  if (!parsed.ok)
    return giveUp(
      `Please correct these keys (see .env.example):\n${parsed.errors.map((error) => `  ${error}`).join('\n')}`,
    );
  const { env } = parsed;
  const { images } = env;
  const stopped = abortOnSignal();
  const reporter = args.includes('--json') ? createJsonReporter(process.stdout) : createTextReporter(process.stdout);
  const ledger = env.payments.kind === 'sandbox' && !args.includes('--own-records');
  try {
    const target = await openConsoleTarget(env);
    try {
      const report = await verifyDatabase(
        target,
        { migrations: MIGRATIONS, ledger, ...(images.kind === 's3' && { imageBucket: () => listBucket(images) }) },
        reporter,
        stopped,
      );
      return report.failed === 0 ? 0 : 1;
    } finally {
      await target.close();
    }
  } catch (error) {
    if (error instanceof StartupError || error instanceof StorageError) return giveUp(error.message);
    const reason = error instanceof Error ? error.message || 'no response' : String(error);
    if (isDatabaseUnavailable(error))
      return giveUp(`the database cannot be reached, or the connection was lost (${reason}).`);
    return giveUp(
      error instanceof pg.DatabaseError ? reason : error instanceof Error ? (error.stack ?? reason) : reason,
    );
  }
}

function giveUp(why: string): 2 {
  process.stderr.write(`Could not verify: ${why}\n`);
  return 2;
}

process.stdout.on('error', () => {});
if (!printHelp(USAGE)) process.exitCode = await main(process.argv.slice(2));
