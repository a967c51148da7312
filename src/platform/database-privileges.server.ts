import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { StartupError } from './startup-error.server.ts';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | `UPDATE (${string})`;

/** Tables on which the running shop does not need to read and write all rows, with the privileges that it does need. */
export type RestrictedTables = Readonly<Record<string, readonly Privilege[]>>;

const ALL: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

type Wanted = { name: string; privilege: Privilege };
type Lack = Wanted & { exists: boolean };

/**
 * Grants `role`, which runs the shop, the privileges that it lacks: access to rows of the shop's tables, but not to
 * change tables. `client` is connected as the tables' owner and holds the migration lock. Do not use it after an error,
 * which leaves a transaction open. Resolves to whether the role can change tables anyway.
 */
export async function grantPrivileges(
  client: pg.Client,
  role: string,
  folder: string,
  restricted: RestrictedTables,
): Promise<{ ownsTables: boolean }> {
  const wanted = listWanted(folder, restricted);
  const { rows: owners } = await client.query<{ owner: string; mine: boolean; theirs: boolean; me: string }>(
    `select distinct o.rolname as owner, current_user as me, pg_has_role(o.oid, 'USAGE') as mine,
       pg_has_role($2, o.oid, 'USAGE') as theirs
     from unnest($1::text[]) as name join pg_class c on c.oid = to_regclass(name) join pg_roles o on o.oid = c.relowner`,
    [wanted.map(({ name }) => name), role],
  );
  const foreign = owners.find(({ mine }) => !mine);
  if (foreign) {
    throw new StartupError(
      `The shop's tables belong to the role "${foreign.owner}", not to "${foreign.me}" of DATABASE_MIGRATION_URL. ` +
        'As a superuser, run in that database: ' +
        `REASSIGN OWNED BY ${pg.escapeIdentifier(foreign.owner)} TO ${pg.escapeIdentifier(foreign.me)}`,
    );
  }
  const ownsTables = owners.some(({ theirs }) => theirs);
  if (!ownsTables) {
    await client.query('begin');
    await client.query((await listRevokes(client, role, restricted)).join(';\n'));
    // Only now is it known what is lacking: revoking UPDATE on a table also revokes it on the table's columns.
    const lacks = await listLacks(client, role, wanted);
    await client.query((await listGrants(client, role, lacks)).join(';\n'));
    await client.query('commit');
  }
  return { ownsTables };
}

/** Throws a StartupError if the role of `url` lacks privileges to run the shop. */
export async function checkPrivileges(url: string, folder: string, restricted: RestrictedTables): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ironmonger-check' });
  await client.connect();
  try {
    const role = await getRole(client);
    const lacks = await listLacks(client, role, listWanted(folder, restricted));
    const [first] = lacks;
    if (!first) return;
    throw new StartupError(
      first.exists
        ? `The role "${role}" of DATABASE_URL lacks ${lacks.length === 1 ? 'one privilege' : `${lacks.length} privileges`}, such as ${first.privilege} on ${first.name}. ` +
            'Set DATABASE_MIGRATION_URL to the role that owns the tables, and the next start will grant them.'
        : `The role "${role}" of DATABASE_URL does not see the table ${first.name}. It needs USAGE on the schema, and ` +
            'DATABASE_MIGRATION_URL must point to the same database.',
    );
  } finally {
    await client.end();
  }
}

/** The role that runs a connection's statements. */
export async function getRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('select current_user as role');
  return rows[0]?.role ?? '';
}

/** Takes the shop's tables from the last migration's snapshot, so that none can be forgotten here. */
function listWanted(folder: string, restricted: RestrictedTables): Wanted[] {
  const readMeta = (name: string) => JSON.parse(readFileSync(join(folder, 'meta', name), 'utf8'));
  const { entries }: { entries: { idx: number }[] } = readMeta('_journal.json');
  const last = String(entries.at(-1)?.idx ?? 0).padStart(4, '0');
  const { tables }: { tables: Record<string, { schema: string; name: string }> } = readMeta(`${last}_snapshot.json`);
  // Sorted, so that the message names the same table whatever the order of the snapshot.
  const names = Object.values(tables)
    .map(({ schema, name }) => (schema ? `${schema}.${name}` : name))
    .sort();
  return [
    ...names.flatMap((name) => (restricted[name] ?? ALL).map((privilege) => ({ name, privilege }))),
    { name: 'drizzle.__drizzle_migrations', privilege: 'SELECT' },
  ];
}

/** Resolves names as the shop's own statements do, by the connection's search path. */
async function listLacks(client: pg.Client, role: string, wanted: Wanted[]): Promise<Lack[]> {
  const { rows } = await client.query<Lack>(
    `select w.name, w.privilege, c.oid is not null as exists
     from unnest($2::text[], $3::text[]) with ordinality as w (name, privilege, place)
     cross join lateral (select nullif(split_part(name, '.', 2), '') is not null as qualified,
       to_regnamespace(split_part(name, '.', 1))::oid as namespace, substring(privilege from '\\((.*)\\)') as of) as part
     left join pg_class c on c.oid = case when not qualified or has_schema_privilege(namespace, 'USAGE') then to_regclass(name) end
     where c.oid is null or not has_schema_privilege($1, c.relnamespace, 'USAGE')
       or not case when part.of is null then has_table_privilege($1, c.oid, privilege)
         else has_column_privilege($1, c.oid, part.of, split_part(privilege, ' ', 1)) end
     order by place`,
    [role, wanted.map(({ name }) => name), wanted.map(({ privilege }) => privilege)],
  );
  return rows;
}

/** The default privileges are for tables that their owner creates without the shop, by restoring a dump. */
async function listGrants(client: pg.Client, role: string, lacks: Lack[]): Promise<string[]> {
  const to = `to ${pg.escapeIdentifier(role)}`;
  const { rows } = await client.query<{ statement: string }>(
    `with lacking as (select distinct c.oid, c.relnamespace::regnamespace as schema
       from unnest($1::text[]) as name join pg_class c on c.oid = to_regclass(name))
     select distinct format('grant usage on schema %s', schema) as statement from lacking
     union select format('grant usage on sequence %s', d.objid::regclass) from lacking
       join pg_depend d on d.refobjid = lacking.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
       join pg_class s on s.oid = d.objid and s.relkind = 'S'
       where schema <> 'drizzle'::regnamespace
     union select format('alter default privileges in schema %s grant %s', schema, what) from lacking,
       (values ('select, insert, update, delete on tables'), ('usage on sequences')) as given (what)
       where schema <> 'drizzle'::regnamespace`,
    [lacks.map(({ name }) => name)],
  );
  return [
    ...rows.map(({ statement }) => `${statement} ${to}`),
    ...lacks.map(({ name, privilege }) => `grant ${privilege} on ${name} ${to}`),
  ];
}

async function listRevokes(client: pg.Client, role: string, restricted: RestrictedTables): Promise<string[]> {
  const excess = Object.entries(restricted).flatMap(([name, needed]) =>
    ALL.filter((privilege) => !needed.includes(privilege)).map((privilege) => ({ name, privilege })),
  );
  const lacking = await listLacks(client, role, excess);
  const isLacking = (one: Wanted) => lacking.some((two) => two.name === one.name && two.privilege === one.privilege);
  return excess
    .filter((one) => !isLacking(one))
    .map(({ name, privilege }) => `revoke ${privilege} on ${name} from ${pg.escapeIdentifier(role)}`);
}
