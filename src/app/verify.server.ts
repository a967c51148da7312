import type pg from 'pg';
import type { BucketNames } from '#src/invariants/bucket-check.server.ts';
import {
  type CheckResult,
  countInFlight,
  listChecks,
  NOT_CHECKABLE,
  runChecks,
} from '#src/invariants/run-checks.server.ts';
import { compareSchema } from '#src/platform/migrate.server.ts';
import { withSnapshot } from '#src/platform/snapshot.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import type { ConsoleTarget } from './console-target.server.ts';
import type { VerifyReport, VerifyReporter } from './verify-report.server.ts';

export interface VerifyOptions {
  /** The folder with this version's migrations. */
  migrations: string;
  /** Whether to check payments against the card sandbox's ledger. Without it, the shop's own records are used. */
  ledger: boolean;
  /** The names of the images in S3. */
  imageBucket?: BucketNames;
}

/** With DATABASE_URL, the folder may be on another machine. */
const NO_FOLDER = {
  invariant: 9,
  name: 'every image row has its files, and every file has a row',
  why: 'there is no folder of images in DATA_DIR',
};

/**
 * Checks every invariant that the database and the image folder can show, in one read-only snapshot. Throws a
 * StartupError if it could not check at all.
 */
export function verifyDatabase(
  target: Omit<ConsoleTarget, 'close'>,
  options: VerifyOptions,
  reporter: VerifyReporter,
  stopped?: AbortSignal,
): Promise<VerifyReport> {
  return withSnapshot(
    target.url,
    async (client) => {
      await rejectOtherSchema(client, options.migrations);
      return runInSnapshot(client, target, options, reporter);
    },
    { stopped },
  );
}

async function runInSnapshot(
  client: pg.Client,
  { title, imageFolder }: Omit<ConsoleTarget, 'close'>,
  options: VerifyOptions,
  reporter: VerifyReporter,
): Promise<VerifyReport> {
  const runningSeconds = await getRunningSeconds(client);
  const ledger = options.ledger && (await hasLedger(client));
  const checks = listChecks({
    tolerance: { kind: 'live', runningSeconds: runningSeconds ?? 0 },
    ledger,
    ...(imageFolder ? { imageFolder } : {}),
    ...(options.imageBucket ? { imageBucket: options.imageBucket } : {}),
  });
  const judge = ledger ? ('ledger' as const) : ('own records' as const);
  const head = { target: title, running: runningSeconds !== null, judge };
  reporter.begin(head, checks.length);
  const results: CheckResult[] = [];
  for await (const result of runChecks(client, checks, (check) => reporter.start(check))) {
    reporter.result(result);
    results.push(result);
  }
  const failed = results.filter(({ violations }) => violations > 0).length;
  const report = {
    ...head,
    checks: results,
    inFlight: await countInFlight(client),
    notChecked: [...NOT_CHECKABLE, ...(imageFolder ? [] : [NO_FOLDER])],
    passed: results.length - failed,
    failed,
  };
  reporter.end(report);
  return report;
}

async function rejectOtherSchema(client: pg.Client, migrations: string): Promise<void> {
  const schema = await compareSchema(client, migrations);
  if (schema === 'none') throw new StartupError('There is no shop in this database.');
  if (schema === 'older')
    throw new StartupError(
      'The database belongs to an older version of the shop. Verify it with that version, or start this version first to bring it up to date.',
    );
  if (schema === 'newer')
    throw new StartupError('The database belongs to a newer version of the shop. Verify it with that version.');
}

/**
 * How long a shop has been connected to this database; null if none is, or if this role may not see it. The sessions of a
 * pooler have another name and do not count, since they outlive the shop.
 */
async function getRunningSeconds(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ seconds: string | null }>(
    `select extract(epoch from now() - min(backend_start)) as seconds from pg_stat_activity
     where datname = current_database() and application_name in ('ironmonger', 'ironmonger-change-listener')`,
  );
  return rows[0]?.seconds ? Number(rows[0].seconds) : null;
}

async function hasLedger(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('card_sandbox.charges') is not null as exists",
  );
  return rows[0]?.exists === true;
}
