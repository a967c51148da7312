import { Link } from 'react-router';
import { formatCount } from '#src/shared/numbers.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { LinkedCategory } from '../linked-category.ts';

/** Links to categories with the number of tools in each. */
export function CategoryLinks({ label, categories }: { label: string; categories: readonly LinkedCategory[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {categories.map((category) => (
          <li key={category.slug}>
            <CategoryLink category={category} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CategoryLink({ category: { name, slug, tools, more } }: { category: LinkedCategory }) {
  const path = `/categories/${slug}`;
  return (
    <Link
      to={path}
      prefetch={usePrefetch(path)}
      className="inline-flex min-h-11 items-center gap-2 border border-edge px-4 no-underline transition-colors hover:bg-tint"
    >
      <span className="wrap-anywhere">{name}</span>
      <ToolCount tools={tools} more={more} />
    </Link>
  );
}

/** The same as a list with a row for each, whose height does not depend on the width of its names. */
export function CategoryList({ label, categories }: { label: string; categories: readonly LinkedCategory[] }) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {categories.map(({ name, slug, tools, more }) => (
          <li key={slug} className="border-line border-b">
            <Link
              to={`/categories/${slug}`}
              className="flex min-h-11 items-center justify-between gap-4 no-underline transition-colors hover:bg-tint"
            >
              <span className="truncate">{name}</span>
              <ToolCount tools={tools} more={more} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The number of tools; '10,000+' if there are more than are counted. */
export function ToolCount({ tools, more }: Pick<LinkedCategory, 'tools' | 'more'>) {
  return (
    <span className="figures text-fine text-muted">
      {formatCount(tools)}
      {more && '+'}
      <span className="sr-only"> tools</span>
    </span>
  );
}
