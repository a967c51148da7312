import { getCountryName } from '../postal-address/country-names.ts';
import { STANDARD_TAX_CLASS, TAX_CLASS_PATTERN } from '../totals/tax-class.ts';
import type { LinkedData } from '../ui/linked-data.ts';

/** The weight of a word in a search: like category and family, like the specification, or like the text. */
type SearchWeight = 'B' | 'C' | 'D';

/** What pages and the server need to know about a plain field. `field-forms.ts` has what forms and CSV files need. */
interface PlainFieldEntry {
  /** Shown in forms, on pages and in the audit log. */
  label: string;
  /** The value of a tool that was given none: blank, null or a default. */
  empty: string | null;
  /** For codes: the format of a value, for the database and for filters. PostgreSQL must be able to read it, too. */
  pattern?: RegExp;
  /** For a fixed choice: its values with their labels, in the order of the form. */
  options?: Readonly<Record<string, string>>;
  /** Whether the tool's page shows it as a row of the specification; with `compared`, the comparison does, too. */
  shown?: 'page' | 'compared';
  /**
   * The parameter that filters lists by it. `sentence` is the error for invalid values. A trigger must keep
   * `tool_facets` up to date.
   */
  filter?: { parameter: string; sentence: string };
  /** Its words are searched. A trigger must queue the tool when it changes. */
  search?: SearchWeight;
  /** A value as people read it, if that differs from what is stored. */
  toText?: (value: string) => string;
  /** A value in terms of schema.org. */
  toLinkedData?: (value: string) => Record<string, string | LinkedData>;
}

/**
 * The plain fields of a tool: optional texts that are stored as they are sent. The column, contract, forms, pages, CSV
 * files, filters and search are derived from this list. Its order is that of the forms.
 */
const FIELDS = {
  family: { label: 'Family', empty: '', search: 'B' },
  gtin: { label: 'GTIN', empty: null, shown: 'page', toLinkedData: (gtin) => ({ gtin }) },
  countryOfOrigin: {
    label: 'Country of origin',
    empty: '',
    pattern: /^[A-Z]{2}$/,
    shown: 'compared',
    filter: { parameter: 'origin', sentence: 'Please send the code of a country, such as DE.' },
    search: 'C',
    toText: getCountryName,
    toLinkedData: (code) => ({ countryOfOrigin: { '@type': 'Country', name: code } }),
  },
  warnings: { label: 'Safety warnings', empty: '' },
  taxClass: { label: 'Tax class', empty: STANDARD_TAX_CLASS, pattern: TAX_CLASS_PATTERN },
  packWeight: {
    label: 'Weight of a pack',
    empty: '',
    pattern: /^(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})? (g|kg|oz|lb)$/,
    shown: 'page',
  },
  shipsSeparately: { label: 'Ships separately', empty: '', options: { yes: 'In a parcel of its own' } },
  notShippedTo: {
    label: 'Not shipped to',
    empty: '',
    pattern: /^[A-Z]{2}(-[A-Z0-9]{1,3})?(, [A-Z]{2}(-[A-Z0-9]{1,3})?)*$/,
    shown: 'page',
    // Regions keep their codes: the names of all of them would be too much for a page.
    toText: (codes) => codes.split(', ').map(getCountryName).join(', '),
  },
} as const satisfies Record<string, PlainFieldEntry>;

export type PlainField = keyof typeof FIELDS;

export type PlainValues = {
  [Field in PlainField]: (typeof FIELDS)[Field]['empty'] extends null ? string | null : string;
};

export const PLAIN_FIELDS: Readonly<Record<PlainField, PlainFieldEntry>> = FIELDS;

export const PLAIN_FIELD_NAMES = Object.keys(FIELDS) as PlainField[];

/** Builds a record with one value per plain field. */
export function mapPlainFields<T>(make: (name: PlainField) => T): Record<PlainField, T> {
  return Object.fromEntries(PLAIN_FIELD_NAMES.map((name) => [name, make(name)])) as Record<PlainField, T>;
}

export function pickPlainFields(tool: PlainValues): PlainValues {
  return mapPlainFields((name) => tool[name]) as PlainValues;
}

/** The plain fields of a tool without any values. */
export const EMPTY_PLAIN_FIELDS = mapPlainFields((name) => FIELDS[name].empty) as PlainValues;

/** A value as people read it; empty if there is none. */
export function describePlainField(name: PlainField, value: string | null): string {
  const { options, toText } = PLAIN_FIELDS[name];
  return value ? (options?.[value] ?? toText?.(value) ?? value) : '';
}

/** Whether a field can have this value. Only fixed choices and codes have a format. */
export function isPlainValue(name: PlainField, value: string): boolean {
  const { options, pattern } = PLAIN_FIELDS[name];
  return options ? Object.hasOwn(options, value) : (pattern?.test(value) ?? true);
}

/** Labels and texts of the fields that are shown as rows of the specification. Leaves out those that the tool lacks. */
export function listShownFields(
  tool: PlainValues,
  where: 'page' | 'compared' = 'page',
): [label: string, text: string][] {
  return PLAIN_FIELD_NAMES.flatMap((name) => {
    const { label, shown } = PLAIN_FIELDS[name];
    const text = describePlainField(name, tool[name]);
    return text && (shown === 'compared' || (shown && shown === where)) ? [[label, text]] : [];
  });
}
