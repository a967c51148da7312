import { type Answer, callApi } from '#src/shared/api-client.ts';
import { Moment } from '#src/shared/ui/moment.tsx';
import { Older } from '#src/shared/ui/older.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import { usePages } from '#src/shared/ui/use-pages.ts';
import type { Subscriber } from '../contract.ts';
import { newsletterTexts } from '../messages.ts';

const { list: texts } = newsletterTexts;
const PAGE_SIZE = 50;

/** A page of the newsletter's addresses, oldest first: the newest, or those before `before`. */
export function fetchSubscribers(before?: string): Promise<Answer<Subscriber[]>> {
  return callApi<Subscriber[]>(
    `/subscribers?${new URLSearchParams({ limit: String(PAGE_SIZE), ...(before ? { before } : {}) })}`,
  );
}

const tones = { pending: 'text-muted', confirmed: 'font-semibold text-good', left: 'text-muted' };

const columns: Column<Subscriber>[] = [
  { header: texts.email, heading: true, typed: true, cell: ({ email }) => email },
  { header: texts.state, cell: ({ state }) => <span className={tones[state]}>{texts.states[state]}</span> },
  { header: texts.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    header: texts.changed,
    cell: ({ confirmedAt, leftAt }) => {
      const at = leftAt ?? confirmedAt;
      return at ? <Moment at={at} /> : '–';
    },
  },
];

/** Who wants the newsletter, newest first. */
export function SubscriberList({ first }: { first: Subscriber[] }) {
  const pages = usePages(first, PAGE_SIZE, fetchSubscribers);
  if (pages.items.length === 0 && !pages.hasOlder) return <Empty {...texts.empty} />;
  return (
    <div className="grid gap-4">
      <Table caption={texts.caption} columns={columns} rows={pages.items} rowKey={({ _id }) => _id} />
      <Older pages={pages} />
    </div>
  );
}
