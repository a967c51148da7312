import { sql } from 'drizzle-orm';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';

/** Tools whose specifications say which names are known. */
const KNOWN_TOOLS = 2_000;

/** The names of specifications in the shop: of its newest tools. A column of such a name is one without being asked. */
export async function listSpecificationNames(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct row ->> 'name' as name
    from (select specifications from ${tools} order by seq desc limit ${KNOWN_TOOLS}) newest, jsonb_array_elements(specifications) row`);
  return new Set(rows.map(({ name }) => name));
}
