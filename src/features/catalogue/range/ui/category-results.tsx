import { Link, useNavigate } from 'react-router';
import { ButtonLink, buttonClasses } from '#src/shared/ui/button.tsx';
import { inputClasses } from '#src/shared/ui/field.tsx';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { PriceNote } from '#src/shared/ui/price-note.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { BasketButton } from '../../tool/ui/tool-action.tsx';
import { ToolCard } from '../../tool/ui/tool-card.tsx';
import { categoryCopy as copy, describeTools } from '../category-copy.ts';
import { CATEGORY_VIEWS, type CategoryParams, type CategorySort, formatCategoryParams } from '../category-params.ts';
import { countFilters } from '../facet-rules.ts';
import { rememberView } from '../remembered-view.ts';
import type { CategoryRow } from './category-row.ts';
import { ChosenFilters } from './chosen-filters.tsx';
import { SpecificationTable } from './specification-table.tsx';

const SORTS = Object.entries(copy.sorts) as [CategorySort, string][];
const linkClasses =
  'inline-flex min-h-11 items-center border border-edge px-4 no-underline transition-colors hover:bg-tint aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper';

interface ResultsProps {
  path: string;
  params: CategoryParams;
  rows: readonly CategoryRow[];
  columns: readonly string[];
  total: number;
  /** There are more than `total`. */
  more: boolean;
  /** The last page that is addressed by its number. */
  last: number;
  /** The cursor of the page after this one; null at the end. */
  next: string | null;
  BasketButton: BasketButton;
}

/** The tools of a category, with their number, order, view and pages. */
export function CategoryResults({ path, params, rows, columns, total, more, last, next, BasketButton }: ResultsProps) {
  const isFiltered = countFilters(params.filters) > 0;
  return (
    <section aria-labelledby="results" className="min-w-0">
      <h2 id="results" className="sr-only">
        {copy.results}
      </h2>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="mr-auto font-semibold">
            {describeTools(total, { more })}
          </p>
          {rows.length > 1 && <Orders path={path} params={params} />}
          <Views path={path} params={params} />
        </div>
        <ChosenFilters params={params} toAddress={(changes) => path + formatCategoryParams(params, changes)} />
      </div>
      <div className="mt-4">
        {rows.length === 0 ? (
          isFiltered ? (
            <EmptyState title={copy.none.title} text={copy.none.text} />
          ) : (
            <EmptyState
              title={copy.empty.title}
              text={copy.empty.text}
              action={
                <ButtonLink to="/tools" variant="secondary">
                  {copy.empty.all}
                </ButtonLink>
              }
            />
          )
        ) : params.view === 'table' ? (
          <SpecificationTable path={path} params={params} rows={rows} columns={columns} BasketButton={BasketButton} />
        ) : (
          <ul className="hairline-grid sm:grid-cols-2 xl:grid-cols-3">
            {rows.map((row) => (
              <li key={row._id}>
                <ToolCard tool={row} BasketButton={BasketButton} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {rows.length > 0 && <PriceNote className="mt-3" />}
      <Pages path={path} params={params} last={last} next={next} />
    </section>
  );
}

function Views({ path, params }: { path: string; params: CategoryParams }) {
  return (
    <nav aria-label={copy.view}>
      <ul className="flex">
        {CATEGORY_VIEWS.map((view) => (
          <li key={view} className="-ml-px">
            <Link
              to={path + formatCategoryParams(params, { view })}
              preventScrollReset
              onClick={() => rememberView(view)}
              aria-current={view === params.view ? 'true' : undefined}
              className={linkClasses}
            >
              {copy.views[view]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Orders({ path, params }: { path: string; params: CategoryParams }) {
  const navigate = useNavigate();
  const sortBy = (sort: unknown) =>
    void navigate(path + formatCategoryParams(params, { sort: sort as CategorySort }), { preventScrollReset: true });
  return (
    <form
      method="get"
      action={path}
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        sortBy(new FormData(event.currentTarget).get('sort'));
      }}
    >
      {[...new URLSearchParams(formatCategoryParams(params, { sort: '-created' }))].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="flex items-center gap-2">
        <span className="whitespace-nowrap text-fine text-muted">{copy.sort}</span>
        <select
          name="sort"
          // The fields of a page that is shown again keep their state, so a new key sets it.
          key={params.sort}
          defaultValue={params.sort}
          onChange={(event) => sortBy(event.target.value)}
          className={inputClasses}
        >
          {SORTS.map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {/* Left out of the scripts, since only a browser without them shows it. */}
      <noscript>
        {import.meta.env.SSR && (
          <button type="submit" className={buttonClasses('secondary')}>
            {copy.applySort}
          </button>
        )}
      </noscript>
    </form>
  );
}

function Pages({ path, params, last, next }: Pick<ResultsProps, 'path' | 'params' | 'last' | 'next'>) {
  const prefetch = usePrefetch();
  const { page } = params;
  if (last < 2 && page < 2) return null;
  // After the last page with a number, a cursor leads on, and 'Previous' leads back to the numbered ones.
  const cursor = (page >= last && next) || '';
  const turn = (target: number, label: string, rel: string, from = '') =>
    target >= 1 && (target <= last || from) ? (
      <Link
        to={path + formatCategoryParams(params, { page: target, cursor: from })}
        rel={rel}
        prefetch={prefetch}
        className={linkClasses}
      >
        {label}
      </Link>
    ) : (
      <span className="inline-flex min-h-11 items-center border border-line px-4 text-muted">{label}</span>
    );
  return (
    <nav aria-label={copy.pages} className="mt-6 flex flex-wrap items-center justify-between gap-3">
      {turn(Math.min(page - 1, last), copy.previous, 'prev')}
      <p className="text-muted">{copy.pageOf(page, cursor || page > last ? 'many' : last)}</p>
      {turn(page + 1, copy.next, 'next', cursor)}
    </nav>
  );
}
