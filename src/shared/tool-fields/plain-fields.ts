import { getCountryName } from '../postal-address/country-names.ts';
import type { LinkedData } from '../ui/linked-data.ts';

/** Where a word counts in a search: as in category and family, as in the specification, or as in the text. */
type SearchWeight = 'B' | 'C' | 'D';

/** What pages and the server need of a plain field. `field-forms.ts` beside it has what forms and CSV files need. */
interface PlainFieldEntry {
  /** In forms, on pages and in the audit log. */
  label: string;
  /** The value of a tool that lacks it. */
  empty: '' | null;
  /** Of codes: what a value looks like, to the database and to filters. PostgreSQL has to read it, too. */
  pattern?: RegExp;
  /** The tool's page has it as a row of the specification; `compared`: so does the comparison. */
  shown?: 'page' | 'compared';
  /** Lists are filtered by this parameter. `sentence`: for what is no value. A trigger has to keep `tool_facets`. */
  filter?: { parameter: string; sentence: string };
  /** Its words are searched. A trigger has to queue the tool when it changes. */
  search?: SearchWeight;
  /** A value as people read it, where that is not what is stored. */
  toText?: (value: string) => string;
  /** A value as schema.org has it. */
  toLinkedData?: (value: string) => Record<string, string | LinkedData>;
}

/**
 * The plain fields of a tool: texts that it may lack, stored as they are sent. The column, the contract, forms, pages, CSV
 * files, filters and the search derive from this list. Its order is that of the forms.
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
} as const satisfies Record<string, PlainFieldEntry>;

export type PlainField = keyof typeof FIELDS;

/** The plain fields of a tool with their values. */
export type PlainValues = {
  [Field in PlainField]: (typeof FIELDS)[Field]['empty'] extends null ? string | null : string;
};

export const PLAIN_FIELDS: Readonly<Record<PlainField, PlainFieldEntry>> = FIELDS;

export const PLAIN_FIELD_NAMES = Object.keys(FIELDS) as PlainField[];

/** Something for each plain field. */
export function mapPlainFields<T>(make: (name: PlainField) => T): Record<PlainField, T> {
  return Object.fromEntries(PLAIN_FIELD_NAMES.map((name) => [name, make(name)])) as Record<PlainField, T>;
}

/** The plain fields of a tool, without all others. */
export function pickPlainFields(tool: PlainValues): PlainValues {
  return mapPlainFields((name) => tool[name]) as PlainValues;
}

/** A tool of which nothing is known. */
export const EMPTY_PLAIN_FIELDS = mapPlainFields((name) => FIELDS[name].empty) as PlainValues;

/** A value as people read it; empty where there is none. */
export function describePlainField(name: PlainField, value: string | null): string {
  return value ? (PLAIN_FIELDS[name].toText?.(value) ?? value) : '';
}

/** Labels and texts of the fields that a specification has as rows. Those that the tool lacks are left out. */
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
