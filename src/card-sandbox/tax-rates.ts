/** A place, as Stripe takes it. */
export interface TaxPlace {
  country: string;
  state: string;
  postal_code: string;
}

export interface TaxJurisdiction {
  country: string;
  display_name: string;
  level: 'city' | 'country' | 'county' | 'district' | 'state';
  state: string | null;
}

/** A tax that goods bear at a place. Percentages are decimals such as '8.875'. */
export interface PlaceTax {
  jurisdiction: TaxJurisdiction;
  type: 'gst' | 'hst' | 'jct' | 'pst' | 'qst' | 'sales_tax' | 'vat';
  percent: string;
  /** For goods that many countries tax less; the same as `percent` where there is no such rate. */
  reducedPercent: string;
  taxesShipping: boolean;
}

/** The standard and the reduced rate of each country with a VAT of its own, as of 2026. */
const VAT: Readonly<Record<string, readonly [string, string]>> = {
  ...{ AT: ['20', '10'], BE: ['21', '6'], BG: ['20', '9'], CY: ['19', '5'], CZ: ['21', '12'], DE: ['19', '7'] },
  ...{ DK: ['25', '25'], EE: ['24', '9'], ES: ['21', '4'], FI: ['25.5', '13.5'], FR: ['20', '5.5'], GR: ['24', '6'] },
  ...{ HR: ['25', '5'], HU: ['27', '5'], IE: ['23', '9'], IT: ['22', '4'], LT: ['21', '5'], LU: ['17', '3'] },
  ...{ LV: ['21', '12'], MT: ['18', '5'], NL: ['21', '9'], PL: ['23', '5'], PT: ['23', '6'], RO: ['21', '11'] },
  ...{ SE: ['25', '6'], SI: ['22', '5'], SK: ['23', '5'] },
};

/** Countries in which only their own shops are registered here. */
const AT_HOME: Readonly<Record<string, readonly [PlaceTax['type'], string, string]>> = {
  AU: ['gst', '10', '10'],
  CH: ['vat', '8.1', '2.6'],
  GB: ['vat', '20', '0'],
  JP: ['jct', '10', '8'],
  NO: ['vat', '25', '15'],
};

/** Where Stripe calculates no tax at all. */
const UNSUPPORTED = new Set(['CU', 'IR', 'KP', 'SY']);

interface State {
  name: string;
  /** The first three digits of its ZIP codes. */
  zips: readonly [from: number, to: number];
  percent: string;
  taxesShipping: boolean;
  /** Its taxes by the first three digits of ZIP codes; without any, everywhere in the state. */
  local: readonly { zips?: readonly number[]; level: 'city' | 'county' | 'district'; name: string; percent: string }[];
}

const NEW_YORK_CITY = [100, 101, 102, 103, 104, 110, 111, 112, 113, 114, 116];

const STATES: Readonly<Record<string, State>> = {
  CA: {
    ...{ name: 'California', zips: [900, 961], percent: '6', taxesShipping: false },
    local: [
      { level: 'county', name: 'California local', percent: '1.25' },
      { level: 'district', name: 'Los Angeles transportation', percent: '2.5', zips: [900, 901, 902, 903, 904] },
    ],
  },
  DE: { name: 'Delaware', zips: [197, 199], percent: '0', taxesShipping: false, local: [] },
  MT: { name: 'Montana', zips: [590, 599], percent: '0', taxesShipping: false, local: [] },
  NH: { name: 'New Hampshire', zips: [30, 38], percent: '0', taxesShipping: false, local: [] },
  NY: {
    ...{ name: 'New York', zips: [100, 149], percent: '4', taxesShipping: true },
    local: [
      { level: 'city', name: 'New York City', percent: '4.5', zips: NEW_YORK_CITY },
      { level: 'district', name: 'Metropolitan commuter district', percent: '0.375', zips: NEW_YORK_CITY },
    ],
  },
  OH: {
    ...{ name: 'Ohio', zips: [430, 459], percent: '5.75', taxesShipping: true },
    local: [
      { level: 'county', name: 'Cuyahoga County', percent: '2.25', zips: [441] },
      { level: 'county', name: 'Franklin County', percent: '1.75', zips: [432] },
    ],
  },
  OR: { name: 'Oregon', zips: [970, 979], percent: '0', taxesShipping: false, local: [] },
  TX: {
    ...{ name: 'Texas', zips: [750, 799], percent: '6.25', taxesShipping: true },
    local: [
      { level: 'city', name: 'Dallas', percent: '1', zips: [752, 753] },
      { level: 'district', name: 'Dallas transit', percent: '1', zips: [752, 753] },
    ],
  },
  WA: {
    ...{ name: 'Washington', zips: [980, 994], percent: '6.5', taxesShipping: true },
    local: [{ level: 'city', name: 'Seattle', percent: '3.85', zips: [981] }],
  },
};

/** The first letters of a province's postal codes, and its taxes. */
const PROVINCES: Readonly<Record<string, { name: string; letters: string; taxes: [PlaceTax['type'], string][] }>> = {
  AB: { name: 'Alberta', letters: 'T', taxes: [['gst', '5']] },
  BC: {
    ...{ name: 'British Columbia', letters: 'V' },
    taxes: [
      ['gst', '5'],
      ['pst', '7'],
    ],
  },
  ON: { name: 'Ontario', letters: 'KLMNP', taxes: [['hst', '13']] },
  QC: {
    ...{ name: 'Quebec', letters: 'GHJ' },
    taxes: [
      ['gst', '5'],
      ['qst', '9.975'],
    ],
  },
};

/** What goods bear at a place, or why nothing is calculated there. */
export type TaxOfPlace = { taxes: PlaceTax[] } | { reason: 'not_collecting' | 'not_subject_to_tax' | 'not_supported' };

/** Null if the place is not known well enough: Stripe needs a ZIP code, and in Canada a province. */
export function findTaxOfPlace(place: TaxPlace, origin: TaxPlace): TaxOfPlace | null {
  const { country } = place;
  if (UNSUPPORTED.has(country)) return { reason: 'not_supported' };
  if (country === 'US') return findInUnitedStates(place);
  if (country === 'CA') return findInCanada(place);
  const vat = VAT[country];
  if (vat) return { taxes: [ofCountry(country, 'vat', ...vat)] };
  const own = country === origin.country ? AT_HOME[country] : undefined;
  return own ? { taxes: [ofCountry(country, ...own)] } : { reason: 'not_collecting' };
}

export const isInEuVat = (country: string): boolean => Object.hasOwn(VAT, country);

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

const ofCountry = (
  country: string,
  type: PlaceTax['type'],
  percent: string,
  reducedPercent: string = percent,
): PlaceTax => ({
  jurisdiction: { country, display_name: NAMES.of(country) ?? country, level: 'country', state: null },
  type,
  percent,
  reducedPercent,
  taxesShipping: true,
});

function findInUnitedStates({ state, postal_code }: TaxPlace): TaxOfPlace | null {
  if (!/^\d{5}(-\d{4})?$/.test(postal_code)) return null;
  const zip = Number(postal_code.slice(0, 3));
  const found = Object.entries(STATES).find(([, { zips }]) => zips[0] <= zip && zip <= zips[1]);
  const [code, there] = found ?? [];
  // A ZIP code of one state with the name of another.
  if (state !== '' && (found || Object.hasOwn(STATES, state)) && code !== state) return null;
  if (!code || !there) return { reason: 'not_collecting' };
  if (Number(there.percent) === 0) return { reason: 'not_subject_to_tax' };
  const local = there.local.filter(({ zips }) => zips?.includes(zip) ?? true);
  return {
    taxes: [{ level: 'state' as const, name: there.name, percent: there.percent }, ...local].map(
      ({ level, name, percent }) => ({
        jurisdiction: { country: 'US', display_name: name, level, state: code },
        type: 'sales_tax',
        percent,
        reducedPercent: percent,
        taxesShipping: there.taxesShipping,
      }),
    ),
  };
}

function findInCanada({ state, postal_code }: TaxPlace): TaxOfPlace | null {
  const letter = postal_code.slice(0, 1).toUpperCase();
  const found = Object.entries(PROVINCES).find(
    ([code, { letters }]) => code === state || (letter !== '' && letters.includes(letter)),
  );
  if (!found) return state === '' && postal_code === '' ? null : { reason: 'not_collecting' };
  const [code, { name, taxes }] = found;
  return {
    taxes: taxes.map(([type, percent]) => {
      const tax = ofCountry('CA', type, percent);
      return type === 'gst'
        ? tax
        : { ...tax, jurisdiction: { country: 'CA', display_name: name, level: 'state', state: code } };
    }),
  };
}
