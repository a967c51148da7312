import { and, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { toCategoryPath } from './category-path.server.ts';
import { isLetter, listTokens } from './phrases.ts';
import type { Suggestions } from './suggest-contract.ts';
import { toStem } from './words.ts';

const MAX_CATEGORIES = 4;

/** Categories with tools on sale that have a word for each typed beginning, the shortest name first. */
export async function suggestCategories(db: Queryable, typed: string): Promise<Suggestions['categories']> {
  const tokens = listTokens(typed);
  const isBarelyBegun = tokens.length > 1 && isLetter(tokens.at(-1)?.text ?? '');
  const words = (isBarelyBegun ? tokens.slice(0, -1) : tokens).map(({ text }) => listForms(text));
  if (words.length === 0) return [];
  const named = words.map((forms) => sql`fold_text(' ' || name) like any(${sql.param(forms)}::text[])`);
  const { rows } = await db.execute<Suggestions['categories'][number]>(sql`
    with recursive matched as (
      select id, name, slug from categories
      where public and ${and(...named)} order by length(name), slug limit ${4 * MAX_CATEGORIES}
    ), subtree as (
      select id as root, id from matched
      union all select s.root, c.id from subtree s join categories c on c.parent_id = s.id
    ), counted as (
      select root, sum(delta)::integer as tools from subtree join category_tool_counts k on k.category_id = subtree.id group by root
    )
    select name, ${toCategoryPath(sql`matched.id`)} as path, slug, tools
    from matched join counted on counted.root = matched.id where tools > 0
    order by length(name), slug limit ${MAX_CATEGORIES}`);
  return rows;
}

/**
 * Patterns for names that have a word or one with its stem. The stem of 'safety' is 'safeti', with which only
 * 'safeties' begins.
 */
function listForms(word: string): string[] {
  const stem = toStem(word);
  return [...new Set([word, stem, stem.replace(/i$/, 'y')])].map((form) => `% ${form.replaceAll(/[\\%_]/g, '\\$&')}%`);
}
