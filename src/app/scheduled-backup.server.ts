import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { reportFailedBackup } from '#src/flows/backups/last-backup.server.ts';
import type { BackupEnv } from '#src/platform/env/backup-env.server.ts';
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

/** Null if it has made the backup, or the last sentence that it wrote about why not. */
async function runProgram(program: string, stopping: AbortSignal): Promise<string | null> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
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
