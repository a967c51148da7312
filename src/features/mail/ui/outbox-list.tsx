import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Mail } from '../contract.ts';
import { mailCopy as copy } from '../copy.ts';
import { MAIL_ENTRIES, MAIL_KINDS } from '../mail-kinds.ts';
import { OutboxEntry } from './outbox-entry.tsx';
import { ResendFailed } from './resend-failed.tsx';

const listConfig: ListConfig = {
  path: '/outbox',
  pageSize: 25,
  nouns: ['email', 'emails'],
  searchLabel: copy.search,
  noColumnHeaders: true,
  states: [
    ...Object.entries(copy.states).map(([state, label]) => [state, label, copy.byState] as const),
    ...MAIL_KINDS.map((kind) => [kind, MAIL_ENTRIES[kind].label, copy.byKind] as const),
  ],
  sorts: BY_AGE,
};

/** Fetches a page of the outbox. */
export function fetchMails(search: URLSearchParams): Promise<ApiResult<ListPage<Mail>>> {
  return fetchListPage<Mail>(listConfig, search);
}

/** The outbox, newest first by default. */
export function OutboxList({ result, maySend }: { result: ApiResult<ListPage<Mail>>; maySend: boolean }) {
  const list = useList(listConfig, result);
  const { state, q } = list.params;
  const sendable =
    maySend && state === 'dead' && !q && list.rows.some((mail) => mail.sendable) ? (list.page?.total ?? 0) : 0;
  return (
    <ListView list={list} empty={<EmptyState {...copy.empty} />}>
      {sendable > 0 && <ResendFailed count={sendable} onSent={list.refetch} />}
      <div className="border-ink border-t">
        {list.rows.map((mail) => (
          <OutboxEntry
            key={mail._id}
            mail={mail}
            maySend={maySend}
            // No refetch: the list must not move while an admin sends several mails.
            onQueued={() => list.updateRow(mail._id, { state: 'waiting', attempts: 0, trouble: null, sendable: false })}
          />
        ))}
      </div>
    </ListView>
  );
}
