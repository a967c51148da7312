import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { failPoint } from '../fail-point.server.ts';
import { StartupError } from '../startup-error.server.ts';
import { chownTree, type RunAs } from './drop-privileges.server.ts';
import { runOnIdleCluster } from './processes.server.ts';
import { runSingleUser } from './single-user.server.ts';

/**
 * The shop's own role and database. The role is not a superuser, so that a leaked connection cannot reach files or
 * programs.
 */
export const shopRole = 'shop';

export type Cluster = { cluster: string; postgres: string; runAs: RunAs; durable: boolean };

/** On a server for tests, the role may create databases and roles, which tests need. In a shop, it may not. */
const getAttributes = (durable: boolean) =>
  `LOGIN NOSUPERUSER ${durable ? 'NOCREATEDB NOCREATEROLE' : 'CREATEDB CREATEROLE'} NOREPLICATION NOBYPASSRLS`;

/** The superuser has no password, may not log in, and no rule would let it in: three separate barriers. */
const LOCK_SUPERUSER = 'ALTER ROLE postgres NOLOGIN PASSWORD NULL';

function getHbaRules(durable: boolean): string {
  const users = durable ? shopRole : 'all';
  return [
    '# The shop writes this file at its start. No role but its own logs in.',
    `local all ${users} scram-sha-256`,
    `host all ${users} 127.0.0.1/32 scram-sha-256`,
    'local all all reject',
    'host all all all reject',
    '',
  ].join('\n');
}

/** Creates the role and the database in a new cluster, and closes it to everybody else. */
export async function setUpRole(target: Cluster): Promise<void> {
  const password = makePassword();
  await runSingleUser(target, 'postgres', [
    `CREATE ROLE ${shopRole} ${getAttributes(target.durable)} PASSWORD '${password}'`,
    `CREATE DATABASE ${shopRole} OWNER ${shopRole}`,
    LOCK_SUPERUSER,
  ]);
  writePrivateFile(target, 'shop.password', `${password}\n`);
  writePrivateFile(target, 'pg_hba.conf', getHbaRules(target.durable));
}

/**
 * Updates a cluster of an older version to the state that `setUpRole` leaves: in older versions, the superuser had the
 * shop's password. Replaces a lost password. The rules are written last, as a sign that all is done; a killed run
 * starts over.
 */
export async function secureRole(target: Cluster): Promise<void> {
  const isLost = !hasPassword(target);
  if (hasRules(target) && !isLost) return;
  const password = makePassword();
  await failPoint('shop-role.begun');
  await runOnIdleCluster(target.cluster, () =>
    runSingleUser(target, shopRole, [
      LOCK_SUPERUSER,
      `ALTER ROLE ${shopRole} ${getAttributes(target.durable)}${isLost ? ` PASSWORD '${password}'` : ''}`,
      `ALTER DATABASE ${shopRole} OWNER TO ${shopRole}`,
      HAND_OVER,
    ]),
  );
  await failPoint('shop-role.handed-over');
  if (isLost) writePrivateFile(target, 'shop.password', `${password}\n`);
  writePrivateFile(target, 'pg_hba.conf', getHbaRules(target.durable));
}

/** Throws a StartupError if `secureRole` would change anything. Only reads. */
export function requireSecuredRole(target: Cluster): void {
  const hint = 'Start this version once, then try again.';
  if (!hasRules(target)) throw new StartupError(`This folder belongs to an older version of the shop. ${hint}`);
  if (!hasPassword(target)) throw new StartupError(`The password of this folder's database is lost. ${hint}`);
}

function hasRules({ cluster, durable }: Cluster): boolean {
  const file = join(cluster, 'pg_hba.conf');
  return existsSync(file) && readFileSync(file, 'utf8') === getHbaRules(durable);
}

function hasPassword({ cluster }: Cluster): boolean {
  return existsSync(join(cluster, 'shop.password'));
}

export function readPassword(cluster: string): string {
  return readFileSync(join(cluster, 'shop.password'), 'utf8').trim();
}

/**
 * Revokes all other roles from the shop's role, and gives it what superusers own in its database, such as restored
 * tables. What belongs to an extension stays.
 */
const HAND_OVER = `
  DO $$ DECLARE statement text; BEGIN
    FOR statement IN
      SELECT format('REVOKE %I FROM ${shopRole} GRANTED BY %I CASCADE', granted.rolname, grantor.rolname)
        FROM pg_auth_members m JOIN pg_roles granted ON granted.oid = m.roleid
        JOIN pg_roles grantor ON grantor.oid = m.grantor
        WHERE m.member = '${shopRole}'::regrole
      UNION ALL
      SELECT format('ALTER %s OWNER TO ${shopRole}', object.name) FROM (
        SELECT 'pg_namespace'::regclass, oid, nspowner, format('SCHEMA %I', nspname)
          FROM pg_namespace WHERE nspname !~ '^pg_'
        UNION ALL
        SELECT 'pg_class'::regclass, oid, relowner, format('TABLE %s', oid::regclass)
          FROM pg_class c WHERE relkind IN ('r', 'p', 'v', 'm', 'f') OR relkind = 'S' AND NOT EXISTS (
            SELECT FROM pg_depend d
            WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))
        UNION ALL
        SELECT 'pg_type'::regclass, oid, typowner, format('TYPE %s', oid::regtype)
          FROM pg_type WHERE typtype IN ('d', 'e', 'r')
            OR typtype = 'c' AND (SELECT relkind FROM pg_class WHERE pg_class.oid = typrelid) = 'c'
        UNION ALL
        SELECT 'pg_proc'::regclass, oid, proowner, format('ROUTINE %s', oid::regprocedure) FROM pg_proc
      ) AS object (catalog, oid, owner, name)
      WHERE object.oid >= 16384 AND object.owner IN (SELECT oid FROM pg_roles WHERE rolsuper)
        AND NOT EXISTS (SELECT FROM pg_depend d
          WHERE d.classid = object.catalog AND d.objid = object.oid AND d.deptype = 'e')
    LOOP EXECUTE statement; END LOOP;
  END $$`;

function makePassword(): string {
  return randomBytes(24).toString('base64url');
}

/** A kill leaves either the old file or the complete new one. */
export function writePrivateFile({ cluster, runAs, durable }: Cluster, name: string, content: string): void {
  const file = join(cluster, name);
  writeFileSync(`${file}.new`, content, { mode: 0o600, flush: durable });
  chmodSync(`${file}.new`, 0o600);
  chownTree(runAs, `${file}.new`);
  renameSync(`${file}.new`, file);
  if (durable && process.platform !== 'win32') syncFolder(cluster);
}

/** Makes renames in a folder survive a power failure. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
