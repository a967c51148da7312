import { Archive, CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { LetterEntry } from '#src/shared/ui/letter-entry.tsx';
import { Moment } from '#src/shared/ui/moment.tsx';
import type { Mail } from '../contract.ts';
import { mailTexts as texts } from '../messages.ts';

/** One mail: what became of it, what it says, how it looks, and the way to send it. `onQueued` hears when it waits to be sent. */
export function OutboxEntry({ mail, onQueued }: { mail: Mail; onQueued: () => void }) {
  const { _id: id, subject, text } = mail;
  const headingId = `mail-${id}`;
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [look, setLook] = useState<'hidden' | 'asked' | 'shown'>('hidden');
  const [queued, setQueued] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (queued) said.current?.focus({ preventScroll: true });
  }, [queued]);

  const toggle = () => {
    setFault(null);
    setLook(look === 'hidden' ? 'asked' : 'hidden');
  };
  const send = async () => {
    setFault(null);
    setSending(true);
    const answer = await callApi(`/outbox/${id}/send`, { method: 'POST' });
    setSending(false);
    if (!answer.ok) return setFault(answer.problem.detail);
    setQueued(true);
    onQueued();
  };

  return (
    <LetterEntry
      headingId={headingId}
      heading={subject}
      mark={<State state={mail.state} />}
      facts={<Facts mail={mail} />}
      note={
        mail.trouble && mail.state !== 'sent' && <p className="max-w-prose text-bad wrap-anywhere">{mail.trouble}</p>
      }
      text={text}
      actions={
        <>
          <Button
            variant="secondary"
            aria-describedby={headingId}
            aria-expanded={look === 'shown'}
            pending={look === 'asked'}
            onClick={toggle}
          >
            {look === 'shown' ? texts.hide : texts.look}
          </Button>
          {mail.sendable && !queued && (mail.state === 'kept' || mail.state === 'dead') && (
            <Button variant="secondary" aria-describedby={headingId} pending={sending} onClick={() => void send()}>
              {texts.send[mail.state]}
            </Button>
          )}
          {mail.linkEnded && <p className="text-fine text-muted">{texts.linkEnded}</p>}
          {queued && (
            <p ref={said} tabIndex={-1} className="text-muted outline-none">
              {texts.queued}
            </p>
          )}
          <FormFault>{fault}</FormFault>
        </>
      }
      below={
        look !== 'hidden' && (
          <Preview
            id={id}
            subject={subject}
            onShown={() => setLook('shown')}
            onFault={(sentence) => {
              setLook('hidden');
              setFault(sentence);
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
  onFault: (sentence: string) => void;
}

/** The mail as it looks. Its address is good for a minute, so each frame has its own. */
function Preview({ id, subject, onShown, onFault }: PreviewProps) {
  const [address, setAddress] = useState<string | null>(null);
  const told = useRef({ onShown, onFault });
  useEffect(() => {
    told.current = { onShown, onFault };
  });
  useEffect(() => {
    let gone = false;
    void callApi<{ address: string }>(`/outbox/${id}/preview`).then((answer) => {
      if (gone) return;
      if (!answer.ok) return told.current.onFault(answer.problem.detail);
      setAddress(answer.value.address);
      told.current.onShown();
    });
    return () => {
      gone = true;
    };
  }, [id]);

  if (!address) return null;
  return (
    <figure className="grid max-w-2xl gap-2">
      {/* Nothing in it runs, and no link in it leads anywhere: some are good once, and not for us. */}
      <iframe
        title={texts.looks(subject)}
        src={address}
        sandbox=""
        className="h-160 w-full resize-y border border-edge bg-paper"
      />
      <figcaption className="text-fine text-muted">{texts.linksRest}</figcaption>
    </figure>
  );
}

function Facts({ mail: { recipient, createdAt, state, sentAt, attempts, nextAttemptAt } }: { mail: Mail }) {
  return (
    <>
      To {recipient} · <Moment at={createdAt} />
      {sentAt && (
        <>
          {' '}
          · {texts.sentAt} <Moment at={sentAt} />
        </>
      )}
      {(state === 'dead' || (state === 'waiting' && attempts > 0)) && <> · {texts.attempts(attempts)}</>}
      {nextAttemptAt && attempts > 0 && (
        <>
          , {texts.nextAttempt} <Moment at={nextAttemptAt} />
        </>
      )}
    </>
  );
}

const MARKS: Record<Mail['state'], [Icon: typeof Clock, colour: string]> = {
  waiting: [Clock, 'text-ink'],
  sent: [CircleCheck, 'text-good'],
  kept: [Archive, 'text-muted'],
  dead: [CircleAlert, 'text-bad'],
};

function State({ state }: Pick<Mail, 'state'>) {
  const [Icon, colour] = MARKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap text-fine font-semibold ${colour}`}>
      <Icon aria-hidden="true" className="size-4" />
      {texts.states[state]}
    </span>
  );
}
