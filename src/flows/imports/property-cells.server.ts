import { formatMeasured, parseMeasured } from '#src/features/catalogue/keeping/typed-details.ts';
import { editableFields } from '#src/features/catalogue/tool/editable-fields.ts';
import type { Specification } from '#src/features/catalogue/tool/rules.ts';
import { toPlainNumbers } from '#src/features/imports/cell-numbers.ts';
import type { DecimalMark } from '#src/features/imports/rules.ts';
import { describeMaxLength, MAX_PROPERTY, MAX_PROPERTY_VALUE } from './cell-lengths.ts';

/** The texts of columns that each stand for a specification, by its name. */
export type PropertyCells = ReadonlyMap<string, string>;

/**
 * Parses the cells of properties that differ from the tool's `own`. An empty cell removes the specification with its
 * name. If the same row also has a list of all specifications, each cell counts.
 */
export function parseProperties(
  cells: PropertyCells,
  own: readonly Specification[],
  { decimal, hasList }: { decimal: DecimalMark; hasList: boolean },
): { values: Specification[]; problems: { property: string; reason: string }[] } {
  const values: Specification[] = [];
  const problems: { property: string; reason: string }[] = [];
  for (const [name, text] of cells) {
    const written = own.filter((row) => isNamed(row, name)).map(formatMeasured);
    if (text === written.join('\n') && !hasList) continue;
    const value = parseProperty(name, text, decimal);
    if ('reason' in value) problems.push({ property: name, reason: value.reason });
    else values.push(value);
  }
  return { values, problems };
}

function parseProperty(name: string, text: string, decimal: DecimalMark): Specification | { reason: string } {
  if (text === '') return { name, ...NONE };
  if (text.length > MAX_PROPERTY) return { reason: describeMaxLength(MAX_PROPERTY_VALUE) };
  const property = { name, ...parseValue(text, decimal) };
  const { error } = editableFields.specifications.safeParse([property]);
  return error ? { reason: error.issues[0]?.message ?? 'Please check this value.' } : property;
}

const NONE = { value: '', unit: '' } as const;

const isNamed = (row: Specification, name: string) => row.name.toLowerCase() === name.toLowerCase();

/**
 * With a decimal comma, '12,5 mm' is a measure, but 'M6, zinc' is not. With a decimal point, '1,5 mm' may be a list.
 */
function parseValue(text: string, decimal: DecimalMark): Pick<Specification, 'value' | 'unit'> {
  const isList = decimal === '.' && /\d,\d{1,2}(?!\d)/.test(text);
  const measured = parseMeasured(isList ? text : toPlainNumbers(text, decimal));
  return measured.unit === '' ? { value: text, unit: '' } : measured;
}

/**
 * Merges properties into specifications by their names; new ones are last. An empty property removes the specification.
 */
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
