import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import type { Subscriber, SubscriberListQuery } from '../contract.ts';
import { newsletterCopy } from '../copy.ts';

const { list: copy } = newsletterCopy;

const listConfig: ListConfig = {
  path: '/subscribers',
  pageSize: 50,
  nouns: ['address', 'addresses'],
  searchLabel: copy.search,
  states: [
    ['confirmed', copy.filters.confirmed],
    ['pending', copy.filters.pending],
    ['left', copy.filters.left],
  ] satisfies [NonNullable<SubscriberListQuery['state']>, string][],
  sorts: [...BY_AGE, ['email', copy.sorts.email], ['-email', copy.sorts['-email']]] satisfies [
    NonNullable<SubscriberListQuery['sort']>,
    string,
  ][],
};

export function fetchSubscribers(search: URLSearchParams): Promise<ApiResult<ListPage<Subscriber>>> {
  return fetchListPage<Subscriber>(listConfig, search);
}

const tones = { pending: 'text-muted', confirmed: 'font-semibold text-good', left: 'text-muted' };

const columns: Column<Subscriber>[] = [
  {
    header: copy.email,
    rowHeader: true,
    sort: 'email',
    cell: ({ email }) => (
      <span className="wrap-anywhere">
        <EmailText address={email} />
      </span>
    ),
  },
  {
    header: copy.state,
    width: 'w-36',
    cell: ({ state }) => <span className={tones[state]}>{copy.states[state]}</span>,
  },
  { header: copy.since, width: 'w-52', sort: '-created', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  {
    header: copy.changed,
    width: 'w-52',
    cell: ({ confirmedAt, leftAt }) => {
      const at = leftAt ?? confirmedAt;
      return at ? <DateTime at={at} /> : '–';
    },
  },
];

/** The subscribers, newest first by default. */
export function SubscriberList({ result }: { result: ApiResult<ListPage<Subscriber>> }) {
  const list = useList(listConfig, result);
  return (
    <ListView list={list} empty={<EmptyState {...copy.empty} />}>
      <ListTable list={list} caption={copy.caption} columns={columns} />
    </ListView>
  );
}
