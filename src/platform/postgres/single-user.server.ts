import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { StartupError } from '../startup-error.server.ts';
import { type RunAs, spawnAs } from './drop-privileges.server.ts';

/**
 * Runs statements as the superuser, without a server and without a password: who may write the files may do this. No
 * server may run on the cluster. Each statement is a transaction of its own, and an error ends the run.
 */
export async function runSingleUser(
  { cluster, postgres, runAs }: { cluster: string; postgres: string; runAs: RunAs },
  database: string,
  statements: string[],
): Promise<void> {
  const settings = {
    exit_on_error: 'on',
    log_checkpoints: 'off',
    // Statements hold a new password.
    log_min_error_statement: 'panic',
    // Names of functions and operators that the shop's role made must not be found before the system's own.
    search_path: 'pg_catalog',
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  // A line break ends a statement here.
  const input = statements.map((statement) => `${toOneLine(statement)}\n`).join('');
  await runProgram(runAs, postgres, ['--single', '-D', cluster, ...options, database], cluster, input);
}

function toOneLine(statement: string): string {
  const lines = statement.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** Runs one of PostgreSQL's programs to its end. A failure is a StartupError with what the program said. */
export async function runProgram(
  runAs: RunAs,
  program: string,
  args: string[],
  cwd: string,
  input = '',
): Promise<void> {
  const child = spawnAs(runAs, program, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  child.stdin?.on('error', () => {}); // it ended before it had read everything; its exit code says why
  child.stdin?.end(input);
  const [out, err] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))),
  );
  const [code] = await ended;
  if (code !== 0) {
    throw new StartupError(`The database could not be prepared in ${cwd}:\n${`${err}`.trim() || `${out}`.trim()}`);
  }
}
