import { getOwnAddress } from '#src/features/addresses/queries.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
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

/** Copies addresses from the buyer's book. Without a billing address, the delivery address is used. */
export async function readBookAddresses(
  db: Queryable,
  userId: string,
  { addressId, billingAddressId }: NamedAddresses,
): Promise<Outcome<PurchaseAddresses>> {
  const delivery = addressId ? await getOwnAddress(db, userId, addressId) : null;
  if (addressId && !delivery) return fail('invalid', { fields: { addressId: UNKNOWN } });
  const billing = billingAddressId ? await getOwnAddress(db, userId, billingAddressId) : delivery;
  if (billingAddressId && !billing) return fail('invalid', { fields: { billingAddressId: UNKNOWN } });
  return ok({ delivery, billing });
}

const UNKNOWN = 'This address is no longer in your address book. Please choose another one.';
