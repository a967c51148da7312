import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { reportFailedBackup } from '#src/flows/backups/last-backup.server.ts';
import type { BackupEnv } from '#src/platform/env/backup-env.server.ts';
import type { WalArchiver } from '#src/platform/wal-archive/wal-archiver.server.ts';
import type { ScheduledJob } from '#src/platform/worker/schedule.server.ts';

// In the build, the program is beside the server; otherwise it runs from source.
const isBuilt = import.meta.url.endsWith('.js');
const PROGRAM = fileURLToPath(new URL(isBuilt ? './backup.js' : './backup.ts', import.meta.url));

const MAX_REASON_CHARACTERS = 300;

/**
 * The daily job that makes a backup; none unless it is configured. A process of its own makes it, since it compresses
 * and encrypts for minutes, and it gets this process's environment. `program` is for tests.
 */
export function createBackupJob({ to, dailyAt }: BackupEnv, context: AppContext, program = PROGRAM): ScheduledJob[] {
  if (!to || !dailyAt) return [];
  return [
    {
      name: 'back up',
      dailyAt,
      async run(stopping) {
        const reason = await runProgram(program, stopping);
        if (reason === null) return 1;
        if (stopping.aborted) return 0;
        await reportFailedBackup(context, { reason, place: to });
        throw new Error(`the backup failed: ${reason}`);
      },
    },
  ];
}

/** In ms. A base backup reads the whole database, so one that fails is not repeated at once. */
const BASE_RETRY_MS = 600_000;
/** In ms. What the server hands over waits in the meantime. */
const ARCHIVE_RETRY_MS = 30_000;

/**
 * The jobs that archive the log of the built-in database, and make a base backup as soon as there is none that the log
 * continues. The daily backup makes one, too. Of several workers, the one that `isLeader` tells so does it, as long as it
 * lives, since it knows what it has archived. `program` is for tests.
 */
export function createArchiveJobs(
  { to }: BackupEnv,
  archiver: WalArchiver | null,
  context: AppContext,
  { isLeader = async () => true, program = PROGRAM }: { isLeader?: () => Promise<boolean>; program?: string } = {},
): ScheduledJob[] {
  if (!archiver || !to) return [];
  let archivesAt = 0;
  let backsUpAt = 0;
  return [
    {
      name: 'archive the log',
      intervalMs: 5_000,
      immediate: true,
      everywhere: true,
      async run(stopping) {
        if (performance.now() < archivesAt) return 0;
        if (!(await isLeader())) {
          archiver.resign();
          return 0;
        }
        archivesAt = performance.now() + ARCHIVE_RETRY_MS;
        await archiver.run(stopping);
        archivesAt = 0;
        return 0;
      },
    },
    {
      name: 'make a base backup',
      intervalMs: 2_000,
      everywhere: true,
      async run(stopping) {
        if (!archiver.state().needsBase || performance.now() < backsUpAt || !(await isLeader())) return 0;
        backsUpAt = performance.now() + BASE_RETRY_MS;
        const reason = await runProgram(program, stopping, ['--base']);
        if (reason !== null) {
          if (stopping.aborted) return 0;
          await reportFailedBackup(context, { reason, place: to });
          throw new Error(`the base backup failed: ${reason}`);
        }
        backsUpAt = 0;
        archiver.forget();
        return 1;
      },
    },
  ];
}

/** Null if it has made the backup, or the last sentence that it wrote about why not. */
async function runProgram(program: string, stopping: AbortSignal, args: string[] = []): Promise<string | null> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
  const stop = () => void child.kill();
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4_000);
  });
  try {
    const [code, signal] = await once(child, 'close');
    if (code === 0) return null;
    const lines = errors.trim().split('\n').filter(Boolean);
    return (lines.at(-1) ?? `It ended with ${code ?? signal}.`).slice(0, MAX_REASON_CHARACTERS);
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
