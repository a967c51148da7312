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

/** The shop's own role and database. The role is no superuser, so that a leaked connection can reach no file or program. */
export const shopRole = 'shop';

export type Cluster = { cluster: string; postgres: string; runAs: RunAs; durable: boolean };

/** A server for tests lets its role make databases and other roles, which tests need. A shop's does not. */
const getAttributes = (durable: boolean) =>
  `LOGIN NOSUPERUSER ${durable ? 'NOCREATEDB NOCREATEROLE' : 'CREATEDB CREATEROLE'} NOREPLICATION NOBYPASSRLS`;

/** The superuser has no password and may not log in, and no rule would let it in: three walls. */
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

/** Makes role and database in a cluster that nobody uses yet, and closes it for everybody else. */
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
 * Brings a cluster of an older version to where `setUpRole` leaves a new one: there, the superuser had the shop's
 * password. A lost password is replaced. The rules are written last, as the sign that all is done; a killed run starts over.
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

/** A StartupError where `secureRole` would change anything. It only reads. */
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

/** The password of the shop's role. */
export function readPassword(cluster: string): string {
  return readFileSync(join(cluster, 'shop.password'), 'utf8').trim();
}

/**
 * Takes every other role away from the shop's, and hands over what superusers own in its database: restored tables. What belongs to an extension stays.
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

/** A kill leaves the old file or the new one, whole. */
function writePrivateFile({ cluster, runAs, durable }: Cluster, name: string, content: string): void {
  const file = join(cluster, name);
  writeFileSync(`${file}.new`, content, { mode: 0o600, flush: durable });
  chmodSync(`${file}.new`, 0o600);
  chownTree(runAs, `${file}.new`);
  renameSync(`${file}.new`, file);
  if (durable && process.platform !== 'win32') syncFolder(cluster);
}

/** Makes renames in a folder survive a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
