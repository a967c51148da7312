import type pg from 'pg';

/** A condition for objects in the shop's schemas that do not belong to an extension. */
const OURS = (oid: string, catalog: string) => `n.nspname in ('public', 'card_sandbox')
  and not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

const TABLES = `
  select format(E'create table %s (\\n%s\\n);', c.oid::regclass, (
      select string_agg(line, E',\\n' order by part, place, line) from (
        select 1 as part, a.attnum as place, format('  %I %s', a.attname, format_type(a.atttypid, a.atttypmod))
          || coalesce(' collate ' || nullif(a.attcollation, t.typcollation)::regcollation, '')
          || case when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(v.adbin, v.adrelid))
                  when a.attidentity <> '' then ' generated always as identity'
                  when v.adbin is not null then ' default ' || pg_get_expr(v.adbin, v.adrelid) else '' end
          || case when a.attnotnull then ' not null' else '' end as line
        from pg_attribute a join pg_type t on t.oid = a.atttypid
          left join pg_attrdef v on v.adrelid = a.attrelid and v.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        union all
        select 2, 0, format('  constraint %I %s', conname, pg_get_constraintdef(oid))
        from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'c', 'f', 'x')
      ) lines))
    || coalesce((select E'\\n' || string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\\n' order by i.indexrelid::regclass::text)
      from pg_index i where i.indrelid = c.oid and not exists (select from pg_constraint where conindid = i.indexrelid)), '')
    || coalesce((select E'\\n' || string_agg(pg_get_triggerdef(t.oid) || ';', E'\\n' order by t.tgname)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '') as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${OURS('c.oid', 'pg_class')}
  order by n.nspname desc, c.relname`;

const VIEWS = `
  select format(E'create view %s as\\n%s', c.oid::regclass, pg_get_viewdef(c.oid)) as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'v' and ${OURS('c.oid', 'pg_class')} order by 1`;

const FUNCTIONS = `
  select rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${OURS('p.oid', 'pg_proc')} order by p.oid::regprocedure::text`;

const SEQUENCES = `
  select format('create sequence %s;', c.oid::regclass) as text from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${OURS('c.oid', 'pg_class')}
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')) order by 1`;

/**
 * Describes all tables with their checks, indexes and triggers, and all functions, as they are after all migrations.
 */
export async function describeDatabase(pool: pg.Pool): Promise<string> {
  const parts = ['-- The database after all migrations, to be read and searched. `npm run schema` writes this file.'];
  for (const query of [SEQUENCES, TABLES, VIEWS, FUNCTIONS]) {
    const { rows } = await pool.query<{ text: string }>(query);
    parts.push(...rows.map(({ text }) => text.trim()));
  }
  return `${parts.join('\n\n')}\n`;
}
