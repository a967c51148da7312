import { useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';

/** Requests a signed URL of a CSV and downloads it. The response is an attachment, so the browser stays on the page. */
export function DownloadButton({ path, label, started }: { path: string; label: string; started: string }) {
  const [isPending, setIsPending] = useState(false);
  const [hasStarted, setHasStarted] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const download = async () => {
    setIsPending(true);
    setError(null);
    setHasStarted(false);
    const result = await callApi<{ address: string }>(path, { method: 'POST', body: {} });
    setIsPending(false);
    if (!result.ok) return setError(result.problem.detail);
    setHasStarted(true);
    window.location.assign(result.value.address);
  };
  return (
    <>
      <Button variant="secondary" pending={isPending} onClick={() => void download()}>
        {label}
      </Button>
      <p role="status" className="empty:hidden self-center text-fine">
        {hasStarted ? started : ''}
      </p>
      <FormError>{error}</FormError>
    </>
  );
}
