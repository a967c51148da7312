import { useCallback, useEffect, useRef, useState } from 'react';
import { type LinkProps, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { ApiProblem } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { formatListParams, type ListConfig, type ListParams, parseListParams } from './list-params.ts';

export interface ListNavigation {
  params: ListParams;
  config: ListConfig;
  /** Something else is being fetched; what is shown stays until then. */
  busy: boolean;
  /** Another page is on its way. */
  navigatingAway: boolean;
  /** What makes a link lead to a change. */
  link: (changes: Partial<ListParams>) => Pick<LinkProps, 'to' | 'preventScrollReset' | 'onClick'>;
  /** Searches, in place of the present entry of the history. */
  search: (q: string) => void;
  /** The same list in another order. */
  sortBy: (sort: string) => void;
  /** Narrows it to a state, or to all again: a step of the history, as a link would be. */
  filterBy: (state: string) => void;
  /** Fetches what is shown again. */
  refetch: () => Promise<void>;
}

/** The list that the page's address asks for, and the ways to others. */
export function useListNavigation(config: ListConfig): ListNavigation {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state } = useRevalidator();
  const { pathname } = location;
  const params = parseListParams(new URLSearchParams(location.search), config);
  // What was asked for last, be it still on its way: a press right after typing must not undo the search, nor the
  // search the press. Rendering is too slow to know it.
  const wanted = useRef(params);
  useEffect(() => {
    wanted.current = parseListParams(new URLSearchParams(location.search), config);
  }, [location, config]);

  const go = (changes: Partial<ListParams>, replace: boolean) => {
    const search = formatListParams(wanted.current, changes, config);
    wanted.current = parseListParams(new URLSearchParams(search), config);
    void navigate({ pathname, search }, { replace, preventScrollReset: true });
  };
  return {
    params,
    config,
    busy: state === 'loading' || navigation.location?.pathname === pathname,
    navigatingAway: navigation.location !== undefined && navigation.location.pathname !== pathname,
    link: (changes) => {
      const search = formatListParams(params, changes, config);
      return {
        to: { pathname, search },
        preventScrollReset: true,
        onClick: (event) => {
          // A new window or tab is the browser's.
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          go(changes, search === location.search);
        },
      };
    },
    search: (q) => {
      if (q !== wanted.current.q) go({ q }, true);
    },
    sortBy: (sort) => go({ sort }, true),
    filterBy: (state) => go({ state }, false),
    refetch: revalidate,
  };
}

/** A read of a listing: what it gave, or why not. */
export type ListResult<T> = { ok: true; value: ListPage<T> } | { ok: false; problem: ApiProblem };

export interface PreviousRows<T> {
  /** Null as long as nothing could be read. */
  found: ListPage<T> | null;
  problem: ApiProblem | null;
  /** Shows what an action changed before it is read again. */
  updateRow: (id: string, changes: Partial<T>) => void;
}

/** What was read last: a read that failed takes nothing away that is on the screen. */
export function usePreviousRows<T extends { _id: string }>(answer: ListResult<T>): PreviousRows<T> {
  const [latest, setLatest] = useState(answer);
  const [found, setFound] = useState(answer.ok ? answer.value : null);
  if (latest !== answer) {
    setLatest(answer);
    if (answer.ok) setFound(answer.value);
  }
  const change = useCallback(
    (id: string, changes: Partial<T>) =>
      setFound(
        (kept) => kept && { ...kept, rows: kept.rows.map((row) => (row._id === id ? { ...row, ...changes } : row)) },
      ),
    [],
  );
  return { found, problem: answer.ok ? null : answer.problem, updateRow: change };
}
