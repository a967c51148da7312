import { sql } from 'drizzle-orm';
import { editableFields } from '#src/features/catalogue/editable-fields.ts';
import type { Specification } from '#src/features/catalogue/rules.ts';
import { tools } from '#src/features/catalogue/tables.server.ts';
import { formatMeasured, parseMeasured } from '#src/features/catalogue/typed-details.ts';
import { toPlainNumbers } from '#src/features/imports/cell-numbers.ts';
import type { DecimalMark } from '#src/features/imports/rules.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { addPropertyFault, type RowDraft } from './row-draft.server.ts';

/** Tools whose specifications say which names are known. */
const KNOWN_TOOLS = 2_000;

/** The names of specifications in the shop: of its newest tools. A column of such a name is one without being asked. */
export async function listSpecificationNames(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct row ->> 'name' as name
    from (select specifications from ${tools} order by seq desc limit ${KNOWN_TOOLS}) newest, jsonb_array_elements(specifications) row`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Reads the cells of properties that differ from the tool. An empty one takes the specification of its name away. Beside
 * a list of all specifications in the same row, each cell counts.
 */
export function parseProperties(
  draft: RowDraft,
  own: readonly Specification[],
  { decimal }: { decimal: DecimalMark },
): void {
  const properties: Specification[] = [];
  for (const [name, text] of draft.properties) {
    const written = own.filter((row) => isNamed(row, name)).map(formatMeasured);
    if (text === written.join('\n') && draft.fields.specifications === undefined) continue;
    const property = { name, ...(text === '' ? NONE : parseValue(text, decimal)) };
    const error = text === '' ? undefined : editableFields.specifications.safeParse([property]).error;
    if (error) addPropertyFault(draft, name, error.issues[0]?.message ?? 'Please check this value.');
    else properties.push(property);
  }
  if (properties.length > 0) draft.fields.properties = properties;
}

const NONE = { value: '', unit: '' } as const;

const isNamed = (row: Specification, name: string) => row.name.toLowerCase() === name.toLowerCase();

/** With a decimal comma, '12,5 mm' is a measure, and 'M6, zinc' is none. With a decimal point, '1,5 mm' may be a list. */
function parseValue(text: string, decimal: DecimalMark): Pick<Specification, 'value' | 'unit'> {
  const isList = decimal === '.' && /\d,\d{1,2}(?!\d)/.test(text);
  const measured = parseMeasured(isList ? text : toPlainNumbers(text, decimal));
  return measured.unit === '' ? { value: text, unit: '' } : measured;
}

/** Specifications with properties in the places of those of their names; new ones are last. An empty one takes away. */
export function mergeProperties(
  specifications: readonly Specification[],
  properties: readonly Specification[],
): Specification[] {
  let merged = [...specifications];
  for (const property of properties) {
    const at = merged.findIndex((row) => isNamed(row, property.name));
    const name = merged[at]?.name ?? property.name;
    merged = merged.filter((row) => !isNamed(row, property.name));
    if (property.value !== '') merged.splice(at < 0 ? merged.length : at, 0, { ...property, name });
  }
  return merged;
}
