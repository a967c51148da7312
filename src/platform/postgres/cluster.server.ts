import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../startup-error.server.ts';
import type { Binaries } from './binaries.server.ts';
import { chownTree, type RunAs, spawnAs } from './drop-privileges.server.ts';

/** The shop's own role and database. The role is no superuser, so that a leaked connection can reach no file or program. */
export const shopRole = 'shop';

const NEW_PREFIX = 'postgres.new-';
const HBA_RULES = ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n');

/** True when there is a database cluster; a folder that holds something else, or another version's, is a StartupError. */
export function checkCluster(cluster: string, major: number): boolean {
  if (!existsSync(cluster)) return false;
  const { uid } = statSync(cluster);
  const me = process.geteuid?.() ?? uid;
  if (me !== 0 && me !== uid) {
    throw new StartupError(
      `The database in ${cluster} belongs to another user (${uid}). Start the shop as that user or as root, ` +
        `or hand the folder over: chown -R ${me} ${dirname(cluster)}`,
    );
  }
  if (readdirSync(cluster).length === 0) return false;
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile))
    throw new StartupError(`${cluster} holds files, but no database. Move them away, or set another DATA_DIR.`);
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== String(major)) {
    throw new StartupError(
      `The database in ${cluster} was made by PostgreSQL ${version}; this shop runs PostgreSQL ${major}. ` +
        `Write it out with version ${version} (pg_dump), move the folder away, start the shop and read it in again (pg_restore).`,
    );
  }
  return true;
}

/** Creates the cluster beside its place and moves it there when it is whole. A kill leaves all of it or nothing. */
export async function createCluster(
  cluster: string,
  binaries: Binaries,
  runAs: RunAs,
  durable: boolean,
): Promise<void> {
  const dataDir = dirname(cluster);
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(NEW_PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const folder = mkdtempSync(join(dataDir, NEW_PREFIX));
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['-D', folder, '-U', 'postgres', '--auth=reject', '--no-instructions', ...locale];
  try {
    chownTree(runAs, folder);
    await runProgram(runAs, binaries.initdb, durable ? options : [...options, '--no-sync'], folder);
    writeFileSync(join(folder, 'pg_hba.conf'), HBA_RULES, { flush: durable });
    await setPassword(folder, binaries, runAs, [
      `CREATE ROLE ${shopRole} LOGIN CREATEDB`,
      `CREATE DATABASE ${shopRole} OWNER ${shopRole}`,
    ]);
    renameSync(folder, cluster);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  if (durable && process.platform !== 'win32') syncFolder(dataDir);
}

/** The shop role's password, from the file beside the data; a lost file gets a new password. The server must not be running. */
export async function readPassword(cluster: string, binaries: Binaries, runAs: RunAs): Promise<string> {
  const file = passwordFile(cluster);
  if (!existsSync(file)) await setPassword(cluster, binaries, runAs, []);
  return readFileSync(file, 'utf8').trim();
}

function passwordFile(cluster: string): string {
  return join(cluster, 'shop.password');
}

async function setPassword(cluster: string, binaries: Binaries, runAs: RunAs, before: string[]): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  const statements = [...before, ...['postgres', shopRole].map((role) => `ALTER ROLE ${role} PASSWORD '${password}'`)];
  const single = [
    '--single',
    '-D',
    cluster,
    '-c',
    'exit_on_error=on',
    '-c',
    'log_checkpoints=off',
    '-c',
    'log_min_error_statement=panic',
    'postgres',
  ];
  await runProgram(runAs, binaries.postgres, single, cluster, `${statements.join('\n')}\n`);
  const file = passwordFile(cluster);
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  chownTree(runAs, file);
}

async function runProgram(runAs: RunAs, program: string, args: string[], cwd: string, input = ''): Promise<void> {
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

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
