import type { ReactNode } from 'react';
import { Button, buttonClasses } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { InboxItem } from '#src/shared/ui/inbox-item.tsx';
import type { Message, Quote } from '../contract.ts';
import { enquiryCopy } from '../copy.ts';

const { inbox: copy } = enquiryCopy;

interface ToggleProps {
  enquiry: Quote | Message;
  heading: ReactNode;
  /** It is being marked. */
  pending: boolean;
  /** Why it could not be. */
  error: string | null;
  onToggleDone: () => void;
}

/** What somebody sent, with the two things to do about it. */
export function EnquiryEntry({ subject, sender, ...marked }: ToggleProps & { subject: string; sender: string }) {
  const { enquiry, heading, error } = marked;
  const id = getHeadingId(enquiry);
  return (
    <InboxItem
      headingId={id}
      heading={heading}
      mark={<EnquiryStateBadge done={enquiry.done} />}
      facts={
        <>
          {sender} · {enquiry.email} · <DateTime at={enquiry.createdAt} />
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
            {copy.answer}
          </a>
          <ToggleDoneButton {...marked} />
          {error && <FormError>{error}</FormError>}
        </>
      }
    />
  );
}

/** Stands where an entry stood that is not in the list any more, so that a slip can be undone and the focus stays. */
export function ToggledLine(marked: ToggleProps) {
  const { enquiry, heading, error } = marked;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b py-3">
      <p id={getHeadingId(enquiry)} className="min-w-0 text-muted wrap-anywhere">
        {describeToggle(enquiry, heading)}
      </p>
      <ToggleDoneButton {...marked} />
      {error && <FormError>{error}</FormError>}
    </div>
  );
}

/** What was done with it, in words. */
export function describeToggle({ done }: Quote | Message, heading: ReactNode): ReactNode {
  return (
    <>
      {done ? copy.marked.done : copy.marked.open}: {heading}
    </>
  );
}

/** The button that marks an enquiry, wherever it stands at the moment. */
export function getToggleButtonId(id: string): string {
  return `mark-${id}`;
}

function ToggleDoneButton({ enquiry, pending, onToggleDone }: ToggleProps) {
  return (
    <Button
      id={getToggleButtonId(enquiry._id)}
      variant="secondary"
      aria-describedby={getHeadingId(enquiry)}
      pending={pending}
      onClick={({ detail }) => {
        // The second half of a double click would undo the first, or mark the entry that has come under the pointer.
        if (detail < 2) onToggleDone();
      }}
    >
      {enquiry.done ? copy.markOpen : copy.markDone}
    </Button>
  );
}

function EnquiryStateBadge({ done }: { done: boolean }) {
  const icon = done ? 'circle-check' : 'circle-dot';
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap text-fine font-semibold ${done ? 'text-good' : 'text-ink'}`}
    >
      <Icon name={icon} className="size-4" />
      {done ? copy.done : copy.open}
    </span>
  );
}

function getHeadingId({ _id }: Quote | Message): string {
  return `enquiry-${_id}`;
}
