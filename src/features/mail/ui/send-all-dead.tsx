import { useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { mailTexts } from '../messages.ts';

const texts = mailTexts.sendAll;

/** Sends all mails again that were given up, after asking. `onSent` hears when they wait to be sent. */
export function SendAllDead({ count, onSent }: { count: number; onSent: () => Promise<void> }) {
  const popup = usePopup();
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function send() {
    if (!(await popup.ask(texts.question(count)))) return;
    setPending(true);
    setFault(null);
    const answer = await callApi<{ modifiedCount: number }>('/outbox/send-dead', { method: 'POST' });
    setPending(false);
    if (!answer.ok) return setFault(answer.problem.detail);
    await popup.show({ tone: 'success', ...texts.done(answer.value.modifiedCount) });
    await onSent();
  }

  return (
    <div className="mb-4 grid justify-items-start gap-2">
      <Button variant="secondary" pending={pending} onClick={() => void send()}>
        {texts.button}
      </Button>
      <FormFault>{fault}</FormFault>
    </div>
  );
}
