import type * as z from 'zod';
import { optionalPhoneSchema, optionalVisibleText, visibleText } from '../field-schemas.ts';
import { withArticle } from '../with-article.ts';
import { type AddressLayout, getAddressLayout } from './address-format.ts';
import { isCountryCode } from './countries.ts';
import { getCountryInSentence } from './country-names.ts';
import { getCountryTerms } from './country-terms.ts';
import { ADDRESS_FIELD_LENGTHS, ADDRESS_FIELDS, type AddressField, type PostalAddress } from './postal-address.ts';
import { getPostalCodeExample, normalizePostalCode } from './postal-codes.ts';
import { findRegionCode, listRegions } from './regions.ts';
import { getVatIdExample, normalizeVatId } from './vat-id.ts';

/** The name within a sentence: 'ZIP code' keeps its capitals, 'Postcode' does not. */
const inSentence = (name: string) => (/^(Eircode|[A-Z]{2})/.test(name) ? name : name.toLowerCase());

const orNothing = ', or leave this blank.';

/** What is wrong with a field of an address, and what its country expects. */
const addressErrors = {
  country: 'Please choose a country.',
  name: 'Please enter the recipient: a person or a department.',
  line1: 'Please enter a street address or P.O. box.',
  missing: (name: string) => `Please enter ${withArticle(inSentence(name))}.`,
  choose: (name: string, country: string) =>
    `Please choose ${withArticle(inSentence(name))} in ${getCountryInSentence(country)}.`,
  postalCode: (
    name: string,
    { country, example, required }: { country: string; example: string | null; required: boolean },
  ) =>
    example
      ? `Please enter ${withArticle(inSentence(name))} such as ${example}${required ? '.' : orNothing}`
      : `Please enter ${withArticle(inSentence(name))} used in ${getCountryInSentence(country)}${required ? '.' : orNothing}`,
  vatId: (name: string, example: string | null) =>
    example
      ? `This ${name} is not valid. Please enter one such as ${example}${orNothing}`
      : `Please enter ${withArticle(name)} with 4 to 20 letters and digits${orNothing}`,
} as const;

type Errors = Partial<Record<AddressField, string>>;
type CheckedAddress = { address: PostalAddress; errors: null } | { errors: Errors };

const lengths = ADDRESS_FIELD_LENGTHS;
const TEXTS: Record<Exclude<AddressField, 'country'>, z.ZodType<string, string>> = {
  name: visibleText(lengths.name, addressErrors.name),
  company: optionalVisibleText(lengths.company),
  line1: visibleText(lengths.line1, addressErrors.line1),
  line2: optionalVisibleText(lengths.line2),
  city: optionalVisibleText(lengths.city),
  region: optionalVisibleText(lengths.region),
  postalCode: optionalVisibleText(lengths.postalCode),
  phone: optionalPhoneSchema,
  vatId: optionalVisibleText(lengths.vatId),
};

/**
 * Checks an address by the rules of its country, all fields at once. Valid fields are normalized to how the country
 * writes them. Fields that addresses there do not have, such as a postal code in Hong Kong, are dropped.
 */
export function checkAddress(input: Readonly<PostalAddress>): CheckedAddress {
  const country = input.country.trim().toUpperCase();
  const layout = isCountryCode(country) ? getAddressLayout(country) : null;
  const address = { ...input, country };
  const errors: Errors = layout ? {} : { country: addressErrors.country };
  for (const field of ADDRESS_FIELDS) {
    if (field === 'country') continue;
    if (layout && isLeftOut(field, layout)) {
      address[field] = '';
      continue;
    }
    const { data, error } = TEXTS[field].safeParse(input[field]);
    if (error) errors[field] = error.issues[0]?.message ?? '';
    else address[field] = data;
  }
  if (layout) checkPlaces(address, layout, errors);
  return Object.keys(errors).length > 0 ? { errors } : { address, errors: null };
}

function isLeftOut(field: AddressField, { places }: AddressLayout): boolean {
  return (field === 'city' || field === 'region' || field === 'postalCode') && !places.includes(field);
}

/** Normalizes the fields that depend on the country, and adds their errors. */
function checkPlaces(address: PostalAddress, { required }: AddressLayout, errors: Errors): void {
  const { country } = address;
  const terms = getCountryTerms(country);
  if (address.city === '' && required.has('city')) errors.city ??= addressErrors.missing(terms.city);
  if (address.region !== '' && listRegions(country)) {
    const code = findRegionCode(country, address.region);
    if (code) address.region = code;
    else errors.region ??= addressErrors.choose(terms.region, country);
  } else if (address.region === '' && required.has('region')) {
    errors.region ??= listRegions(country)
      ? addressErrors.choose(terms.region, country)
      : addressErrors.missing(terms.region);
  }
  if (address.postalCode !== '' || required.has('postalCode')) {
    const code = normalizePostalCode(country, address.postalCode);
    const of = { country, example: getPostalCodeExample(country), required: required.has('postalCode') };
    if (code) address.postalCode = code;
    else errors.postalCode ??= addressErrors.postalCode(terms.postalCode, of);
  }
  if (address.vatId !== '') {
    const id = normalizeVatId(country, address.vatId);
    if (id) address.vatId = id;
    else errors.vatId ??= addressErrors.vatId(terms.vatId, getVatIdExample(country));
  }
}
