import { useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { toDay } from '#src/shared/dates.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import { personalDataCopy } from '../personal-data-copy.ts';
import { DeleteAccountForm } from './delete-account-form.tsx';

const { download: copy, erase, title } = personalDataCopy;

/** What a user may do with what the shop knows about them: download it, or have it deleted. */
export function YourData({ email, confirmed }: { email: string; confirmed: boolean }) {
  const [deleting, setDeleting] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <Section title={title} id="data">
      <div className="mt-6 grid justify-items-start gap-10">
        <Download confirmed={confirmed} />
        {deleting ? (
          <DeleteAccountForm
            email={email}
            onCancel={() => {
              setWasOpen(true);
              setDeleting(false);
            }}
          />
        ) : (
          <Button variant="danger" autoFocus={wasOpen} onClick={() => setDeleting(true)}>
            {erase.open}
          </Button>
        )}
      </div>
    </Section>
  );
}

function Download({ confirmed }: { confirmed: boolean }) {
  const { isPending, problem, run } = useAction();
  const [done, setDone] = useState(false);

  const download = async () => {
    setDone(false);
    const result = await run(() => callApi<object>('/me/export'));
    if (!result.ok) return;
    saveFile(`my-data-${toDay(new Date())}.json`, JSON.stringify(result.value, null, 2));
    setDone(true);
  };

  return (
    <div className="grid max-w-xl justify-items-start gap-4">
      <p>
        {copy.text}
        {!confirmed && ` ${copy.unconfirmed}`}
      </p>
      <FormError>{problem?.detail}</FormError>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button variant="secondary" pending={isPending} onClick={() => void download()}>
          {copy.button}
        </Button>
        <p role="status" className="text-fine">
          {done ? copy.done : ''}
        </p>
      </div>
    </div>
  );
}

/** A link to a file of the server would carry no access token. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // If it were revoked at once, some browsers would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
