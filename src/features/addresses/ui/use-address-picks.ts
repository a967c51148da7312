import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { useCompany } from '#src/shared/company.ts';
import { lazyImport } from '#src/shared/lazy-import.ts';
import { formatAddress } from '#src/shared/postal-address/address-format.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import {
  ADDRESS_FIELDS,
  type AddressField,
  createEmptyAddress,
  type PostalAddress,
} from '#src/shared/postal-address/postal-address.ts';
import type { Address } from '../contract.ts';
import { ANOTHER_ADDRESS, SAME_ADDRESS } from './address-choice.tsx';

/** Two addresses of the book: the delivery address and the billing address. */
export interface PickedAddresses {
  addressId: string;
  billingAddressId: string;
}

type Purpose = 'delivery' | 'billing';
type Errors = Partial<Record<AddressField, string>>;

export interface AddressPicksOptions {
  book: readonly Address[];
  /** The recipient of a new address, unless another one is entered. */
  name: string;
  /** What was picked before; otherwise the defaults of the book. */
  picked?: PickedAddresses | null;
  /** Where a new address begins if the book has none. */
  start?: Destination | null;
  /** The form around the fields. Its draft is told when an address was stored. */
  element: RefObject<HTMLFormElement | null>;
}

export type AddressPicksState = ReturnType<typeof useAddressPicks>;

const checker = lazyImport(async () => (await import('#src/shared/postal-address/check-address.ts')).checkAddress);

/**
 * The choice of delivery and billing address. Each is an address of the book, or a new one that `store` adds to the
 * book.
 */
export function useAddressPicks({ book, name, picked = null, start = null, element }: AddressPicksOptions) {
  const company = useCompany();
  const home = useMemo(() => findHomeCountry(company), [company]);
  const [addresses, setAddresses] = useState<readonly Pick<Address, '_id' | 'label' | 'lines'>[]>(book);
  const [chosen, setChosen] = useState(() => getFirstPicks(book, picked));
  // Until somebody chooses a billing address, it is the default one, whatever the goods go to.
  const picks = { ...chosen, billing: chosen.billing ?? getUsualBilling(book, chosen.delivery) };
  const [pickErrors, setPickErrors] = useState<Partial<Record<Purpose, string>>>({});
  const [formError, setFormError] = useState<string | null>(null);
  const usual = book.find(({ isDefaultDelivery }) => isDefaultDelivery)?.country ?? home ?? '';
  const empty = { ...createEmptyAddress(usual), name };
  const { deliversTo } = company;
  const country = deliversTo.length === 0 || deliversTo.includes(usual) ? usual : (deliversTo[0] ?? '');
  const isServed = start !== null && (deliversTo.length === 0 || deliversTo.includes(start.country));
  const begin = isServed && book.length === 0 ? start : { country };
  const form = useForm<Record<Purpose, PostalAddress>>({
    defaultValues: { delivery: { ...empty, ...begin }, billing: empty },
  });
  const [storedCount, setStoredCount] = useState(0);
  useEffect(() => {
    // A draft saves the fields when somebody edits them. This change came from storing an address, so it fires the
    // event itself.
    if (storedCount > 0) element.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [storedCount, element]);

  useEffect(() => {
    const { unsubscribe } = form.watch((_values, { name: field }) => field && form.clearErrors(field));
    return unsubscribe;
  }, [form]);

  const [typedDelivery, typedBilling] = useWatch({ control: form.control, name: ['delivery', 'billing'] });
  const delivered = book.find(({ _id }) => _id === picks.delivery) ?? typedDelivery;
  const { country: toCountry, region, postalCode } = delivered;
  const billed =
    picks.billing === SAME_ADDRESS ? delivered : (book.find(({ _id }) => _id === picks.billing) ?? typedBilling);

  const showErrors = (purpose: Purpose, errors: Errors, isFirst: boolean): boolean => {
    const wrong = ADDRESS_FIELDS.filter((field) => errors[field]);
    for (const [at, field] of wrong.entries())
      form.setError(
        `${purpose}.${field}` as FieldPath<Record<Purpose, PostalAddress>>,
        { type: 'rules', message: errors[field] ?? '' },
        { shouldFocus: isFirst && at === 0 },
      );
    return wrong.length > 0;
  };

  const storeTyped = async (purpose: Purpose): Promise<string | null> => {
    const typed = form.getValues(purpose);
    const stored = await callApi<{ insertedId: string }>('/addresses', { method: 'POST', body: typed });
    if (!stored.ok) {
      if (!showErrors(purpose, stored.problem.errors, true)) setFormError(stored.problem.detail);
      return null;
    }
    const { insertedId } = stored.value;
    setStoredCount((count) => count + 1);
    setAddresses((known) => [...known, { _id: insertedId, label: '', lines: formatAddress(typed, home) }]);
    setChosen((known) => ({ ...known, [purpose]: insertedId }));
    return insertedId;
  };

  return {
    form,
    addresses,
    picks,
    pickErrors,
    formError,
    /** Where the goods go, as far as it is known: tax and shipping depend on it. */
    destination: { country: toCountry, region, postalCode },
    /** Of whoever is billed; empty if there is none. */
    vatId: billed.vatId,
    preload: checker.preload,
    pick(purpose: Purpose, value: string) {
      setChosen((known) => ({ ...known, [purpose]: value }));
      setPickErrors((known) => ({ ...known, [purpose]: undefined }));
    },
    /** Shows the server's errors at the addresses that were picked. */
    refuse: (errors: Partial<Record<Purpose, string>>) => setPickErrors(errors),
    /** Stores the typed addresses and returns the ids of both. Null if something is wrong, which is then shown. */
    async store(): Promise<PickedAddresses | null> {
      form.clearErrors();
      setPickErrors({});
      setFormError(null);
      const typed = (['delivery', 'billing'] as const).filter((purpose) => picks[purpose] === ANOTHER_ADDRESS);
      const check = typed.length > 0 ? await checker.load() : null;
      let isWrong = false;
      for (const purpose of typed) {
        const checked = check?.(form.getValues(purpose));
        if (checked?.errors) isWrong = showErrors(purpose, checked.errors, !isWrong) || isWrong;
      }
      if (isWrong) return null;
      const addressId = picks.delivery === ANOTHER_ADDRESS ? await storeTyped('delivery') : picks.delivery;
      if (!addressId) return null;
      if (picks.billing === SAME_ADDRESS) return { addressId, billingAddressId: addressId };
      const billingAddressId = picks.billing === ANOTHER_ADDRESS ? await storeTyped('billing') : picks.billing;
      return billingAddressId ? { addressId, billingAddressId } : null;
    },
  };
}

/** The billing address is null as long as nobody has chosen one. */
function getFirstPicks(
  book: readonly Address[],
  picked: PickedAddresses | null,
): { delivery: string; billing: string | null } {
  const has = (id: string | undefined) => book.some(({ _id }) => _id === id);
  const usual = book.find(({ isDefaultDelivery }) => isDefaultDelivery)?._id ?? book[0]?._id ?? ANOTHER_ADDRESS;
  const delivery = picked && has(picked.addressId) ? picked.addressId : usual;
  if (!picked) return { delivery, billing: null };
  const { billingAddressId } = picked;
  return {
    delivery,
    billing: has(billingAddressId) && billingAddressId !== delivery ? billingAddressId : SAME_ADDRESS,
  };
}

/** The default billing address, as the choice beside this delivery address. */
function getUsualBilling(book: readonly Address[], delivery: string): string {
  const usual = book.find(({ isDefaultBilling }) => isDefaultBilling)?._id;
  return usual && usual !== delivery ? usual : SAME_ADDRESS;
}
