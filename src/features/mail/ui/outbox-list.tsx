import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { Mail } from '../contract.ts';
import { mailCopy as copy } from '../copy.ts';
import { MAIL_ENTRIES, MAIL_KINDS } from '../mail-kinds.ts';
import { OutboxEntry } from './outbox-entry.tsx';

/** Sends all failed mails again, after a confirmation. Calls `onSent` once they are waiting to be sent. */
function ResendFailed({ count, onSent }: { count: number; onSent: () => Promise<void> }) {
  const dialog = useDialog();
  const { isPending, problem, run } = useAction();

  async function send() {
    if (!(await dialog.confirm(copy.sendAll.question(count)))) return;
    const result = await run(() => callApi<{ modifiedCount: number }>('/outbox/send-dead', { method: 'POST' }));
    if (!result.ok) return;
    await dialog.alert({ tone: 'success', ...copy.sendAll.done(result.value.modifiedCount) });
    await onSent();
  }

  return (
    <div className="mb-4 grid justify-items-start gap-2">
      <Button variant="secondary" pending={isPending} onClick={() => void send()}>
        {copy.sendAll.button}
      </Button>
      <FormError>{problem?.detail}</FormError>
    </div>
  );
}

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
