import { LinkList } from '#src/shared/ui/link-list.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import type { Inbox } from '../contract.ts';
import { enquiryCopy } from '../copy.ts';

const { inbox: copy } = enquiryCopy;

/** The way into the inbox, with how many wait for an answer. Without counts, when they could not be read. */
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

/** To what waits, where something does; a list of nothing would be no help. */
function getTarget(path: string, waiting = 0): string {
  return waiting > 0 ? `${path}?state=open` : path;
}
