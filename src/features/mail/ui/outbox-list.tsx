import type { Answer } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { LetterEntry } from '#src/shared/ui/letter-entry.tsx';
import { fetchListing } from '#src/shared/ui/list/fetch-listing.ts';
import { type ListChoices, readListAddress } from '#src/shared/ui/list/list-address.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { Moment } from '#src/shared/ui/moment.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import type { Mail, MailList } from '../contract.ts';

const PAGE_SIZE = 25;

const KINDS: Record<Mail['kind'], string> = {
  order_placed: 'Order placed',
  order_paid: 'Order paid',
  order_shipped: 'Order shipped',
  order_expired: 'Order expired',
  payment_failed: 'Payment failed',
  payment_refunded: 'Payment refunded',
  quote_received: 'Quote request received',
  contact_received: 'Message received',
  confirm_email: 'E-mail address to confirm',
  reset_password: 'New password asked for',
  account_exists: 'Signed up again',
  newsletter_confirm: 'Newsletter to confirm',
  newsletter_welcome: 'Newsletter confirmed',
};

const choices: ListChoices = {
  headless: true,
  states: Object.entries(KINDS),
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
  const { found, problem } = useKeptRows(answer);
  return (
    <ListView
      list={list}
      nouns={['mail', 'mails']}
      found={found}
      problem={problem}
      search="Search mails"
      empty={<Empty title="No mails yet" text="What the shop writes to customers and visitors is listed here." />}
    >
      <div className="border-ink border-t">
        {found?.rows.map(({ _id, subject, recipient, createdAt, text }) => (
          <LetterEntry
            key={_id}
            headingId={`mail-${_id}`}
            heading={subject}
            facts={
              <>
                To {recipient} · <Moment at={createdAt} />
              </>
            }
            text={text}
          />
        ))}
      </div>
    </ListView>
  );
}
