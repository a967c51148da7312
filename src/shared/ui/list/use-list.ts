import { useCallback, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import type { ListConfig } from './list-config.ts';
import { type ListNavigation, useListNavigation } from './use-list-navigation.ts';

/** What a loader read from a list: a page of it, or why there is none. */
export type ListResult<Row> = { ok: true; value: ListPage<Row> } | { ok: false; problem: ApiProblem };

/** All that a list's view needs. */
export interface ListState<Row> extends ListNavigation {
  /** The page on the screen; null until one has been read. */
  page: ListPage<Row> | null;
  rows: readonly Row[];
  /** Why the last read failed; null if it did not. */
  problem: ApiProblem | null;
  /** Shows what an action changed, before the list is read again. */
  updateRow: (id: string, changes: Partial<Row>) => void;
}

/**
 * The state of a list: what its page's URL asks for, and what was read last. After a failed read, the earlier rows
 * stay.
 */
export function useList<Row extends { _id: string }>(config: ListConfig, result: ListResult<Row>): ListState<Row> {
  const navigation = useListNavigation(config);
  const [latest, setLatest] = useState(result);
  const [page, setPage] = useState(result.ok ? result.value : null);
  if (latest !== result) {
    setLatest(result);
    if (result.ok) setPage(result.value);
  }
  const updateRow = useCallback(
    (id: string, changes: Partial<Row>) =>
      setPage(
        (shown) =>
          shown && { ...shown, rows: shown.rows.map((row) => (row._id === id ? { ...row, ...changes } : row)) },
      ),
    [],
  );
  return { ...navigation, page, rows: page?.rows ?? [], problem: result.ok ? null : result.problem, updateRow };
}
