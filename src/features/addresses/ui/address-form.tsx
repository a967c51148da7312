import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { useCompany } from '#src/shared/company.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import { ADDRESS_FIELDS, createEmptyAddress, type PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { AddressLines } from '#src/shared/ui/address-lines.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { readNewer } from '#src/shared/versions.ts';
import type { Address } from '../contract.ts';
import { addressCopy } from '../copy.ts';
import { AddressFields } from './address-fields.tsx';

const { form: copy } = addressCopy;

const validator = lazyValidator(async () => (await import('../contract.ts')).addressFormSchema);

const FIELDS = ['label', ...ADDRESS_FIELDS] as const;

interface AddressFormProps {
  /** The address to change; null adds one. */
  address: Address | null;
  /** The recipient of a new address, unless another one is entered. */
  name: string;
  /** The code of the country where a new address probably is: the shop's if nothing else is known. */
  country: string | undefined;
  /** The address of the signed-in user, to whom the draft belongs. */
  email: string;
  /** Receives what the address is called in the book: its label, or else its recipient. */
  onStored: (called: string) => void;
}

/**
 * Adds an address to a book, or changes one. If it was changed in another window meanwhile, nothing is stored: the
 * newer version is shown below the input, and submitting again replaces it.
 */
export function AddressForm({ address, name, country, email, onStored }: AddressFormProps) {
  const company = useCompany();
  const [newer, setNewer] = useState<Address | null>(null);
  const isShown = useIsShown();
  const { form, props, restored, pending, formError } = useFieldForm({
    defaultValues: toValues(
      address ?? { ...createEmptyAddress(country ?? findHomeCountry(company) ?? ''), name, label: '' },
    ),
    validator,
    fields: FIELDS,
    draft: `address:${email}:${address?._id ?? 'new'}`,
    async send(fields, { discard }) {
      const result = address
        ? await callApi(`/addresses/${address._id}`, {
            method: 'PATCH',
            body: { ...fields, version: (newer ?? address).version },
          })
        : await callApi('/addresses', { method: 'POST', body: fields });
      if (result.ok) discard();
      if (!isShown()) return null;
      if (result.ok) {
        onStored(fields.label || fields.name);
        return null;
      }
      const { problem } = result;
      setNewer((shown) => readNewer<Address>(problem, 'address') ?? shown);
      return problem;
    },
  });

  return (
    <form {...props} className="grid max-w-xl gap-6">
      <p role="status" className="empty:hidden border border-line bg-sheet px-4 py-3">
        {restored ? copy.restored : null}
      </p>
      <TextField
        label={addressCopy.fields.label}
        hint={addressCopy.fields.labelHint}
        autoComplete="off"
        enterKeyHint="next"
        error={form.formState.errors.label?.message}
        {...form.register('label')}
      />
      <AddressFields form={form} />
      {newer && (
        <section aria-label={copy.newer} className="grid gap-2 border border-line bg-sheet p-4">
          <h2 className="font-semibold">{copy.newer}</h2>
          <AddressLines lines={newer.lines} />
        </section>
      )}
      <FormError>{formError}</FormError>
      <Button type="submit" pending={pending}>
        {copy.submit}
      </Button>
    </form>
  );
}

/**
 * Whether the form is still on the screen. Somebody who has left it must not be pulled back. Read it after each
 * `await`.
 */
function useIsShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}

type AddressValues = PostalAddress & { label: string };

function toValues(address: Readonly<AddressValues>): AddressValues {
  return Object.fromEntries(FIELDS.map((field) => [field, address[field]])) as unknown as AddressValues;
}
