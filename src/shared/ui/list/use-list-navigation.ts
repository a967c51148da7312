import { useEffect, useRef } from 'react';
import { type LinkProps, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { ListConfig } from './list-config.ts';
import { formatListParams, type ListParams, parseListParams } from './list-params.ts';

export interface ListNavigation {
  config: ListConfig;
  params: ListParams;
  /** Something else is being fetched. The current rows stay until it arrives. */
  busy: boolean;
  /** Another page of the shop is being fetched. */
  navigatingAway: boolean;
  link: (changes: Partial<ListParams>) => Pick<LinkProps, 'to' | 'preventScrollReset' | 'onClick'>;
  /** Searches and replaces the current history entry. */
  search: (q: string) => void;
  /** Sorts and replaces the current history entry. */
  sortBy: (sort: string) => void;
  /** Shows one state, or all for ''. Adds a history entry, as a link would. */
  filterBy: (state: string) => void;
  /** Sets the further filters, as a query without `?`. Adds a history entry, as a link would. */
  filterFurther: (filters: string) => void;
  /** Fetches what is shown again. */
  refetch: () => Promise<void>;
}

/** The list that the page's URL asks for, and the ways to change it. */
export function useListNavigation(config: ListConfig): ListNavigation {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state } = useRevalidator();
  const { pathname } = location;
  const params = parseListParams(new URLSearchParams(location.search), config);
  // The last request, which may still be loading. A click right after typing must not undo the search, nor the search
  // the click. Rendered params would be too old.
  const requested = useRef(params);
  useEffect(() => {
    requested.current = parseListParams(new URLSearchParams(location.search), config);
  }, [location, config]);

  const go = (changes: Partial<ListParams>, replace: boolean) => {
    const search = formatListParams(requested.current, changes, config);
    requested.current = parseListParams(new URLSearchParams(search), config);
    void navigate({ pathname, search }, { replace, preventScrollReset: true });
  };
  return {
    config,
    params,
    busy: state === 'loading' || navigation.location?.pathname === pathname,
    navigatingAway: navigation.location !== undefined && navigation.location.pathname !== pathname,
    link: (changes) => {
      const search = formatListParams(params, changes, config);
      return {
        to: { pathname, search },
        preventScrollReset: true,
        onClick: (event) => {
          // The browser itself opens a new window or tab.
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          go(changes, search === location.search);
        },
      };
    },
    search: (q) => {
      if (q !== requested.current.q) go({ q }, true);
    },
    sortBy: (sort) => go({ sort }, true),
    filterBy: (state) => go({ state }, false),
    filterFurther: (filters) => go({ filters }, false),
    refetch: revalidate,
  };
}
