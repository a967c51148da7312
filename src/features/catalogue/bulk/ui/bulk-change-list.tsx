import { Link } from 'react-router';
import type { ApiResult } from '#src/shared/api-client.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import type { BulkChangeRecord } from '../contract.ts';
import { bulkCopy, describeChange } from '../copy.ts';
import { BULK_KINDS } from '../rules.ts';

const { list: copy } = bulkCopy;

const listConfig: ListConfig = {
  path: '/bulk-changes',
  pageSize: 50,
  nouns: ['bulk change', 'bulk changes'],
  searchLabel: copy.search,
  toolbarThreshold: 10,
  states: BULK_KINDS.map((kind) => [kind, copy.kinds[kind]] as const),
  sorts: BY_AGE,
};

export function fetchBulkChanges(search: URLSearchParams): Promise<ApiResult<ListPage<BulkChangeRecord>>> {
  return fetchListPage<BulkChangeRecord>(listConfig, search);
}

const columns: Column<BulkChangeRecord>[] = [
  {
    header: copy.what,
    rowHeader: true,
    fullWidth: true,
    cell: ({ _id, change }) => (
      <Link
        to={`/dashboard/products/changes/${_id}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere"
      >
        {describeChange(change)}
      </Link>
    ),
  },
  { header: copy.count, width: 'w-24 xl:w-28', align: 'end', cell: ({ count }) => formatCount(count) },
  { header: copy.by, width: 'w-44 xl:w-60', userText: true, cell: ({ by }) => <EmailText address={by} /> },
  {
    header: copy.at,
    width: 'w-36 xl:w-48',
    sort: '-created',
    cell: ({ at }) => (
      <span className="figures text-fine">
        <DateTime at={at} />
      </span>
    ),
  },
  {
    header: copy.state,
    width: 'w-24 xl:w-28',
    cell: ({ undoneAt }) => (
      <span className={undoneAt ? 'text-muted' : 'font-semibold'}>{undoneAt ? copy.undone : copy.done}</span>
    ),
  },
];

/** The list of bulk changes, newest first by default. */
export function BulkChangeList({ result }: { result: ApiResult<ListPage<BulkChangeRecord>> }) {
  const list = useList(listConfig, result);
  return (
    <ListView
      list={list}
      empty={<EmptyState {...copy.empty} action={<ButtonLink to="/dashboard/products">{copy.products}</ButtonLink>} />}
    >
      <ListTable list={list} caption={copy.title} columns={columns} />
    </ListView>
  );
}
