/** Where something or somebody is reached by post. An empty text stands for none. */
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

/** The most characters of each field. */
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

/** An address to fill in, in this country. */
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
