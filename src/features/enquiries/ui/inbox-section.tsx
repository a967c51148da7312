import { LinkList } from '#src/shared/ui/link-list.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import type { Inbox } from '../contract.ts';
import { enquiryCopy } from '../copy.ts';

const { inbox: copy } = enquiryCopy;

/** Links into the inbox with the number of open enquiries. `inbox` is null when they could not be fetched. */
export function InboxSection({ inbox }: { inbox: Inbox | null }) {
  return (
    <Section title={copy.title} id="inbox">
      <LinkList
        entries={[
          {
            to: getTarget('/dashboard/inbox', inbox?.quotes),
            label: copy.quotes,
            note: <OpenCount count={inbox?.quotes} />,
          },
          {
            to: getTarget('/dashboard/inbox/messages', inbox?.messages),
            label: copy.messages,
            note: <OpenCount count={inbox?.messages} />,
          },
          { to: '/dashboard/inbox/newsletter', label: copy.newsletter },
          { to: '/dashboard/inbox/outbox', label: copy.outbox },
        ]}
      />
    </Section>
  );
}

function OpenCount({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span className={`text-fine ${count > 0 ? 'font-semibold' : 'font-normal text-muted'}`}>{copy.waiting(count)}</span>
  );
}

/** Leads to the open enquiries, or to all when none is open. */
function getTarget(path: string, openCount = 0): string {
  return openCount > 0 ? `${path}?state=open` : path;
}
