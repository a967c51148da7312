import type { Answer } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { fetchListing } from '#src/shared/ui/list/fetch-listing.ts';
import { type ListChoices, readListAddress } from '#src/shared/ui/list/list-address.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { Empty } from '#src/shared/ui/page.tsx';
import type { Mail, MailList } from '../contract.ts';
import { mailTexts as texts } from '../messages.ts';
import { OutboxEntry } from './outbox-entry.tsx';
import { SendAllDead } from './send-all-dead.tsx';

const PAGE_SIZE = 25;

const grouped = (words: Record<string, string>, group: string) =>
  Object.entries(words).map(([state, label]) => [state, label, group] as const);

const choices: ListChoices = {
  headless: true,
  states: [...grouped(texts.states, texts.byState), ...grouped(texts.kinds, texts.byKind)],
  sorts: [
    ['-created', 'Newest first'],
    ['created', 'Oldest first'],
  ] satisfies [NonNullable<MailList['sort']>, string][],
};

/** A page of the shop's mails. */
export function fetchMails(search: URLSearchParams): Promise<Answer<Listed<Mail>>> {
  return fetchListing<Mail>('/outbox', readListAddress(search, choices), PAGE_SIZE);
}

/** What the shop wrote to people, newest first unless asked otherwise. */
export function OutboxList({ answer }: { answer: Answer<Listed<Mail>> }) {
  const list = useListNavigation(choices);
  const { found, problem, change } = useKeptRows(answer);
  const { state, q } = list.address;
  const sendable = state === 'dead' && !q && found?.rows.some((mail) => mail.sendable) ? found.total : 0;
  return (
    <ListView
      list={list}
      nouns={['mail', 'mails']}
      found={found}
      problem={problem}
      search={texts.search}
      empty={<Empty {...texts.none} />}
    >
      {sendable > 0 && <SendAllDead count={sendable} onSent={list.readAgain} />}
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
