import * as z from 'zod';
import { boundedText } from '../bounded-schemas.ts';
import { checkAddress } from './check-address.ts';
import { ADDRESS_FIELD_LENGTHS, ADDRESS_FIELDS, type AddressField, type PostalAddress } from './postal-address.ts';

/** Limits what is processed. The sentences about each field's length come from `checkAddress`. */
const MAX_FIELD_LENGTH = 500;

const text = (field: AddressField, description?: string) =>
  boundedText(MAX_FIELD_LENGTH, `Please send at most ${MAX_FIELD_LENGTH} characters.`).meta({
    maxLength: ADDRESS_FIELD_LENGTHS[field],
    ...(description && { description }),
  });

const optional = (field: AddressField, description?: string) => text(field, description).default('');

/** The fields of an address as they are sent, before they are checked as a whole. */
export const postalAddressFields = {
  name: text('name', 'The recipient.'),
  company: optional('company'),
  line1: text('line1', 'Street address or P.O. box.'),
  line2: optional('line2', 'Floor, unit, district.'),
  city: optional('city'),
  region: optional('region', 'State, province or prefecture. In the US, Canada, Australia and Brazil, its code.'),
  postalCode: optional('postalCode'),
  country: text('country', 'ISO 3166-1 alpha-2.'),
  phone: optional('phone', 'For the carrier.'),
  vatId: optional('vatId', 'Its check digits are verified for countries that use them.'),
} satisfies Record<AddressField, z.ZodType<string, string | undefined>>;

/** The fields of a stored address as the API sends it. */
export const wireAddressFields = {
  name: z.string(),
  company: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
  phone: z.string(),
  vatId: z.string(),
  lines: z.array(z.string()).meta({
    description: 'As its country writes it; the country is named last unless it is the shop’s.',
  }),
};

const sentAddressSchema = z.strictObject(postalAddressFields);

/** Checks an address as a whole by the rules of its country, with each error at its field. */
export function refineAddress(input: z.output<typeof sentAddressSchema>, context: z.RefinementCtx): PostalAddress {
  const checked = checkAddress(input);
  if (!checked.errors) return checked.address;
  for (const field of ADDRESS_FIELDS) {
    const message = checked.errors[field];
    if (message) context.addIssue({ code: 'custom', path: [field], message });
  }
  return z.NEVER;
}

/** An address, checked by `refineAddress`. Fields that addresses there do not have are dropped. */
export const postalAddressSchema = sentAddressSchema.transform(refineAddress);
