import { type Check, sqlCheck } from './check.server.ts';

/** What is kept beside tools to list and to find them, invariant 13. */
export const CATALOGUE_CHECKS: readonly Check[] = [
  sqlCheck(13, 'each tool on sale has current values to filter by, and no other tool has any', 'tools', {
    violations: `select t.id as subject from tools t left join tool_facets f on f.tool_id = t.id
      where (t.state = 'on_sale') <> (f.tool_id is not null)
        or (f.seq, f.category_id, f.name, f.unit_price_minor, f.min_order_quantity, f.stock_state)
          is distinct from (t.seq, t.category_id, fold_text(t.item_name), t.unit_price_minor, t.min_order_quantity, t.stock_state) and f.tool_id is not null`,
  }),
  sqlCheck(13, 'a category counts its tools on sale', 'categories', {
    violations: `select c.id as subject from categories c
      left join (select category_id, sum(delta) as counted from category_tool_counts group by category_id) n on n.category_id = c.id
      left join (select category_id, count(*) as there from tools where state = 'on_sale' group by category_id) t on t.category_id = c.id
      where coalesce(counted, 0) <> coalesce(there, 0)`,
  }),
  sqlCheck(13, 'filters of a category count its tools on sale, or wait to be counted', 'categories', {
    from: 'category_facets',
    violations: `select f.category_id as subject from category_facets f
      where not f.about and not exists (select from category_facet_changes c where c.category_id = f.category_id)
        and (select (row->>'count')::integer from jsonb_array_elements(f.rows) row where row->>'kind' = 'price')
          is distinct from (select count(*) from tool_facets t where t.category_id = f.category_id)`,
  }),
  sqlCheck(13, 'a category of anything that everybody can see is public', 'categories', {
    violations: `select c.id as subject from categories c where not c.public
      and (exists (select from tools t where t.category_id = c.id and t.state <> 'draft')
        or exists (select from categories below where below.parent_id = c.id and below.public))`,
  }),
  sqlCheck(13, 'a tool is searched where it is sold, or waits to be indexed', 'tools', {
    violations: `select t.id as subject from tools t left join tool_search s on s.tool_id = t.id
      where (s.tool_id is null or s.seq <> t.seq or s.on_sale <> (t.state = 'on_sale'))
        and not exists (select from tool_search_queue q where q.tool_id = t.id)`,
  }),
  // Each word of each tool would be looked up for hours: a test does it for a few.
  sqlCheck(13, 'words are counted in all tools that are searched', 'words', {
    from: 'search_words',
    violations: `select 'all of them' as subject from (select count(*) as there from tool_search where on_sale) searched
      where there <> coalesce((select tools from search_words where word = ''), 0)
      union all select word from search_words where tools < 0`,
  }),
];
