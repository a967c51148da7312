import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, buttonClasses } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { InboxItem } from '#src/shared/ui/inbox-item.tsx';
import { StateIcon } from '#src/shared/ui/state-icon.tsx';
import type { Message, Quote } from '../contract.ts';
import { enquiryCopy } from '../copy.ts';

const { inbox: copy } = enquiryCopy;

interface ToggleProps {
  enquiry: Quote | Message;
  heading: ReactNode;
  /** The change is being sent. */
  pending: boolean;
  /** Why the last change failed. */
  error: string | null;
  onToggleDone: () => void;
}

/** An enquiry. Whoever may answer it gets buttons to reply by email and to mark it done. */
export function EnquiryEntry({
  subject,
  sender,
  path,
  note,
  mayAnswer,
  ...toggle
}: ToggleProps & { subject: string; sender: string; path: string | null; note: ReactNode; mayAnswer: boolean }) {
  const { enquiry, heading, error } = toggle;
  const id = getHeadingId(enquiry);
  return (
    <InboxItem
      headingId={id}
      heading={
        path ? (
          <Link to={path} className="-my-3 inline-block py-3 no-underline hover:underline">
            {heading}
          </Link>
        ) : (
          heading
        )
      }
      mark={<EnquiryStateBadge done={enquiry.done} />}
      facts={
        <>
          {sender} · {enquiry.email} · <DateTime at={enquiry.createdAt} />
        </>
      }
      note={note}
      text={enquiry.message}
      actions={
        mayAnswer && (
          <>
            <a
              href={`mailto:${encodeURIComponent(enquiry.email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
              aria-describedby={id}
              className={buttonClasses('quiet', '-ml-5')}
            >
              {copy.answer}
            </a>
            <ToggleDoneButton {...toggle} />
            {error && <FormError>{error}</FormError>}
          </>
        )
      }
    />
  );
}

/** Replaces an entry that left the list, so that the user can undo the change and the focus is not lost. */
export function ToggledLine(toggle: ToggleProps) {
  const { enquiry, heading, error } = toggle;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b py-3">
      <p id={getHeadingId(enquiry)} className="min-w-0 text-muted wrap-anywhere">
        {describeToggle(enquiry, heading)}
      </p>
      <ToggleDoneButton {...toggle} />
      {error && <FormError>{error}</FormError>}
    </div>
  );
}

/** The change in words. */
export function describeToggle({ done }: Quote | Message, heading: ReactNode): ReactNode {
  return (
    <>
      {done ? copy.marked.done : copy.marked.open}: {heading}
    </>
  );
}

/** The DOM id of the button, which an entry and its `ToggledLine` share. */
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
        // The second click of a double click would undo the first, or hit the next entry.
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
      <StateIcon name={icon} className="size-4" />
      {done ? copy.done : copy.open}
    </span>
  );
}

function getHeadingId({ _id }: Quote | Message): string {
  return `enquiry-${_id}`;
}
