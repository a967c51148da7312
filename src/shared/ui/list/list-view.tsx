import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { countPages, type ListPage } from '#src/shared/pagination.ts';
import { ButtonLink } from '../button.tsx';
import { EmptyState, LoadError } from '../page.tsx';
import { ListFilter } from './list-filter.tsx';
import { ListSearch } from './list-search.tsx';
import { Pager } from './pager.tsx';
import type { ListNavigation } from './use-list.ts';

interface ListViewProps {
  list: ListNavigation;
  /** What it is a list of: 'order', 'orders'. */
  nouns: readonly [one: string, many: string];
  found: ListPage<unknown> | null;
  problem: ApiProblem | null;
  /** The label of the search; a list without one is not searched. */
  search?: string;
  /** Stands in place of the list when there is nothing at all. */
  empty: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/**
 * A list with what people need to work with it: search, states, count, rows, pages. What it shows is in the page's
 * address. It stays on the screen while something else is fetched and when that fails.
 */
export function ListView({ list, nouns, found, problem, search, empty, children }: ListViewProps) {
  const { params, config, busy, link, refetch } = list;
  const region = useRef<HTMLElement>(null);
  const turned = useRef(false);
  useEffect(() => {
    // Only after somebody turned the page: Back puts the window where it was by itself.
    if (!turned.current || busy) return;
    turned.current = false;
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView();
  }, [busy]);

  const filtered = params.q !== '' || params.state !== '';
  if (found?.total === 0 && !filtered && !problem) return empty;
  const showToolbar = filtered || problem !== null || (found?.total ?? 0) > (config.toolbarThreshold ?? 0);
  return (
    <div className="grid gap-5">
      {showToolbar && (
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          {search && <ListSearch list={list} label={search} />}
          <ListFilter list={list} label={`Which ${nouns[1]}`} />
        </div>
      )}
      {problem && <LoadError text={problem.detail} pending={busy} onRetry={() => void refetch()} />}
      {/* As high as the window at least: otherwise the footer would jump up and down while one searches. */}
      <section
        ref={region}
        tabIndex={-1}
        aria-label={`List of ${nouns[1]}`}
        className={`scroll-mt-4 outline-none ${search ? 'min-h-dvh' : ''}`}
      >
        <p role="status" className="mb-2 min-h-6 text-muted">
          {found && formatCount(found, nouns, filtered)}
        </p>
        <div aria-busy={busy} className={`transition-opacity ${busy ? 'opacity-50 delay-150' : ''}`}>
          {found?.total === 0 && !problem && (
            <EmptyState
              title="Nothing matches"
              text={params.q ? `No ${nouns[1]} here have “${params.q}” in them.` : `There are no such ${nouns[1]} now.`}
              action={
                <ButtonLink {...link({ q: '', state: '' })} variant="secondary">
                  {params.q ? 'Clear search' : `Show all ${nouns[1]}`}
                </ButtonLink>
              }
            />
          )}
          {found && found.total > 0 && children}
        </div>
        {found && (
          <Pager
            list={list}
            page={found.page}
            last={countPages(found.total, found.pageSize)}
            onTurn={() => {
              turned.current = true;
            }}
          />
        )}
      </section>
    </div>
  );
}

function formatCount(
  { rows, total, page, pageSize }: ListPage<unknown>,
  [one, many]: ListViewProps['nouns'],
  filtered: boolean,
): string {
  const count = (number: number) => number.toLocaleString('en-US');
  const what = `${count(total)} ${filtered ? 'matching ' : ''}${total === 1 ? one : many}`;
  if (total <= pageSize) return what;
  const first = (page - 1) * pageSize + 1;
  return `${count(first)} to ${count(first + rows.length - 1)} of ${what}`;
}
