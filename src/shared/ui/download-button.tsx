import { useId, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';
import { useAction } from './use-action.ts';

/** Requests a signed URL of a CSV and downloads it. The response is an attachment, so the browser stays on the page. */
export function DownloadButton({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const { isPending, problem, run } = useAction();
  const [hasStarted, setHasStarted] = useState(false);
  const hintId = useId();
  const download = async () => {
    setHasStarted(false);
    const result = await run(() => callApi<{ address: string }>(path, { method: 'POST' }));
    if (!result.ok) return;
    setHasStarted(true);
    window.location.assign(result.value.address);
  };
  return (
    <>
      <Button variant="secondary" pending={isPending} aria-describedby={hint && hintId} onClick={() => void download()}>
        {label}
      </Button>
      {hint && (
        <p id={hintId} className="text-fine text-muted">
          {hint}
        </p>
      )}
      <p role="status" className="empty:hidden self-center text-fine">
        {hasStarted ? 'The download has started.' : ''}
      </p>
      <FormError>{problem?.detail}</FormError>
    </>
  );
}
