import { categoryCopy, describeTools } from '#src/features/catalogue/range/category-copy.ts';
import {
  CATEGORY_PAGE_SIZE,
  type CategoryParams,
  formatCategoryParams,
  MAX_CATEGORY_PAGE,
} from '#src/features/catalogue/range/category-params.ts';
import { countFilters } from '#src/features/catalogue/range/facet-rules.ts';
import {
  countFacetPoints,
  countPagePoints,
  listFilteredTools,
  readFacets,
  readScope,
} from '#src/features/catalogue/range/filtered-tools.server.ts';
import { getSharedColumns } from '#src/features/catalogue/range/specification-columns.ts';
import { toCategoryRow } from '#src/features/catalogue/range/ui/category-row.ts';
import { countSearches } from '#src/features/catalogue/search/search-turns.server.ts';
import type { Category, ManagedCategory } from '#src/features/categories/contract.ts';
import { toLinkedCategory } from '#src/features/categories/linked-category.ts';
import { findCurrentCategorySlug, listPublicCategories } from '#src/features/categories/queries.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { copy } from '#src/shared/copy.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { breadcrumbData } from '#src/shared/ui/linked-data.ts';

export type Steps = [name: string, path: string][];

/** The ancestors of a category, from the top. */
export function listStepsTo(tree: readonly Category[], category: Pick<Category, 'parentId'>): Steps {
  const parent = tree.find(({ _id }) => _id === category.parentId);
  return parent ? [...listStepsTo(tree, parent), [parent.name, `/categories/${parent.slug}`]] : [];
}

/** The pages above a tool: those of its category and that of the whole range otherwise. */
export function listStepsToTool(tree: readonly Category[], { categoryId }: { categoryId: string | null }): Steps {
  const home: Steps[number] = [copy.nav.home, '/home'];
  const category = tree.find(({ _id }) => _id === categoryId);
  if (!category) return [home, [siteCopy.home.allTools, '/tools']];
  return [home, ...listStepsTo(tree, category), [category.name, `/categories/${category.slug}`]];
}

type CategoryPage = Extract<Awaited<ReturnType<typeof readPage>>, { ok: true }>['value'];

/** What the page of a category shows, or its new address if it has moved. Null if there is no such category. */
export async function readCategoryPage(
  db: Queryable,
  slug: string,
  params: CategoryParams,
  { publicUrl, above, limits }: { publicUrl: string; above: Steps; limits: RateLimits },
): Promise<Outcome<CategoryPage> | { movedTo: string } | null> {
  if (!/^[a-z0-9-]{1,80}$/.test(slug)) return null;
  const refused = await countSearches(limits, countPoints(params));
  if (refused) return refused;
  const tree = await listPublicCategories(db);
  const category = tree.find((one) => one.slug === slug);
  if (!category) {
    const current = await findCurrentCategorySlug(db, slug);
    return current === null ? null : { movedTo: current };
  }
  return readPage(db, tree, category, params, { publicUrl, above, limits });
}

const toPageQuery = ({ cursor, page }: CategoryParams) => ({
  limit: CATEGORY_PAGE_SIZE,
  ...(cursor ? { cursor } : { page }),
});

/** How many searches a page counts as: one for its filters, and one if it is not cached or is far back. */
function countPoints(params: CategoryParams): number {
  const { filters, errors, cursor } = params;
  if (countFilters(filters) > 0) return countFacetPoints(filters);
  return Number(cursor || Object.keys(errors).length > 0) + countPagePoints(filters, toPageQuery(params));
}

async function readPage(
  db: Queryable,
  tree: ManagedCategory[],
  category: Category,
  params: CategoryParams,
  { publicUrl, above, limits }: { publicUrl: string; above: Steps; limits: RateLimits },
) {
  const filters = { ...params.filters, category: category.slug };
  const hasErrors = Object.keys(params.errors).length > 0;
  const scope = await readScope(db, { filters, errors: {} });
  if (!scope.ok) return scope;
  const { sort, page, cursor } = params;
  const query = { ...toPageQuery(params), sort, state: undefined };
  const facets = await readFacets(db, scope.value, limits);
  if (!facets.ok) return facets;
  const found = await listFilteredTools(db, query, scope.value, limits);
  if (!found.ok) return found;
  const { rows, total, more, next } = found.value;
  const { name, slug, path } = category;
  const steps: Steps = [...above, ...listStepsTo(tree, category)];
  const address = `${publicUrl}/categories/${slug}`;
  // For search engines: another order or view of the same tools is not a page of its own.
  const isPlain =
    !hasErrors && !cursor && countFilters(filters) === 0 && params.view === 'cards' && sort === '-created';
  const canonical = isPlain ? address + formatCategoryParams(params, { page }) : undefined;
  return ok({
    name,
    slug,
    steps,
    below: tree.filter(({ parentId }) => parentId === category._id).map(toLinkedCategory),
    params,
    facets: facets.value,
    rows: rows.map((tool) => toCategoryRow(tool, params.view === 'table')),
    columns: params.view === 'table' ? getSharedColumns(rows) : [],
    total,
    more,
    next,
    last: Math.min(MAX_CATEGORY_PAGE, Math.max(1, Math.ceil(total / CATEGORY_PAGE_SIZE))),
    description: categoryCopy.description(path.join(', '), describeTools(total, { more })),
    ...(canonical ? { canonical, data: [breadcrumbData(canonical, [...steps, [name, `/categories/${slug}`]])] } : {}),
  });
}
