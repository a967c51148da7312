import type { Specification } from '#src/features/catalogue/tool/rules.ts';
import type { DecimalMark, ImportField } from '#src/features/imports/rules.ts';
import { type PropertyCells, parseProperties } from './property-cells.server.ts';
import { type ImportFields, parseCell } from './tool-cells.server.ts';

/** The cells of a row that differ from its tool. */
export interface RowCells {
  cells: readonly (readonly [field: ImportField, text: string])[];
  /** The texts of columns that each stand for a specification, by its name. */
  properties: PropertyCells;
  /** The specifications that the tool has. */
  own: readonly Specification[];
}

/** What is wrong with the cell of a field, or of a property by its name. */
export type CellProblem = { reason: string } & ({ field: ImportField } | { property: string });

/** The parsed cells. They can be sent between threads. */
export interface ParsedCells {
  fields: ImportFields;
  problems: CellProblem[];
}

/** Parses the cells of a row. Strangers wrote them, so this runs in a separate thread: `file-thread.server.ts`. */
export function parseCells({ cells, properties, own }: RowCells, decimal: DecimalMark): ParsedCells {
  const parsed: ParsedCells = { fields: {}, problems: [] };
  for (const [field, text] of cells) {
    const result = parseCell(field, text, decimal);
    if (result && 'reason' in result) parsed.problems.push({ field, reason: writeExamples(result.reason, decimal) });
    else if (result) Object.assign(parsed.fields, { [field]: result.value });
  }
  const hasList = parsed.fields.specifications !== undefined;
  const { values, problems } = parseProperties(properties, own, { decimal, hasList });
  if (values.length > 0) parsed.fields.properties = values;
  parsed.problems.push(...problems);
  return parsed;
}

/** The numbers that the sentences of fields give as examples. */
const EXAMPLES = ['18.90', '17.20', '1200.00', '1.25'];

/** A file with decimal commas gets examples with commas: those with a point would be the next fault. */
function writeExamples(reason: string, decimal: DecimalMark): string {
  if (decimal === '.') return reason;
  return EXAMPLES.reduce((text, example) => text.replace(example, example.replace('.', decimal)), reason);
}
