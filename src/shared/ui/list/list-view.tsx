import { type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '#src/shared/numbers.ts';
import { countPages, type ListPage, MAX_TOTAL } from '#src/shared/pagination.ts';
import { ButtonLink } from '../button.tsx';
import { EmptyState, LoadError } from '../page.tsx';
import type { ListConfig } from './list-config.ts';
import { ListFilter } from './list-filter.tsx';
import { ListSearch } from './list-search.tsx';
import { Pager } from './pager.tsx';
import type { ListState } from './use-list.ts';

interface ListViewProps<Row> {
  list: ListState<Row>;
  /** Shown instead of a list that has no entries at all. */
  empty: ReactNode;
  /** Further filters, beside the search. */
  filters?: ReactNode;
  /** Shown above the rows; says how a search was understood. */
  notice?: ReactNode;
  /** How the entries were found, for the count: 'matching' if a search or filter is set. */
  qualifier?: string;
  /** Follows the count. */
  countNote?: string;
  /** Shown instead of the rows if nothing matches. */
  noMatch?: ReactNode;
  children: ReactNode;
}

/**
 * A list with its search, filters, count, rows and pager. It stays on the screen while another page is fetched, and if
 * that fails.
 */
export function ListView<Row>({
  list,
  empty,
  filters,
  notice,
  qualifier = 'matching',
  countNote = '',
  noMatch,
  children,
}: ListViewProps<Row>) {
  const { params, config, page, problem, busy, link, refetch } = list;
  const { nouns, searchLabel, toolbarThreshold = 0 } = config;
  const total = page?.total ?? 0;
  const region = useRef<HTMLElement>(null);
  const pagerUsed = useRef(false);
  useEffect(() => {
    // Only after the pager was used: for Back, the browser restores the scroll position.
    if (!pagerUsed.current || busy) return;
    pagerUsed.current = false;
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView();
  }, [busy]);

  const filtered = params.q !== '' || params.state !== '' || params.filters !== undefined;
  if (page?.total === 0 && !filtered && !problem) return empty;
  const showToolbar = filtered || problem !== null || total > toolbarThreshold;
  return (
    <div className="grid gap-5">
      {showToolbar && (
        <div className="flex min-w-0 flex-wrap items-end gap-x-4 gap-y-3">
          {searchLabel && <ListSearch list={list} label={searchLabel} />}
          <ListFilter list={list} label={`Filter ${nouns[1]}`} />
          {filters}
        </div>
      )}
      {problem?.code === 'search_too_broad' && <LoadError title="Too many entries to search" text={problem.detail} />}
      {problem && problem.code !== 'search_too_broad' && (
        <LoadError text={problem.detail} pending={busy} onRetry={() => void refetch()} />
      )}
      {/* At least as high as the window, so that the footer does not jump while somebody searches. */}
      <section
        ref={region}
        tabIndex={-1}
        aria-label={`List of ${nouns[1]}`}
        className={`scroll-mt-4 outline-none ${searchLabel && showToolbar ? 'min-h-dvh' : ''}`}
      >
        <p role="status" className="mb-2 min-h-6 text-muted">
          {page && problem && `Loaded earlier: ${formatRange(page, config, '')}`}
          {page && !problem && formatRange(page, config, filtered ? qualifier : '') + countNote}
        </p>
        <div aria-busy={busy} className={`transition-opacity ${busy ? 'opacity-50 delay-150' : ''}`}>
          {total > 0 && notice}
          {page?.total === 0 && !problem && noMatch}
          {page?.total === 0 && !problem && !noMatch && (
            <EmptyState
              title="No matches"
              text={
                params.q && !params.filters
                  ? `No ${nouns[1]} match “${params.q}”.`
                  : `No ${nouns[1]} match this filter.`
              }
              action={
                <ButtonLink {...link({ q: '', state: '', filters: '' })} variant="secondary">
                  {params.q ? 'Clear search' : `Show all ${nouns[1]}`}
                </ButtonLink>
              }
            />
          )}
          {total > 0 && children}
        </div>
        {page && (
          <Pager
            list={list}
            page={page.pageNumber}
            last={countPages(page.total, page.pageSize)}
            next={page.next}
            onTurn={() => {
              pagerUsed.current = true;
            }}
          />
        )}
      </section>
    </div>
  );
}

function formatRange(
  { rows, total, pageNumber, pageSize }: ListPage<unknown>,
  { nouns: [one, many] }: Pick<ListConfig, 'nouns'>,
  qualifier: string,
): string {
  const count = total > MAX_TOTAL ? `more than ${formatCount(MAX_TOTAL)}` : formatCount(total);
  const what = `${count} ${qualifier && `${qualifier} `}${total === 1 ? one : many}`;
  if (total <= pageSize) return what;
  if (rows.length === 0) return `No more entries; ${what} in total`;
  const first = (pageNumber - 1) * pageSize + 1;
  return `${formatCount(first)} to ${formatCount(first + rows.length - 1)} of ${what}`;
}
