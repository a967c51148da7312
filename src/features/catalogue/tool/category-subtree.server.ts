import { type SQL, sql } from 'drizzle-orm';
import { categories, formerCategorySlugs } from '../../categories/tables.server.ts';

/**
 * The beginning of a statement: `below` has the ids of the category with this slug, which may be a former one, and of
 * all categories under it. It is empty if no category has or had that slug.
 */
export function withSubtree(slug: string, { publicOnly = false } = {}): SQL {
  return sql`with recursive below as (
    select id from ${categories} where ${publicOnly ? sql`public` : sql`true`} and (slug = ${slug}
      or id = (select category_id from ${formerCategorySlugs} where slug = ${slug}))
    union select c.id from ${categories} c join below b on c.parent_id = b.id)`;
}
