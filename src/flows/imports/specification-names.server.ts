import { sql } from 'drizzle-orm';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';

/** How many tools are read to find the known names of specifications. */
const KNOWN_TOOLS = 2_000;

/**
 * The names of specifications in the shop, from its newest tools. A column with such a name is a specification without
 * being asked about.
 */
export async function listSpecificationNames(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct row ->> 'name' as name
    from (select specifications from ${tools} order by seq desc limit ${KNOWN_TOOLS}) newest, jsonb_array_elements(specifications) row`);
  return new Set(rows.map(({ name }) => name));
}
