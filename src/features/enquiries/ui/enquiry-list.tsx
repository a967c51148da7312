import { CircleCheck, CircleDot } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { Button, buttonClasses } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { LetterEntry } from '#src/shared/ui/letter-entry.tsx';
import { Moment } from '#src/shared/ui/moment.tsx';
import { Older } from '#src/shared/ui/older.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { type Pages, usePages } from '#src/shared/ui/use-pages.ts';
import type { Message, Quote } from '../contract.ts';
import { enquiryTexts } from '../messages.ts';
import { fetchMessages, fetchQuotes, PAGE_SIZE } from './fetch-enquiries.ts';

const { inbox: texts } = enquiryTexts;

/** What visitors asked a price for, newest first; each can be marked done, and open again. */
export function QuoteList({ first }: { first: Quote[] }) {
  const pages = usePages(first, PAGE_SIZE, fetchQuotes);
  return (
    <EnquiryList
      path="/quotes"
      pages={pages}
      empty={texts.noQuotes}
      headingOf={({ quantity, product }) => (
        <>
          <span className="figures">{quantity.toLocaleString('en-US')}</span> × {product}
        </>
      )}
      subjectOf={({ product }) => product}
      senderOf={({ name, company }) => [name, company].filter(Boolean).join(', ')}
    />
  );
}

/** What visitors wrote, newest first. */
export function MessageList({ first }: { first: Message[] }) {
  const pages = usePages(first, PAGE_SIZE, fetchMessages);
  return (
    <EnquiryList
      path="/messages"
      pages={pages}
      empty={texts.noMessages}
      headingOf={({ subject }) => subject}
      subjectOf={({ subject }) => subject}
      senderOf={({ name }) => name}
    />
  );
}

function EnquiryList<T extends Quote | Message>({
  path,
  pages,
  empty,
  headingOf,
  subjectOf,
  senderOf,
}: {
  path: string;
  pages: Pages<T>;
  empty: { title: string; text: string };
  headingOf: (enquiry: T) => ReactNode;
  subjectOf: (enquiry: T) => string;
  senderOf: (enquiry: T) => string;
}) {
  const [fault, setFault] = useState<string | null>(null);
  const [marking, setMarking] = useState<string | null>(null);

  const mark = async ({ _id, done }: T) => {
    if (marking) return;
    setFault(null);
    setMarking(_id);
    const answer = await callApi(`${path}/${_id}`, { method: 'PUT', body: { done: !done } });
    setMarking(null);
    if (answer.ok) pages.change(_id, { done: !done } as Partial<T>);
    else setFault(answer.problem.detail);
  };

  if (pages.items.length === 0 && !pages.hasOlder) return <Empty {...empty} />;
  return (
    <div className="grid gap-2">
      <FormFault>{fault}</FormFault>
      {pages.items.map((enquiry) => {
        const id = `enquiry-${enquiry._id}`;
        return (
          <LetterEntry
            key={enquiry._id}
            headingId={id}
            heading={headingOf(enquiry)}
            mark={<State done={enquiry.done} />}
            facts={
              <>
                {senderOf(enquiry)} · {enquiry.email} · <Moment at={enquiry.createdAt} />
              </>
            }
            text={enquiry.message}
            actions={
              <>
                <a
                  href={`mailto:${encodeURIComponent(enquiry.email)}?subject=${encodeURIComponent(`Re: ${subjectOf(enquiry)}`)}`}
                  aria-describedby={id}
                  className={buttonClasses('quiet', '-ml-5')}
                >
                  {texts.answer}
                </a>
                <Button
                  variant="secondary"
                  aria-describedby={id}
                  pending={marking === enquiry._id}
                  onClick={() => void mark(enquiry)}
                >
                  {enquiry.done ? texts.markOpen : texts.markDone}
                </Button>
              </>
            }
          />
        );
      })}
      <Older pages={pages} />
    </div>
  );
}

function State({ done }: { done: boolean }) {
  const Icon = done ? CircleCheck : CircleDot;
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap text-fine font-semibold ${done ? 'text-good' : 'text-ink'}`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {done ? texts.done : texts.open}
    </span>
  );
}
