/** A postal address. An empty text means that a part is missing. */
export interface PostalAddress {
  name: string;
  company: string;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string;
  phone: string;
  vatId: string;
}

export type AddressField = keyof PostalAddress;

/** The maximum length of each field. */
export const ADDRESS_FIELD_LENGTHS = {
  name: 100,
  company: 100,
  line1: 120,
  line2: 120,
  city: 80,
  region: 80,
  postalCode: 16,
  country: 2,
  phone: 40,
  vatId: 30,
} as const satisfies Record<AddressField, number>;

export const ADDRESS_FIELDS = Object.keys(ADDRESS_FIELD_LENGTHS) as AddressField[];

export function createEmptyAddress(country: string): PostalAddress {
  return {
    name: '',
    company: '',
    line1: '',
    line2: '',
    city: '',
    region: '',
    postalCode: '',
    country,
    phone: '',
    vatId: '',
  };
}
