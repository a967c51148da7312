import { Link } from 'react-router';
import { categoryCopy } from '#src/features/catalogue/range/category-copy.ts';
import { toLinkedCategory } from '#src/features/categories/linked-category.ts';
import { listPublicCategories } from '#src/features/categories/queries.server.ts';
import { CategoryLinks, ToolCount } from '#src/features/categories/ui/category-links.tsx';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { EmptyState, Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/categories';

const { index } = categoryCopy;

/** The two upper levels are shown. The levels below are on the categories' own pages. */
const SHOWN_LEVELS = 2;

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageContext);
  const tree = await listPublicCategories(db);
  for (const tag of ['categories', 'category-counts']) context.get(cacheTags).add(tag);
  const shown = tree
    .filter(({ path }) => path.length <= SHOWN_LEVELS)
    .map((category) => ({ _id: category._id, parentId: category.parentId, ...toLinkedCategory(category) }));
  return { canonical: `${publicUrl}/categories`, shown };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: index.title, description: index.description, canonical: loaderData?.canonical }, matches);

export default function Categories({ loaderData: { shown } }: Route.ComponentProps) {
  const roots = shown.filter(({ parentId }) => parentId === null);
  return (
    <Page title={index.title} text={index.text}>
      {roots.length === 0 ? (
        <EmptyState
          title={index.none.title}
          text={index.none.text}
          action={
            <ButtonLink to="/tools" variant="secondary">
              {categoryCopy.empty.all}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
          {roots.map((root, at) => {
            const below = shown.filter(({ parentId }) => parentId === root._id);
            return (
              <li
                key={root._id}
                className={`grid content-start gap-3 border-ink border-t pt-3 first:border-t-0 ${at === 1 ? 'lg:border-t-0' : ''}`}
              >
                <h2 className="text-title font-bold tracking-tight">
                  <Link
                    to={`/categories/${root.slug}`}
                    className="inline-flex min-h-11 items-center gap-3 no-underline wrap-anywhere hover:underline"
                  >
                    {root.name}
                    <ToolCount tools={root.tools} more={root.more} />
                  </Link>
                </h2>
                {below.length > 0 && <CategoryLinks label={root.name} categories={below} />}
              </li>
            );
          })}
        </ul>
      )}
    </Page>
  );
}
