import { LinkList } from '#src/shared/ui/link-list.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import type { Inbox } from '../contract.ts';
import { enquiryTexts } from '../messages.ts';

const { inbox: texts } = enquiryTexts;

/** The way into the inbox, with how many wait for an answer. Without counts, when they could not be read. */
export function InboxBlock({ inbox }: { inbox: Inbox | null }) {
  return (
    <Section title={texts.title} id="inbox">
      <LinkList
        entries={[
          {
            to: leadTo('/dashboard/inbox', inbox?.quotes),
            label: texts.quotes,
            note: <Waiting count={inbox?.quotes} />,
          },
          {
            to: leadTo('/dashboard/inbox/messages', inbox?.messages),
            label: texts.messages,
            note: <Waiting count={inbox?.messages} />,
          },
          { to: '/dashboard/inbox/newsletter', label: texts.newsletter },
          { to: '/dashboard/inbox/outbox', label: texts.outbox },
        ]}
      />
    </Section>
  );
}

function Waiting({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span className={`text-fine ${count > 0 ? 'font-semibold' : 'font-normal text-muted'}`}>
      {texts.waiting(count)}
    </span>
  );
}

/** To what waits, where something does; a list of nothing would be no help. */
function leadTo(path: string, waiting = 0): string {
  return waiting > 0 ? `${path}?state=open` : path;
}
