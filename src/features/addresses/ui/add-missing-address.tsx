import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { addressCopy } from '#src/features/addresses/copy.ts';
import { callApi } from '#src/shared/api-client.ts';
import { useCompany } from '#src/shared/company.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { renameErrors } from '#src/shared/ui/use-form-submission.ts';

// Loaded when the form is opened, together with the tables of all countries.
const MissingAddressForm = lazy(() => import('#src/features/addresses/ui/missing-address-form.tsx'));

const FIELD = /^delivery\./;

interface AddMissingAddressProps {
  purchase: { _id: string; name: string };
  /** The address of the admin, to whom the draft belongs. */
  email: string;
  /** Fetches the order again. */
  refresh: () => Promise<void>;
}

/** Lets an admin enter the address that a paid order lacks. If its buyer was faster, the buyer's is shown. */
export function AddMissingAddress({ purchase: { _id, name }, email, refresh }: AddMissingAddressProps) {
  const company = useCompany();
  const [isOpen, setIsOpen] = useState(false);
  // What was paid, once the shop has said that the order should cost something else there.
  const [paid, setPaid] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen)
    return (
      <Button ref={button} variant="secondary" className="mt-2 justify-self-start" onClick={() => setIsOpen(true)}>
        {addressCopy.missing.open}
      </Button>
    );
  return (
    <Suspense fallback={<p role="status">{addressCopy.missing.loading}</p>}>
      <MissingAddressForm
        name={name}
        country={company.address.at(-1) ?? ''}
        draftName={`told-address:${_id}:${email}`}
        onCancel={() => setIsOpen(false)}
        onSend={async (delivery) => {
          const body = { delivery, ...(paid ? { total: paid } : {}) };
          const stored = await callApi(`/purchases/${_id}`, { method: 'PATCH', body });
          if (stored.ok || stored.problem.code === 'purchase_agreed') {
            await refresh();
            return null;
          }
          const { code, extra } = stored.problem;
          setPaid(code === 'price_changed' && typeof extra.total === 'string' ? extra.total : null);
          return renameErrors(stored.problem, (name) => name.replace(FIELD, ''));
        }}
      />
    </Suspense>
  );
}
