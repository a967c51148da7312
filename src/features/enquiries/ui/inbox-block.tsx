import { Link } from 'react-router';
import { Section } from '#src/shared/ui/page.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { Inbox } from '../contract.ts';
import { enquiryTexts } from '../messages.ts';

const { inbox: texts } = enquiryTexts;

/** The way into the inbox, with how many wait for an answer. Without counts, when they could not be read. */
export function InboxBlock({ inbox }: { inbox: Inbox | null }) {
  const prefetch = usePrefetch();
  const entries = [
    { to: leadTo('/dashboard/inbox', inbox?.quotes), label: texts.quotes, waiting: inbox?.quotes },
    { to: leadTo('/dashboard/inbox/messages', inbox?.messages), label: texts.messages, waiting: inbox?.messages },
    { to: '/dashboard/inbox/newsletter', label: texts.newsletter },
    { to: '/dashboard/inbox/outbox', label: texts.outbox },
  ];
  return (
    <Section title={texts.title} id="inbox">
      <ul>
        {entries.map(({ to, label, waiting }) => (
          <li key={to} className="border-line border-b">
            <Link
              to={to}
              prefetch={prefetch}
              className="group flex min-h-12 items-center justify-between gap-6 font-medium"
            >
              <span className="underline decoration-line decoration-2 underline-offset-4 group-hover:decoration-signal">
                {label}
              </span>
              {waiting !== undefined && (
                <span className={`text-fine ${waiting > 0 ? 'font-semibold' : 'font-normal text-muted'}`}>
                  {texts.waiting(waiting)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** To what waits, where something does; a list of nothing would be no help. */
function leadTo(path: string, waiting = 0): string {
  return waiting > 0 ? `${path}?state=open` : path;
}
