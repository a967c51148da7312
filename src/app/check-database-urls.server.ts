import type { ExternalDatabase } from '#src/platform/env/database-env.server.ts';
import { compareAddresses, findPooling } from '#src/platform/pooling.server.ts';
import { SESSION_LIMITS } from '#src/platform/session-limits.server.ts';
import { withConnection } from '#src/platform/single-connection.server.ts';

const MIN_POSTGRES_VERSION = 15;
const SEE = '(docs/operations/many-machines.md, "Behind a connection pooler")';

type Urls = Pick<ExternalDatabase, 'url' | 'directUrl' | 'migrationUrl' | 'preparedStatements'>;

/**
 * What keeps the shop from using these addresses, in one sentence each: an unusable server, a pooler where PostgreSQL
 * itself is needed, or addresses of different databases. Writes nothing. No sentence contains an address, which may
 * have a password in it.
 */
export async function checkDatabaseUrls(urls: Urls): Promise<string[]> {
  const keys = Object.entries({
    DATABASE_URL: urls.url,
    DATABASE_DIRECT_URL: urls.directUrl,
    DATABASE_MIGRATION_URL: urls.migrationUrl,
  }).flatMap(([key, url]) => (url ? [{ key, url }] : []));
  const errors: (string | null)[] = [];
  for (const { key, url } of keys) errors.push(await explain(key, () => checkVersion(key, url)));
  const found = errors.filter((error) => error !== null);
  if (found.length > 0) return found;
  for (const check of [checkPooling, checkSameDatabase]) {
    const error = await explain('DATABASE_URL', () => check(urls, keys.slice(1)));
    if (error) return [error];
  }
  return [];
}

type Keys = readonly { key: string; url: string }[];

async function checkPooling({ url, directUrl, preparedStatements }: Urls, others: Keys): Promise<string | null> {
  const pooling = await findPooling(url);
  if (pooling.kind === 'statement')
    return `DATABASE_URL leads to a pooler without transactions. Set its pool_mode to transaction ${SEE}.`;
  const isPooler = pooling.kind === 'transaction';
  if (isPooler && !directUrl)
    return (
      'DATABASE_URL leads to a pooler that can run each transaction in another session. Set DATABASE_DIRECT_URL to the ' +
      `address of PostgreSQL itself${pooling.keepsPreparedStatements ? '' : ', and DATABASE_PREPARED_STATEMENTS to off'} ${SEE}.`
    );
  if (isPooler && preparedStatements && !pooling.keepsPreparedStatements)
    return (
      'DATABASE_URL leads to a pooler that does not keep prepared statements. Set DATABASE_PREPARED_STATEMENTS to off, ' +
      `or max_prepared_statements of pgbouncer 1.21 or newer to 200 ${SEE}.`
    );
  for (const { key, url } of others)
    if ((await findPooling(url)).kind !== 'session')
      return `${key} leads to a pooler that can run each transaction in another session. Set it to the address of PostgreSQL itself ${SEE}.`;
  return directUrl ? null : checkLimits(url);
}

/** Poolers that give each client a session can still refuse what the shop sends when it connects. */
async function checkLimits(url: string): Promise<string | null> {
  try {
    await withConnection({ connectionString: url, ...SESSION_LIMITS }, async () => {});
    return null;
  } catch (error) {
    return (
      `DATABASE_URL does not accept the shop's time limits: ${toReason(error)}. ` +
      `If it leads to a pooler, set DATABASE_DIRECT_URL to the address of PostgreSQL itself ${SEE}.`
    );
  }
}

async function checkSameDatabase({ url }: Urls, others: Keys): Promise<string | null> {
  for (const other of others) {
    const { isSameDatabase, roles } = await compareAddresses(url, other.url);
    if (!isSameDatabase)
      return `${other.key} leads to another database than DATABASE_URL. Both must name the same database of the same server.`;
    if (other.key === 'DATABASE_DIRECT_URL' && roles[0] !== roles[1])
      return `DATABASE_DIRECT_URL signs in as "${roles[1]}", and DATABASE_URL as "${roles[0]}". Both must use the same role.`;
  }
  return null;
}

async function checkVersion(key: string, url: string): Promise<string | null> {
  const version = await withConnection({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    return rows[0]?.version ?? 0;
  });
  return version >= MIN_POSTGRES_VERSION
    ? null
    : `${key} points to PostgreSQL ${version}; the shop needs ${MIN_POSTGRES_VERSION} or newer.`;
}

async function explain(key: string, check: () => Promise<string | null>): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    return `${key} cannot be used: ${toReason(error)}.`;
  }
}

const toReason = (error: unknown) => (error instanceof Error && error.message) || 'no connection';
