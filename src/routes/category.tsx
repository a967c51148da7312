import { data, redirect } from 'react-router';
import { AddToBasket } from '#src/features/basket/ui/add-to-basket.tsx';
import { categoryCopy } from '#src/features/catalogue/range/category-copy.ts';
import { formatCategoryParams, parseCategoryParams } from '#src/features/catalogue/range/category-params.ts';
import { countFilters, isBoundedFilter } from '#src/features/catalogue/range/facet-rules.ts';
import { findRememberedAddress } from '#src/features/catalogue/range/remembered-view.ts';
import { CategoryFilters } from '#src/features/catalogue/range/ui/category-filters.tsx';
import { CategoryResults } from '#src/features/catalogue/range/ui/category-results.tsx';
import { toolQuerySchema } from '#src/features/catalogue/tool/contract.ts';
import { CategoryLinks } from '#src/features/categories/ui/category-links.tsx';
import { readCategoryPage, type Steps } from '#src/flows/categories/read-category-page.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { copy } from '#src/shared/copy.ts';
import { toProblemDocument } from '#src/shared/problem.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Breadcrumb } from '#src/shared/ui/breadcrumb.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/category';

const ABOVE: Steps = [
  [copy.nav.home, '/home'],
  [categoryCopy.index.title, '/categories'],
];

// Numbers, combinations of filters and invalid filters have no end: cached, they would evict the pages everybody reads.
export const handle = {
  cacheKey(search) {
    const params = parseCategoryParams(search);
    const isBounded = isBoundedFilter(params.filters) && Object.keys(params.errors).length === 0;
    return isBounded && !params.cursor ? formatCategoryParams(params, { page: params.page }) : null;
  },
} satisfies CacheablePage;

export async function loader({ request, context, params: { slug } }: Route.LoaderArgs) {
  const { db, limits, publicUrl } = context.get(pageContext);
  const params = parseCategoryParams(new URL(request.url).searchParams);
  const { sort, page, cursor } = params;
  // Somebody made the cursor up, or it belongs to another order.
  if (cursor && !toolQuerySchema.safeParse({ sort, cursor }).success)
    throw redirect(`/categories/${slug}${formatCategoryParams(params)}`);
  const found = await readCategoryPage(db, slug, params, {
    publicUrl,
    above: ABOVE,
    limits,
  });
  if (!found) throw data(null, { status: 404 });
  if ('movedTo' in found)
    throw redirect(`/categories/${found.movedTo}${formatCategoryParams(params, { page, cursor })}`, 301);
  if (!found.ok) {
    const { status, detail } = toProblemDocument(found, '');
    throw data({ detail }, { status });
  }
  const { value } = found;
  if (page > value.last && !cursor)
    throw redirect(`/categories/${slug}${formatCategoryParams(params, { page: value.last })}`);
  // There is no end of filters that no tool passes.
  if (value.total > 0 || isPlainAddress(request.url)) for (const tag of TAGS) context.get(cacheTags).add(tag);
  return value;
}

/** Somebody who chose the table sees each category as one. For full loads, the server does the same. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const remembered = findRememberedAddress(new URL(request.url), document.cookie);
  if (remembered) throw redirect(remembered);
  return serverLoader();
}

const TAGS = ['tools', 'categories', 'category-counts', 'tool-facets'];

function isPlainAddress(url: string): boolean {
  return new URL(url).search === '';
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta({ title: siteCopy.notFound.title }, matches);
  const { name, params, canonical, data, description } = loaderData;
  const title = params.page > 1 ? categoryCopy.page(name, params.page) : name;
  return pageMeta({ title, description, canonical, ...(data ? { data } : {}) }, matches);
};

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { name, slug, steps, below, params, facets, rows, columns, total, more, last, next } = loaderData;
  const path = `/categories/${slug}`;
  const hasFilters = total > 1 || countFilters(params.filters) > 0 || Object.keys(params.errors).length > 0;
  return (
    <div className="frame pt-4 pb-20 lg:pt-6">
      <Breadcrumb steps={steps} current={name} />
      <div className="mt-4">
        <PageHeading title={name} />
      </div>
      {below.length > 0 && (
        <div className="mt-6">
          <CategoryLinks label={categoryCopy.below} categories={below} />
        </div>
      )}
      <div className="mt-8 grid gap-x-10 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        {hasFilters && <CategoryFilters path={path} params={params} facets={facets} />}
        <CategoryResults
          path={path}
          params={params}
          rows={rows}
          columns={columns}
          total={total}
          more={more}
          last={last}
          next={next}
          BasketButton={AddToBasket}
        />
      </div>
    </div>
  );
}
