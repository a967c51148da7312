import { getOwnAddress } from '#src/features/addresses/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { getCountryInSentence } from '#src/shared/postal-address/country-names.ts';
import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

/** The delivery and billing address of a purchase. Null if unknown. */
export interface PurchaseAddresses {
  delivery: PostalAddress | null;
  billing: PostalAddress | null;
}

/** The ids of the addresses in the buyer's book. */
export interface NamedAddresses {
  addressId?: string | undefined;
  billingAddressId?: string | undefined;
}

/**
 * Copies addresses from the buyer's book, if the shop delivers to the country of the first. Without a billing address, the delivery address is
 * used.
 */
export async function readBookAddresses(
  { db, getCompany }: Pick<AppContext, 'db' | 'getCompany'>,
  userId: string,
  { addressId, billingAddressId }: NamedAddresses,
): Promise<Outcome<PurchaseAddresses>> {
  const delivery = addressId ? await getOwnAddress(db, userId, addressId) : null;
  if (addressId && !delivery) return fail('invalid', { fields: { addressId: UNKNOWN } });
  const { deliversTo } = getCompany();
  if (delivery && deliversTo.length > 0 && !deliversTo.includes(delivery.country))
    return fail('invalid', { fields: { addressId: refuseCountry(delivery.country) } });
  const billing = billingAddressId ? await getOwnAddress(db, userId, billingAddressId) : delivery;
  if (billingAddressId && !billing) return fail('invalid', { fields: { billingAddressId: UNKNOWN } });
  return ok({ delivery, billing });
}

/** The addresses that a purchase gets. An existing billing address stays if only the delivery address changes. */
export const mergeAddresses = (
  stored: PurchaseAddresses,
  named: PurchaseAddresses,
  { billingAddressId }: Pick<NamedAddresses, 'billingAddressId'>,
): PurchaseAddresses => ({
  delivery: named.delivery ?? stored.delivery,
  billing: billingAddressId ? named.billing : (stored.billing ?? named.billing),
});

const refuseCountry = (country: string) =>
  `We do not deliver to ${getCountryInSentence(country)}. Please choose another shipping address, or write to us.`;

const UNKNOWN = 'This address is no longer in your address book. Please choose another one.';
