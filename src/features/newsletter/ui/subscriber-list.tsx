import type { Answer } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { fetchListing } from '#src/shared/ui/list/fetch-listing.ts';
import { type ListChoices, readListAddress } from '#src/shared/ui/list/list-address.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { Moment } from '#src/shared/ui/moment.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { Subscriber, SubscriberList as SubscriberQuery } from '../contract.ts';
import { newsletterTexts } from '../messages.ts';

const { list: texts } = newsletterTexts;
const PAGE_SIZE = 50;

const choices: ListChoices = {
  states: [
    ['confirmed', texts.filters.confirmed],
    ['pending', texts.filters.pending],
    ['left', texts.filters.left],
  ] satisfies [NonNullable<SubscriberQuery['state']>, string][],
  sorts: [
    ['-created', texts.sorts['-created']],
    ['created', texts.sorts.created],
    ['email', texts.sorts.email],
    ['-email', texts.sorts['-email']],
  ] satisfies [NonNullable<SubscriberQuery['sort']>, string][],
};

/** A page of the newsletter's addresses. */
export function fetchSubscribers(search: URLSearchParams): Promise<Answer<Listed<Subscriber>>> {
  return fetchListing<Subscriber>('/subscribers', readListAddress(search, choices), PAGE_SIZE);
}

const tones = { pending: 'text-muted', confirmed: 'font-semibold text-good', left: 'text-muted' };

const columns: Column<Subscriber>[] = [
  {
    header: texts.email,
    heading: true,
    sort: 'email',
    cell: ({ email }) => (
      <span className="wrap-anywhere">
        <EmailText address={email} />
      </span>
    ),
  },
  {
    header: texts.state,
    width: 'w-36',
    cell: ({ state }) => <span className={tones[state]}>{texts.states[state]}</span>,
  },
  { header: texts.since, width: 'w-52', sort: '-created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    header: texts.changed,
    width: 'w-52',
    cell: ({ confirmedAt, leftAt }) => {
      const at = leftAt ?? confirmedAt;
      return at ? <Moment at={at} /> : '–';
    },
  },
];

/** Who wants the newsletter, newest first unless asked otherwise. */
export function SubscriberList({ answer }: { answer: Answer<Listed<Subscriber>> }) {
  const list = useListNavigation(choices);
  const { found, problem } = useKeptRows(answer);
  return (
    <ListView
      list={list}
      nouns={['address', 'addresses']}
      found={found}
      problem={problem}
      search={texts.search}
      empty={<Empty {...texts.empty} />}
    >
      <Table
        caption={texts.caption}
        columns={columns}
        rows={found?.rows ?? []}
        rowKey={({ _id }) => _id}
        order={{ sort: list.address.sort, link: (sort) => list.link({ sort }) }}
      />
    </ListView>
  );
}
