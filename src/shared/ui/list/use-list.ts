import { useCallback, useEffect, useRef, useState } from 'react';
import { type LinkProps, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { ApiProblem } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { type ListAddress, type ListChoices, readListAddress, writeListAddress } from './list-address.ts';

export interface ListNavigation {
  address: ListAddress;
  choices: ListChoices;
  /** Something else is being fetched; what is shown stays until then. */
  busy: boolean;
  /** Another page is on its way. */
  leaving: boolean;
  /** What makes a link lead to a change. */
  link: (changes: Partial<ListAddress>) => Pick<LinkProps, 'to' | 'preventScrollReset' | 'onClick'>;
  /** Searches, in place of the present entry of the history. */
  search: (q: string) => void;
  /** The same list in another order. */
  sortBy: (sort: string) => void;
  /** Narrows it to a state, or to all again: a step of the history, as a link would be. */
  narrowTo: (state: string) => void;
  /** Fetches what is shown again. */
  readAgain: () => Promise<void>;
}

/** The list that the page's address asks for, and the ways to others. */
export function useListNavigation(choices: ListChoices): ListNavigation {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state } = useRevalidator();
  const { pathname } = location;
  const address = readListAddress(new URLSearchParams(location.search), choices);
  // What was asked for last, be it still on its way: a press right after typing must not undo the search, nor the
  // search the press. Rendering is too slow to know it.
  const wanted = useRef(address);
  useEffect(() => {
    wanted.current = readListAddress(new URLSearchParams(location.search), choices);
  }, [location, choices]);

  const go = (changes: Partial<ListAddress>, replace: boolean) => {
    const search = writeListAddress(wanted.current, changes, choices);
    wanted.current = readListAddress(new URLSearchParams(search), choices);
    void navigate({ pathname, search }, { replace, preventScrollReset: true });
  };
  return {
    address,
    choices,
    busy: state === 'loading' || navigation.location?.pathname === pathname,
    leaving: navigation.location !== undefined && navigation.location.pathname !== pathname,
    link: (changes) => {
      const search = writeListAddress(address, changes, choices);
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
    narrowTo: (state) => go({ state }, false),
    readAgain: revalidate,
  };
}

/** A read of a listing: what it gave, or why not. */
export type ListRead<T> = { ok: true; value: Listed<T> } | { ok: false; problem: ApiProblem };

export interface KeptRows<T> {
  /** Null as long as nothing could be read. */
  found: Listed<T> | null;
  problem: ApiProblem | null;
  /** Shows what an action changed before it is read again. */
  change: (id: string, changes: Partial<T>) => void;
}

/** What was read last: a read that failed takes nothing away that is on the screen. */
export function useKeptRows<T extends { _id: string }>(answer: ListRead<T>): KeptRows<T> {
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
  return { found, problem: answer.ok ? null : answer.problem, change };
}
