import { useEffect, useRef, useState } from 'react';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { InboxItem } from '#src/shared/ui/inbox-item.tsx';
import { StateIcon, type StateIconName } from '#src/shared/ui/state-icon.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { Mail } from '../contract.ts';
import { mailCopy as copy } from '../copy.ts';

interface OutboxEntryProps {
  mail: Mail;
  maySend: boolean;
  /** Called once the email is waiting to be sent. */
  onQueued: () => void;
}

/** An email with its state, text and preview, and a button to send it for those who may. */
export function OutboxEntry({ mail, maySend, onQueued }: OutboxEntryProps) {
  const { _id: id, subject, text } = mail;
  const headingId = `mail-${id}`;
  const { isPending, problem, setProblem, run } = useAction();
  const [previewState, setPreviewState] = useState<'hidden' | 'loading' | 'shown'>('hidden');
  const [queued, setQueued] = useState(false);
  const queuedNote = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focused button has disappeared.
    if (queued) queuedNote.current?.focus({ preventScroll: true });
  }, [queued]);

  const toggle = () => {
    setProblem(null);
    setPreviewState(previewState === 'hidden' ? 'loading' : 'hidden');
  };
  const send = async () => {
    const result = await run(() => callApi(`/outbox/${id}/send`, { method: 'POST' }));
    if (!result.ok) return;
    setQueued(true);
    onQueued();
  };

  return (
    <InboxItem
      headingId={headingId}
      heading={subject}
      mark={<MailStateBadge state={mail.state} />}
      facts={<MailDetails mail={mail} />}
      note={
        mail.trouble && mail.state !== 'sent' && <p className="max-w-prose text-bad wrap-anywhere">{mail.trouble}</p>
      }
      text={text}
      actions={
        <>
          <Button
            variant="secondary"
            aria-describedby={headingId}
            aria-expanded={previewState === 'shown'}
            pending={previewState === 'loading'}
            onClick={toggle}
          >
            {previewState === 'shown' ? copy.hidePreview : copy.showPreview}
          </Button>
          {maySend && mail.sendable && !queued && (mail.state === 'kept' || mail.state === 'dead') && (
            <Button variant="secondary" aria-describedby={headingId} pending={isPending} onClick={() => void send()}>
              {copy.send[mail.state]}
            </Button>
          )}
          {mail.secretLink === 'shown' && <p className="text-fine text-muted">{copy.linkShown}</p>}
          {mail.secretLink === 'hidden' && <p className="text-fine text-muted">{copy.linkHidden}</p>}
          {mail.linkEnded && <p className="text-fine text-muted">{copy.linkExpired}</p>}
          {queued && (
            <p ref={queuedNote} tabIndex={-1} className="text-muted outline-none">
              {copy.queued}
            </p>
          )}
          <FormError>{problem?.detail}</FormError>
        </>
      }
      below={
        previewState !== 'hidden' && (
          <Preview
            id={id}
            subject={subject}
            onShown={() => setPreviewState('shown')}
            onError={(reason) => {
              setPreviewState('hidden');
              setProblem(reason);
            }}
          />
        )
      }
    />
  );
}

interface PreviewProps {
  id: string;
  subject: string;
  onShown: () => void;
  onError: (problem: ApiProblem) => void;
}

/** The rendered mail. A signed URL is valid for a minute, so each frame fetches its own. */
function Preview({ id, subject, onShown, onError }: PreviewProps) {
  const [address, setAddress] = useState<string | null>(null);
  const callbacks = useRef({ onShown, onError });
  useEffect(() => {
    callbacks.current = { onShown, onError };
  });
  useEffect(() => {
    let canceled = false;
    void callApi<{ address: string }>(`/outbox/${id}/preview`).then((result) => {
      if (canceled) return;
      if (!result.ok) return callbacks.current.onError(result.problem);
      setAddress(result.value.address);
      callbacks.current.onShown();
    });
    return () => {
      canceled = true;
    };
  }, [id]);

  if (!address) return null;
  return (
    <figure className="grid max-w-2xl gap-2">
      {/* The sandbox blocks scripts and links: some links work only once, for the recipient. */}
      <iframe
        title={copy.previewTitle(subject)}
        src={address}
        sandbox=""
        className="h-160 w-full resize-y border border-edge bg-paper"
      />
      <figcaption className="text-fine text-muted">{copy.linksDisabled}</figcaption>
    </figure>
  );
}

function MailDetails({ mail: { recipient, createdAt, state, sentAt, attempts, nextAttemptAt } }: { mail: Mail }) {
  return (
    <>
      To {recipient} · <DateTime at={createdAt} />
      {sentAt && (
        <>
          {' '}
          · {copy.sentAt} <DateTime at={sentAt} />
        </>
      )}
      {(state === 'dead' || (state === 'waiting' && attempts > 0)) && <> · {copy.attempts(attempts)}</>}
      {nextAttemptAt && attempts > 0 && (
        <>
          , {copy.nextAttempt} <DateTime at={nextAttemptAt} />
        </>
      )}
    </>
  );
}

const STATE_ICONS: Record<Mail['state'], [icon: StateIconName, color: string]> = {
  waiting: ['clock', 'text-ink'],
  sent: ['circle-check', 'text-good'],
  kept: ['archive', 'text-muted'],
  dead: ['circle-alert', 'text-bad'],
};

function MailStateBadge({ state }: Pick<Mail, 'state'>) {
  const [icon, color] = STATE_ICONS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap text-fine font-semibold ${color}`}>
      <StateIcon name={icon} className="size-4" />
      {copy.states[state]}
    </span>
  );
}
