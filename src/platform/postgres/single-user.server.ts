import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { StartupError } from '../startup-error.server.ts';
import { type RunAs, spawnAs } from './drop-privileges.server.ts';

/**
 * Runs statements as the superuser, without a server or a password: whoever can write the files can do this anyway. No
 * server may be running on the cluster. Each statement is its own transaction, and an error ends the run.
 */
export async function runSingleUser(
  { cluster, postgres, runAs }: { cluster: string; postgres: string; runAs: RunAs },
  database: string,
  statements: string[],
): Promise<void> {
  const settings = {
    exit_on_error: 'on',
    log_checkpoints: 'off',
    // Statements may contain a new password.
    log_min_error_statement: 'panic',
    // Functions and operators that the shop's role created must not be found before the system's own.
    search_path: 'pg_catalog',
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  // In this mode, a line break ends a statement.
  const input = statements.map((statement) => `${toOneLine(statement)}\n`).join('');
  await runProgram(runAs, postgres, ['--single', '-D', cluster, ...options, database], cluster, input);
}

function toOneLine(statement: string): string {
  const lines = statement.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** Runs one of PostgreSQL's programs until it ends. On failure, throws a StartupError with the program's output. */
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
