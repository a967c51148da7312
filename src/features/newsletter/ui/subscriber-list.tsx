import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { type ListConfig, parseListParams } from '#src/shared/ui/list/list-params.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useListNavigation, usePreviousRows } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { Subscriber, SubscriberList as SubscriberQuery } from '../contract.ts';
import { newsletterCopy } from '../copy.ts';

const { list: copy } = newsletterCopy;
const PAGE_SIZE = 50;

const listConfig: ListConfig = {
  states: [
    ['confirmed', copy.filters.confirmed],
    ['pending', copy.filters.pending],
    ['left', copy.filters.left],
  ] satisfies [NonNullable<SubscriberQuery['state']>, string][],
  sorts: [
    ['-created', copy.sorts['-created']],
    ['created', copy.sorts.created],
    ['email', copy.sorts.email],
    ['-email', copy.sorts['-email']],
  ] satisfies [NonNullable<SubscriberQuery['sort']>, string][],
};

/** A page of the newsletter's addresses. */
export function fetchSubscribers(search: URLSearchParams): Promise<ApiResult<ListPage<Subscriber>>> {
  return fetchListPage<Subscriber>('/subscribers', parseListParams(search, listConfig), PAGE_SIZE);
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

/** Who wants the newsletter, newest first unless asked otherwise. */
export function SubscriberList({ answer }: { answer: ApiResult<ListPage<Subscriber>> }) {
  const list = useListNavigation(listConfig);
  const { found, problem } = usePreviousRows(answer);
  return (
    <ListView
      list={list}
      nouns={['address', 'addresses']}
      found={found}
      problem={problem}
      search={copy.search}
      empty={<EmptyState {...copy.empty} />}
    >
      <Table
        caption={copy.caption}
        columns={columns}
        rows={found?.rows ?? []}
        rowKey={({ _id }) => _id}
        order={{ sort: list.params.sort, link: (sort) => list.link({ sort }) }}
      />
    </ListView>
  );
}
