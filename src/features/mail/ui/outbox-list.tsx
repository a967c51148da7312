import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { type ListConfig, parseListParams } from '#src/shared/ui/list/list-params.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useListNavigation, usePreviousRows } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Mail, MailList } from '../contract.ts';
import { mailCopy as copy } from '../copy.ts';
import { OutboxEntry } from './outbox-entry.tsx';
import { ResendFailed } from './resend-failed.tsx';

const PAGE_SIZE = 25;

const grouped = (words: Record<string, string>, group: string) =>
  Object.entries(words).map(([state, label]) => [state, label, group] as const);

const listConfig: ListConfig = {
  noColumnHeaders: true,
  states: [...grouped(copy.states, copy.byState), ...grouped(copy.kinds, copy.byKind)],
  sorts: [
    ['-created', 'Newest first'],
    ['created', 'Oldest first'],
  ] satisfies [NonNullable<MailList['sort']>, string][],
};

/** A page of the shop's mails. */
export function fetchMails(search: URLSearchParams): Promise<ApiResult<ListPage<Mail>>> {
  return fetchListPage<Mail>('/outbox', parseListParams(search, listConfig), PAGE_SIZE);
}

/** What the shop wrote to people, newest first unless asked otherwise. */
export function OutboxList({ answer }: { answer: ApiResult<ListPage<Mail>> }) {
  const list = useListNavigation(listConfig);
  const { found, problem, updateRow: change } = usePreviousRows(answer);
  const { state, q } = list.params;
  const sendable = state === 'dead' && !q && found?.rows.some((mail) => mail.sendable) ? found.total : 0;
  return (
    <ListView
      list={list}
      nouns={['mail', 'mails']}
      found={found}
      problem={problem}
      search={copy.search}
      empty={<EmptyState {...copy.none} />}
    >
      {sendable > 0 && <ResendFailed count={sendable} onSent={list.refetch} />}
      <div className="border-ink border-t">
        {found?.rows.map((mail) => (
          <OutboxEntry
            key={mail._id}
            mail={mail}
            // It stays where it is until the list is read anew, so that nothing moves under whoever sends several.
            onQueued={() => change(mail._id, { state: 'waiting', attempts: 0, trouble: null, sendable: false })}
          />
        ))}
      </div>
    </ListView>
  );
}
