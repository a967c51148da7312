import { Fragment, type ReactNode } from 'react';
import type { Answer } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import type { ListChoices } from '#src/shared/ui/list/list-address.ts';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { Empty } from '#src/shared/ui/page.tsx';
import type { Message, Quote } from '../contract.ts';
import { enquiryTexts } from '../messages.ts';
import { EnquiryEntry, MarkedLine, sayMarked } from './enquiry-entry.tsx';
import { messageChoices, quoteChoices } from './fetch-enquiries.ts';
import { useMarking } from './use-marking.ts';

const { inbox: texts } = enquiryTexts;

/** What visitors asked a price for, newest first unless asked otherwise; each can be marked done, and open again. */
export function QuoteList({ answer }: { answer: Answer<Listed<Quote>> }) {
  return (
    <EnquiryList
      path="/quotes"
      answer={answer}
      choices={quoteChoices}
      nouns={['quote request', 'quote requests']}
      search={texts.searchQuotes}
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

/** What visitors wrote, newest first unless asked otherwise. */
export function MessageList({ answer }: { answer: Answer<Listed<Message>> }) {
  return (
    <EnquiryList
      path="/messages"
      answer={answer}
      choices={messageChoices}
      nouns={['message', 'messages']}
      search={texts.searchMessages}
      empty={texts.noMessages}
      headingOf={({ subject }) => subject}
      subjectOf={({ subject }) => subject}
      senderOf={({ name }) => name}
    />
  );
}

interface EnquiryListProps<T> {
  path: '/quotes' | '/messages';
  answer: Answer<Listed<T>>;
  choices: ListChoices;
  nouns: readonly [one: string, many: string];
  search: string;
  empty: { title: string; text: string };
  headingOf: (enquiry: T) => ReactNode;
  subjectOf: (enquiry: T) => string;
  senderOf: (enquiry: T) => string;
}

function EnquiryList<T extends Quote | Message>(props: EnquiryListProps<T>) {
  const { path, answer, choices, nouns, search, empty, headingOf, subjectOf, senderOf } = props;
  const list = useListNavigation(choices);
  const kept = useKeptRows(answer);
  const { found, problem } = kept;
  const { mark, marking, marked, fault } = useMarking(path, list, kept);
  const rows = found?.rows ?? [];
  const stateOf = ({ _id }: T) => ({ pending: marking === _id, fault: fault?.id === _id ? fault.detail : null });

  // By being marked it may have left what is shown: what waits, for one.
  const left = marked && !rows.some(({ _id }) => _id === marked.enquiry._id) ? marked : null;
  const line = left && (
    <MarkedLine
      enquiry={left.enquiry}
      heading={headingOf(left.enquiry)}
      {...stateOf(left.enquiry)}
      onMark={() => void mark(left.enquiry, left.at)}
    />
  );
  const lineAt = Math.min(left?.at ?? 0, rows.length);
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {marked && sayMarked(marked.enquiry, headingOf(marked.enquiry))}
      </p>
      {rows.length === 0 && line}
      <ListView list={list} nouns={nouns} found={found} problem={problem} search={search} empty={<Empty {...empty} />}>
        <div className="border-ink border-t">
          {rows.map((enquiry, at) => (
            <Fragment key={enquiry._id}>
              {at === lineAt && line}
              <EnquiryEntry
                enquiry={enquiry}
                heading={headingOf(enquiry)}
                subject={subjectOf(enquiry)}
                sender={senderOf(enquiry)}
                {...stateOf(enquiry)}
                onMark={() => void mark(enquiry, at)}
              />
            </Fragment>
          ))}
          {lineAt === rows.length && line}
        </div>
      </ListView>
    </div>
  );
}
