import { useRef, useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import type { ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import type { MissQuery, SearchMiss } from '../search-contract.ts';
import { searchCopy } from '../search-copy.ts';

const { misses: copy } = searchCopy;

const listConfig: ListConfig = {
  path: '/search/misses',
  pageSize: 10,
  nouns: ['search', 'searches'],
  wide: true,
  states: [],
  sorts: [
    ['-times', copy.sorts['-times']],
    ['-last', copy.sorts['-last']],
    ['times', copy.sorts.times],
    ['last', copy.sorts.last],
  ] satisfies [MissQuery['sort'], string][],
};

type Row = SearchMiss & { _id: string };
export type MissResult = ApiResult<ListPage<Row>>;

export async function fetchSearchMisses(search: URLSearchParams): Promise<MissResult> {
  const result = await fetchListPage<SearchMiss>(listConfig, search);
  if (!result.ok) return result;
  const rows = result.value.rows.map((row) => ({ ...row, _id: row.query }));
  return { ...result, value: { ...result.value, rows } };
}

interface SearchMissListProps {
  result: MissResult;
  /** Called when somebody wants to add words that mean the same as this search. */
  onAddSynonyms: (query: string) => void;
}

/** The searches that found nothing, the most frequent first by default. Each can be removed. */
export function SearchMissList({ result, onAddSynonyms }: SearchMissListProps) {
  const list = useList<Row>(listConfig, result);
  const [pending, setPending] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const [error, setError] = useState<string | null>(null);
  const status = useRef<HTMLParagraphElement>(null);

  const putAway = async (query: string) => {
    if (pending !== null) return;
    setPending(query);
    setError(null);
    setDone('');
    const response = await callApi('/search/misses/done', { method: 'POST', body: { query } });
    if (response.ok) await list.refetch();
    setPending(null);
    if (!response.ok) return setError(response.problem.detail);
    setDone(copy.done(query));
    // The pressed button is gone. The focus moves to a place one step before the list.
    status.current?.focus({ preventScroll: true });
  };

  const columns: Column<Row>[] = [
    { header: copy.query, rowHeader: true, userText: true, cell: ({ query }) => <bdi>{query}</bdi> },
    { header: copy.times, width: 'w-24', align: 'end', sort: '-times', cell: ({ times }) => formatCount(times) },
    { header: copy.last, width: 'w-40', sort: '-last', cell: ({ lastAt }) => <DateOnly at={lastAt} /> },
    {
      header: copy.actions,
      width: 'w-96',
      fullWidth: true,
      cell: ({ query }) => (
        <div className="flex flex-wrap gap-x-8 max-xl:-mx-1">
          <ButtonLink
            to={`/tools?${new URLSearchParams({ q: query })}`}
            variant="quiet"
            className="-mx-4"
            aria-label={`${copy.tryIt}: ${query}`}
          >
            {copy.tryIt}
          </ButtonLink>
          <Button
            variant="quiet"
            className="-mx-4"
            aria-label={`${copy.addSynonyms}: ${query}`}
            onClick={() => onAddSynonyms(query)}
          >
            {copy.addSynonyms}
          </Button>
          <Button
            variant="quiet"
            className="-mx-4"
            aria-label={`${copy.putAway}: ${query}`}
            pending={pending === query}
            onClick={() => void putAway(query)}
          >
            {copy.putAway}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <div className="grid gap-3">
      <p ref={status} tabIndex={-1} role="status" className="min-w-0 outline-none wrap-anywhere">
        {done}
      </p>
      <FormError>{error}</FormError>
      <ListView list={list} empty={<EmptyState {...copy.none} />}>
        <ListTable list={list} caption={copy.title} columns={columns} />
      </ListView>
    </div>
  );
}
