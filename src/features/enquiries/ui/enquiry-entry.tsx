import { CircleCheck, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { LetterEntry } from '#src/shared/ui/letter-entry.tsx';
import { Moment } from '#src/shared/ui/moment.tsx';
import type { Message, Quote } from '../contract.ts';
import { enquiryTexts } from '../messages.ts';

const { inbox: texts } = enquiryTexts;

interface MarkedProps {
  enquiry: Quote | Message;
  heading: ReactNode;
  /** It is being marked. */
  pending: boolean;
  /** Why it could not be. */
  fault: string | null;
  onMark: () => void;
}

/** What somebody sent, with the two things to do about it. */
export function EnquiryEntry({ subject, sender, ...marked }: MarkedProps & { subject: string; sender: string }) {
  const { enquiry, heading, fault } = marked;
  const id = headingIdOf(enquiry);
  return (
    <LetterEntry
      headingId={id}
      heading={heading}
      mark={<State done={enquiry.done} />}
      facts={
        <>
          {sender} · {enquiry.email} · <Moment at={enquiry.createdAt} />
        </>
      }
      text={enquiry.message}
      actions={
        <>
          <a
            href={`mailto:${encodeURIComponent(enquiry.email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            aria-describedby={id}
            className={buttonClasses('quiet', '-ml-5')}
          >
            {texts.answer}
          </a>
          <MarkButton {...marked} />
          {fault && <FormFault>{fault}</FormFault>}
        </>
      }
    />
  );
}

/** Stands where an entry stood that is not in the list any more, so that a slip can be undone and the focus stays. */
export function MarkedLine(marked: MarkedProps) {
  const { enquiry, heading, fault } = marked;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b py-3">
      <p id={headingIdOf(enquiry)} className="min-w-0 text-muted wrap-anywhere">
        {sayMarked(enquiry, heading)}
      </p>
      <MarkButton {...marked} />
      {fault && <FormFault>{fault}</FormFault>}
    </div>
  );
}

/** What was done with it, in words. */
export function sayMarked({ done }: Quote | Message, heading: ReactNode): ReactNode {
  return (
    <>
      {done ? texts.marked.done : texts.marked.open}: {heading}
    </>
  );
}

/** The button that marks an enquiry, wherever it stands at the moment. */
export function markButtonIdOf(id: string): string {
  return `mark-${id}`;
}

function MarkButton({ enquiry, pending, onMark }: MarkedProps) {
  return (
    <Button
      id={markButtonIdOf(enquiry._id)}
      variant="secondary"
      aria-describedby={headingIdOf(enquiry)}
      pending={pending}
      onClick={({ detail }) => {
        // The second half of a double click would undo the first, or mark the entry that has come under the pointer.
        if (detail < 2) onMark();
      }}
    >
      {enquiry.done ? texts.markOpen : texts.markDone}
    </Button>
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

function headingIdOf({ _id }: Quote | Message): string {
  return `enquiry-${_id}`;
}
