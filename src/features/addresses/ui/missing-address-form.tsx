import type { ApiProblem } from '#src/shared/api-client.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { findCountryCode } from '#src/shared/postal-address/countries.ts';
import { ADDRESS_FIELDS, createEmptyAddress, type PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { addressCopy } from '../copy.ts';
import { AddressFields } from './address-fields.tsx';

const { missing: copy } = addressCopy;

const validator = lazyValidator(
  async () => (await import('#src/shared/postal-address/postal-address-schema.ts')).postalAddressSchema,
);

interface MissingAddressFormProps {
  /** The recipient, unless another one is entered. */
  name: string;
  /** The probable country: a code, or the name that a shop's owner has entered. */
  country: string;
  draftName: string;
  /** Stores the address. The fields of its errors are those of the address. */
  onSend: (address: PostalAddress) => Promise<ApiProblem | null>;
  onCancel: () => void;
}

/** A form for an address that a buyer told the shop, such as by phone. It is not added to any address book. */
export default function MissingAddressForm({ name, country, draftName, onSend, onCancel }: MissingAddressFormProps) {
  const { form, props, restored, pending, formError } = useFieldForm({
    defaultValues: { ...createEmptyAddress(findCountryCode(country) ?? ''), name },
    validator,
    fields: ADDRESS_FIELDS,
    draft: draftName,
    async send(address, { discard }) {
      const problem = await onSend(address);
      if (!problem) discard();
      return problem;
    },
  });
  return (
    <form {...props} aria-label={copy.title} className="grid max-w-xl gap-6">
      <p className="text-muted">{copy.text}</p>
      <p role="status" className="empty:hidden border border-line bg-sheet px-4 py-3">
        {restored ? addressCopy.form.restored : null}
      </p>
      <AddressFields form={form} />
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending}>
          {copy.submit}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
