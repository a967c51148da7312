import type pg from 'pg';
import { findDatabaseError } from '#src/platform/database-faults.server.ts';
import type { ExternalDatabase } from '#src/platform/env/database-env.server.ts';
import { findPooling } from '#src/platform/pooling.server.ts';
import { withConnection } from '#src/platform/single-connection.server.ts';
import { isOutage } from './wait-for-database.server.ts';

const SEE = '(docs/operations/many-machines.md, "A replica for reads")';
const INSUFFICIENT_PRIVILEGE = '42501';

interface Identity {
  isReplaying: boolean;
  database: string;
  cluster: string;
}

/**
 * What keeps the shop from reading at the address of the replica, in one sentence; null if nothing does. A replica that
 * is away is none: the shop does without it until it is there. Writes nothing. No sentence contains an address, which
 * may have a password in it.
 */
export async function checkReplicaUrl({
  url,
  replicaUrl,
}: Pick<ExternalDatabase, 'url' | 'replicaUrl'>): Promise<string | null> {
  if (!replicaUrl) return null;
  let own: Identity;
  try {
    own = await identify(replicaUrl);
  } catch (error) {
    if (isOutage(error)) return null;
    return explain('DATABASE_REPLICA_URL', error);
  }
  if (!own.isReplaying)
    return (
      'DATABASE_REPLICA_URL leads to a server that accepts writes: the primary itself, another primary, or a replica that was promoted. ' +
      `Set it to the address of a streaming replica of DATABASE_URL, or leave it out ${SEE}.`
    );
  try {
    const primary = await identify(url);
    if (own.cluster !== primary.cluster)
      return (
        'DATABASE_REPLICA_URL leads to a replica of another cluster than that of DATABASE_URL. ' +
        `Set it to the address of a streaming replica of that one, or leave it out ${SEE}.`
      );
    if (own.database !== primary.database)
      return `DATABASE_REPLICA_URL leads to the database "${own.database}", and DATABASE_URL to "${primary.database}". Both must name the same one.`;
  } catch (error) {
    return explain('DATABASE_URL', error);
  }
  return (await findPooling(replicaUrl)).kind === 'session'
    ? null
    : `DATABASE_REPLICA_URL leads to a pooler that can run each transaction in another session. Set it to the address of PostgreSQL itself ${SEE}.`;
}

function identify(url: string): Promise<Identity> {
  return withConnection({ connectionString: url }, async (client: pg.Client) => {
    const { rows } = await client.query<Identity>(
      `select pg_is_in_recovery() as "isReplaying", current_database() as database,
         (select system_identifier::text from pg_control_system()) as cluster`,
    );
    if (!rows[0]) throw new Error('no answer');
    return rows[0];
  });
}

function explain(key: string, error: unknown): string {
  const reason = (error instanceof Error && error.message) || 'no connection';
  if (findDatabaseError(error)?.code !== INSUFFICIENT_PRIVILEGE) return `${key} cannot be used: ${reason}.`;
  return (
    `${key} signs in with a role that may not find out whether DATABASE_REPLICA_URL leads to a replica: ${reason}. ` +
    `As a superuser, grant it to execute pg_control_system, pg_control_checkpoint and pg_control_recovery ${SEE}.`
  );
}
