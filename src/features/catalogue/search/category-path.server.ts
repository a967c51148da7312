import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The names of a category and its ancestors, from the top: 'Power tools > Drills'. Empty for no category. */
export function toCategoryPath(id: SQLWrapper): SQL<string> {
  return sql<string>`coalesce((
    with recursive up as (
      select parent_id, name, 1 as depth from categories where id = ${id}
      union all select c.parent_id, c.name, up.depth + 1 from categories c join up on c.id = up.parent_id
    ) select string_agg(name, ' > ' order by depth desc) from up), '')`;
}
