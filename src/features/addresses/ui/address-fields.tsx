import type { HTMLInputAutoCompleteAttribute } from 'react';
import { type FieldError, type FieldPath, type FieldValues, get, type UseFormReturn, useWatch } from 'react-hook-form';
import { useCompany } from '#src/shared/company.ts';
import { getAddressLayout, type PlaceField } from '#src/shared/postal-address/address-format.ts';
import { COUNTRIES } from '#src/shared/postal-address/countries.ts';
import { getCountryTerms } from '#src/shared/postal-address/country-terms.ts';
import type { AddressField } from '#src/shared/postal-address/postal-address.ts';
import { listRegions } from '#src/shared/postal-address/regions.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { addressCopy } from '../copy.ts';

const { fields: copy } = addressCopy;

interface AddressFieldsProps<T extends FieldValues, O> {
  form: UseFormReturn<T, unknown, O>;
  /** The path of the address among the form's values, such as `delivery`. Absent if the address is the whole form. */
  path?: string;
  /** Which address of the user the browser fills in. Absent if any will do. */
  purpose?: 'shipping' | 'billing';
}

/**
 * The fields of an address, inside any form of react-hook-form that has a `PostalAddress` among its values. They depend
 * on the country in the first field. What was typed stays while somebody tries other countries.
 */
export function AddressFields<T extends FieldValues, O>({ form, path, purpose }: AddressFieldsProps<T, O>) {
  const toName = (field: AddressField) => (path ? `${path}.${field}` : field) as FieldPath<T>;
  const country = String(useWatch({ control: form.control, name: toName('country') }) ?? '');
  const { places, required, hasDistrict } = getAddressLayout(country);
  const terms = getCountryTerms(country);
  const regions = listRegions(country);
  const { deliversTo } = useCompany();
  const isNarrowed = purpose === 'shipping' && deliversTo.length > 0;
  const offered = isNarrowed ? COUNTRIES.filter(([code]) => deliversTo.includes(code)) : COUNTRIES;

  const toProps = (field: AddressField, token: HTMLInputAutoCompleteAttribute) => ({
    // Another country has other rules, so errors by the previous country's rules are cleared.
    ...form.register(
      toName(field),
      field === 'country' ? { onChange: () => form.clearErrors(path as FieldPath<T>) } : {},
    ),
    required: required.has(field),
    error: (get(form.formState.errors, toName(field)) as FieldError | undefined)?.message,
    autoComplete: token === 'off' || !purpose ? token : (`${purpose} ${token}` as HTMLInputAutoCompleteAttribute),
    enterKeyHint: 'next' as const,
  });

  const renderPlace = (field: PlaceField) => {
    switch (field) {
      case 'city':
        return <TextField key={field} label={terms.city} {...toProps(field, 'address-level2')} />;
      case 'region':
        return regions ? (
          // Each country has its own list, in which a region of another country does not exist.
          <SelectField
            key={country}
            label={terms.region}
            options={[['', copy.choose], ...regions]}
            {...toProps(field, 'address-level1')}
          />
        ) : (
          <TextField key={field} label={terms.region} {...toProps(field, 'address-level1')} />
        );
      case 'postalCode':
        return (
          <TextField
            key={field}
            label={terms.postalCode}
            autoCapitalize="characters"
            spellCheck={false}
            className="figures max-w-48"
            {...toProps(field, 'postal-code')}
          />
        );
    }
  };

  return (
    <>
      <SelectField label={copy.country} options={[['', copy.choose], ...offered]} {...toProps('country', 'country')} />
      <TextField
        label={copy.name}
        hint={purpose === 'billing' ? copy.payerHint : copy.nameHint}
        autoCapitalize="words"
        {...toProps('name', 'name')}
      />
      <TextField label={copy.company} {...toProps('company', 'organization')} />
      <TextField label={copy.line1} hint={copy.line1Hint} {...toProps('line1', 'address-line1')} />
      <TextField label={hasDistrict ? copy.line2WithDistrict : copy.line2} {...toProps('line2', 'address-line2')} />
      {places.map(renderPlace)}
      <TextField
        label={copy.phone}
        hint={purpose === 'billing' ? copy.billingPhoneHint : copy.phoneHint}
        type="tel"
        {...toProps('phone', 'tel')}
      />
      <TextField
        label={terms.vatId}
        hint={copy.vatIdHint}
        autoCapitalize="characters"
        spellCheck={false}
        className="figures"
        {...toProps('vatId', 'off')}
      />
    </>
  );
}
