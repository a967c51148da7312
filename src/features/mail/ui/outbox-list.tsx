import { type Answer, callApi } from '#src/shared/api-client.ts';
import { LetterEntry } from '#src/shared/ui/letter-entry.tsx';
import { Moment } from '#src/shared/ui/moment.tsx';
import { Older } from '#src/shared/ui/older.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { usePages } from '#src/shared/ui/use-pages.ts';
import type { Mail } from '../contract.ts';

const PAGE_SIZE = 50;

/** A page of the shop's mails, oldest first: the newest, or those before `before`. */
export function fetchMails(before?: string): Promise<Answer<Mail[]>> {
  return callApi<Mail[]>(`/outbox?${new URLSearchParams({ limit: String(PAGE_SIZE), ...(before ? { before } : {}) })}`);
}

/** What the shop wrote to people, newest first. */
export function OutboxList({ first }: { first: Mail[] }) {
  const pages = usePages(first, PAGE_SIZE, fetchMails);
  if (pages.items.length === 0 && !pages.hasOlder)
    return <Empty title="No mails yet" text="What the shop writes to customers and visitors is listed here." />;
  return (
    <div className="grid gap-2">
      {pages.items.map(({ _id, subject, recipient, createdAt, text }) => (
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
      <Older pages={pages} />
    </div>
  );
}
