import type { ReactNode } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { type FormProblem, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { addressCopy } from '../copy.ts';
import { AddressPicks } from './address-picks.tsx';
import { type AddressPicksOptions, type PickedAddresses, useAddressPicks } from './use-address-picks.ts';

const { picks: copy } = addressCopy;

export interface AddressStepProps extends Omit<AddressPicksOptions, 'element'> {
  /** The name of the draft under which the input survives a reload. */
  draftName: string;
  /** Stores both addresses where they are needed. A returned problem is shown here. */
  onPicked: (picked: PickedAddresses, texts: FormData) => Promise<ApiProblem | null>;
  /** What the button says, if it is about more than the address. */
  submit?: string | undefined;
  /** More fields of the same form, whose values are in `texts`. */
  children?: ReactNode;
}

/** Asks for the delivery and billing addresses of an order. New addresses are added to the book. */
export function AddressStep({ draftName, onPicked, submit = copy.submit, children, ...options }: AddressStepProps) {
  const { element, props, restored, discard, pending, formError } = useFormSubmission({
    draft: draftName,
    preload: () => picks.preload(),
    async send(): Promise<FormProblem | null> {
      const picked = await picks.store();
      if (!picked) return null;
      const problem = await onPicked(picked, new FormData(element.current ?? undefined));
      if (!problem) discard();
      const { addressId, billingAddressId } = problem?.errors ?? {};
      if (addressId || billingAddressId) picks.refuse({ delivery: addressId, billing: billingAddressId });
      else if (problem) return { errors: {}, detail: problem.detail };
      return null;
    },
  });
  const picks = useAddressPicks({ ...options, element });

  return (
    <form {...props} aria-label={copy.title} className="grid max-w-xl gap-6">
      <p role="status" className="empty:hidden border border-line bg-sheet px-4 py-3">
        {restored ? addressCopy.form.restored : null}
      </p>
      <AddressPicks picks={picks} />
      {children}
      <FormError>{formError ?? picks.formError}</FormError>
      <Button type="submit" pending={pending}>
        {submit}
      </Button>
    </form>
  );
}
