import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.server.ts';

type Owner = { uid: number; gid: number };

/**
 * How PostgreSQL's programs are started here. `owner` is who must own the database files; if absent, the current user.
 */
export type RunAs = { prefix: string[]; drop?: Owner; owner?: Owner };

const CLEAN_ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/**
 * PostgreSQL refuses to run as root, so root starts it as another user: directly, if that user can reach the programs
 * and `dataDir`; otherwise with the one capability that opens closed folders; otherwise in a user namespace. Takes the
 * first way that works for these paths. If none does, a StartupError says what to do.
 */
export function chooseRunAs(dataDir: string, initdb: string): RunAs {
  const isRoot = process.geteuid?.() === 0;
  for (const candidate of isRoot ? candidatesForRoot(dataDir) : candidatesForUser()) {
    if (canRun(candidate, dataDir, initdb)) return candidate;
  }
  if (!isRoot && !hasAccount()) {
    throw new StartupError(
      `The user id ${process.geteuid?.()} has no name on this machine, and the packaged PostgreSQL does not start without one. ` +
        'Start the shop as a user with an entry in /etc/passwd (10001 in its container image), or set DATABASE_URL.',
    );
  }
  throw new StartupError(
    isRoot
      ? `PostgreSQL must not run as root, and no other user on this machine can access ${dataDir} and ${dirname(initdb)}. ` +
          'Start the shop as an ordinary user, or set DATABASE_URL.'
      : `The packaged PostgreSQL does not run on this machine (${dirname(initdb)}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

/** Containers may run as any id. PostgreSQL's programs look up its name, as `userInfo` does. */
function hasAccount(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

/** Starts one of PostgreSQL's programs in its own session, so that a Ctrl-C for the shop does not reach it. */
export function spawnAs(runAs: RunAs, program: string, args: string[], options: SpawnOptions): ChildProcess {
  const [command = program, ...rest] = [...runAs.prefix, program, ...args];
  return spawn(command, rest, {
    ...options,
    ...runAs.drop,
    detached: true,
    // PostgreSQL does not need the shop's keys and passwords.
    ...(process.platform === 'win32' ? {} : { env: CLEAN_ENV }),
  });
}

/**
 * Makes the user that PostgreSQL runs as the owner of `path` and its contents. The folder itself comes last, as a sign
 * that all is done.
 */
export function chownTree(runAs: RunAs, path: string): void {
  const { owner } = runAs;
  if (owner === undefined || lstatSync(path).uid === owner.uid) return;
  const chown = (entry: string, isFolder: boolean): void => {
    const inner = isFolder ? readdirSync(entry, { withFileTypes: true }) : [];
    for (const found of inner) chown(join(entry, found.name), found.isDirectory());
    lchownSync(entry, owner.uid, owner.gid);
  };
  try {
    chown(path, lstatSync(path).isDirectory());
  } catch (error) {
    throw new StartupError(
      `The database files in ${path} must belong to user ${owner.uid}. Run: chown -R ${owner.uid} ${path}`,
      { cause: error },
    );
  }
}

function candidatesForUser(): RunAs[] {
  const plain: RunAs = { prefix: [] };
  return process.platform === 'linux' ? [{ prefix: ['setpriv', '--pdeathsig', 'INT', '--'] }, plain] : [plain];
}

function candidatesForRoot(dataDir: string): RunAs[] {
  const owners = findOwners(dataDir);
  const plain = owners.flatMap((owner): RunAs[] => [
    { prefix: setpriv(owner), owner },
    { prefix: [], drop: owner, owner },
  ]);
  const capable = owners.map((owner): RunAs => {
    // Without the secure bit, access(2), which initdb uses, would deny what the capability allows.
    const keep = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
    return { prefix: setpriv(owner, keep), owner };
  });
  const renamed = owners.map((owner): RunAs => {
    const map = [`--map-user=${owner.uid}`, `--map-group=${owner.gid}`];
    return { prefix: ['unshare', '--user', ...map, '--'], owner: { uid: 0, gid: 0 } };
  });
  return [...plain, ...capable, ...renamed];
}

/** With the death signal, PostgreSQL shuts down cleanly by itself if the shop is killed. */
function setpriv({ uid, gid }: Owner, keep: string[] = []): string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...keep, '--pdeathsig', 'INT', '--'];
}

/** Candidates, best first: the cluster's owner, the owners of the folders above it, the system's own accounts. */
function findOwners(dataDir: string): Owner[] {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const uids = [join(dataDir, 'postgres'), ...ancestors(dataDir)].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.uid,
  );
  const named = ['postgres', 'nobody'].map((name) => accounts.find((account) => account.name === name)?.uid);
  return [...new Set([...uids, ...named])].flatMap((uid) => {
    // initdb looks up its user by name, so an id without an account is useless.
    const account = accounts.find((known) => known.uid === uid);
    return account === undefined || account.uid === 0 ? [] : [{ uid: account.uid, gid: account.gid }];
  });
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...ancestors(parent)];
}

/** With `--show`, initdb only checks what it needs: the folder, the programs beside it, and its user's name. */
function canRun(runAs: RunAs, dataDir: string, initdb: string): boolean {
  if (process.platform === 'win32') return true;
  const look = ['/bin/sh', '-c', 'cd "$0" && exec "$1" --show -D "$0/postgres" -U postgres', dataDir, initdb];
  const [command = '', ...rest] = [...runAs.prefix, ...look];
  const options = { cwd: '/', env: CLEAN_ENV, stdio: 'ignore', timeout: 20_000 } as const;
  return spawnSync(command, rest, { ...runAs.drop, ...options }).status === 0;
}
