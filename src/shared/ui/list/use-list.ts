import { useCallback, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router';
import type { ApiProblem } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { type ListAddress, type ListChoices, readListAddress, writeListAddress } from './list-address.ts';

export interface ListNavigation {
  address: ListAddress;
  choices: ListChoices;
  /** Something else is being fetched; what is shown stays until then. */
  busy: boolean;
  /** Where a change leads, for a link. */
  to: (changes: Partial<ListAddress>) => { pathname: string; search: string };
  /** Goes there in place of the present entry of the history. */
  replace: (changes: Partial<ListAddress>) => void;
  /** Fetches what is shown again. */
  readAgain: () => Promise<void>;
}

/** The list that the page's address asks for, and the ways to others. */
export function useListNavigation(choices: ListChoices): ListNavigation {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state } = useRevalidator();
  const address = readListAddress(search, choices);
  const coming = navigation.location?.pathname === pathname ? new URLSearchParams(navigation.location.search) : search;
  // From what was asked for last, be it on its way: otherwise a press right after typing would undo the search.
  const to = (changes: Partial<ListAddress>) => ({
    pathname,
    search: writeListAddress(readListAddress(coming, choices), changes, choices),
  });
  return {
    address,
    choices,
    busy: state === 'loading' || navigation.location?.pathname === pathname,
    to,
    replace: (changes) => void navigate(to(changes), { replace: true, preventScrollReset: true }),
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
