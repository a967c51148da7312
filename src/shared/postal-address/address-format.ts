import { formatAddress as formatLines } from 'localized-address-format';
import type { Company } from '../company.ts';
import { findHomeCountry } from './countries.ts';
import { getCountryName } from './country-names.ts';
import { getCountryTerms } from './country-terms.ts';
import type { AddressField, PostalAddress } from './postal-address.ts';

/** The parts of an address whose order and necessity depend on the country. */
export type PlaceField = 'city' | 'region' | 'postalCode';

export interface AddressLayout {
  /** In the order in which the country writes them. */
  places: readonly PlaceField[];
  required: ReadonlySet<AddressField>;
  /** The format has no place for the city, which is therefore in the address lines. */
  cityAmongLines: boolean;
  /** Addresses there have a district or neighborhood, which belongs on the second line. */
  hasDistrict: boolean;
}

/** Private-use characters, which nobody types: the format shows where each part goes. */
const MARKS = { city: '\ue000', region: '\ue001', postalCode: '\ue002', district: '\ue003' } as const;

/** Which fields an address in this country has, in which order, and which of them are required. */
export function getAddressLayout(country: string): AddressLayout {
  const text = formatLines(
    {
      postalCountry: country,
      locality: MARKS.city,
      administrativeArea: MARKS.region,
      postalCode: MARKS.postalCode,
      dependentLocality: MARKS.district,
    },
    // In every script, a form is filled in from the street to the region.
    'latin',
  ).join('\n');
  const terms = getCountryTerms(country);
  const written = (['city', 'region', 'postalCode'] as const)
    .filter((field) => text.includes(MARKS[field]))
    .sort((a, b) => text.indexOf(MARKS[a]) - text.indexOf(MARKS[b]));
  const cityAmongLines = !written.includes('city') && terms.hasCityAllTheSame;
  const places = cityAmongLines ? (['city', ...written] as const) : written;
  const needed = { city: terms.needsCity, region: terms.needsRegion, postalCode: terms.needsPostalCode };
  return {
    places,
    required: new Set<AddressField>(['country', 'name', 'line1', ...places.filter((field) => needed[field])]),
    cityAmongLines,
    hasDistrict: text.includes(MARKS.district),
  };
}

/** Letters of a script other than Latin. The lines are then in the order of the country's own script. */
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u;

/**
 * The lines of an address as its country writes them, without phone and VAT ID. The country comes last in capitals,
 * unless it is `homeCountry`. If that is null, it is always there.
 */
export function formatAddress(address: PostalAddress, homeCountry: string | null): string[] {
  const { name, company, line1, line2, city, region, postalCode, country } = address;
  const isLocal = OTHER_SCRIPT.test(`${line1}${city}${region}`);
  const street = [line1, line2];
  if (getAddressLayout(country).cityAmongLines) street.splice(isLocal ? 0 : street.length, 0, city);
  const lines = formatLines(
    {
      postalCountry: country,
      name,
      organization: company,
      // As one line, since the package would break the text before what follows several lines.
      addressLines: [street.filter(Boolean).join('\n')],
      locality: city,
      administrativeArea: region,
      postalCode,
    },
    isLocal ? 'local' : 'latin',
  ).flatMap((line) => line.split('\n'));
  return country === homeCountry ? lines : [...lines, getCountryName(country).toUpperCase()];
}

/** The lines of an address in the shop's papers and emails. See `formatAddress`. */
export function formatForShop(address: PostalAddress, company: Pick<Company, 'address'>): string[] {
  return formatAddress(address, findHomeCountry(company));
}
