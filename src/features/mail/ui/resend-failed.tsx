import { callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import { mailCopy } from '../copy.ts';

const copy = mailCopy.sendAll;

/** Sends all failed mails again, after a confirmation. Calls `onSent` once they are waiting to be sent. */
export function ResendFailed({ count, onSent }: { count: number; onSent: () => Promise<void> }) {
  const dialog = useDialog();
  const { isPending, problem, run } = useAction();

  async function send() {
    if (!(await dialog.confirm(copy.question(count)))) return;
    const result = await run(() => callApi<{ modifiedCount: number }>('/outbox/send-dead', { method: 'POST' }));
    if (!result.ok) return;
    await dialog.alert({ tone: 'success', ...copy.done(result.value.modifiedCount) });
    await onSent();
  }

  return (
    <div className="mb-4 grid justify-items-start gap-2">
      <Button variant="secondary" pending={isPending} onClick={() => void send()}>
        {copy.button}
      </Button>
      <FormError>{problem?.detail}</FormError>
    </div>
  );
}
