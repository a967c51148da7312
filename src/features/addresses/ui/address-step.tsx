import { type ReactNode, useRef, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useDraft } from '#src/shared/ui/use-draft.ts';
import { addressCopy } from '../copy.ts';
import { AddressPicks } from './address-picks.tsx';
import { type AddressPicksOptions, type PickedAddresses, useAddressPicks } from './use-address-picks.ts';

const { picks: copy } = addressCopy;

export interface AddressStepProps extends Omit<AddressPicksOptions, 'element'> {
  /** Of the draft: what was typed survives a reload under it. */
  draftName: string;
  /** Stores both addresses where they are needed; a problem is shown here. */
  onPicked: (picked: PickedAddresses, texts: FormData) => Promise<ApiProblem | null>;
  /** More fields of the same form, whose values are in `texts`. */
  children?: ReactNode;
}

/** Asks where an order goes and who is billed. New addresses join the book. */
export function AddressStep({ draftName, onPicked, children, ...options }: AddressStepProps) {
  const element = useRef<HTMLFormElement>(null);
  const picks = useAddressPicks({ ...options, element });
  const { restored, discard } = useDraft(element, draftName);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const busy = useRef(false);

  const send = async () => {
    const picked = await picks.store();
    const problem = picked && (await onPicked(picked, new FormData(element.current ?? undefined)));
    if (picked && !problem) return discard();
    if (!problem) return;
    const { addressId, billingAddressId } = problem.errors;
    if (addressId || billingAddressId) picks.refuse({ delivery: addressId, billing: billingAddressId });
    else setError(problem.detail);
  };

  return (
    <form
      ref={element}
      noValidate
      aria-label={copy.title}
      className="grid max-w-xl gap-6"
      onFocus={picks.preload}
      onSubmit={async (event) => {
        event.preventDefault();
        if (busy.current) return;
        busy.current = true;
        setPending(true);
        setError(null);
        try {
          await send();
        } finally {
          busy.current = false;
          setPending(false);
        }
      }}
    >
      <p role="status" className="empty:hidden border border-line bg-sheet px-4 py-3">
        {restored ? addressCopy.form.restored : null}
      </p>
      <AddressPicks picks={picks} />
      {children}
      <FormError>{error ?? picks.formError}</FormError>
      <Button type="submit" pending={pending}>
        {copy.submit}
      </Button>
    </form>
  );
}
