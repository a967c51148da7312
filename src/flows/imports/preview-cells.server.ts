import { type ToolRow, toStaffTool } from '#src/features/catalogue/tool/queries.server.ts';
import { type CellTexts, IMPORT_FIELDS, type ImportField } from '#src/features/imports/rules.ts';
import { clipText } from '#src/shared/clip-text.ts';
import type { RowPlan } from './plan-row.server.ts';
import type { RowDraft } from './row-draft.server.ts';
import { type CellNames, formatCell } from './tool-cells.server.ts';

/** The field to which a stored field belongs. */
export function toField(name: string): ImportField {
  if (name === 'categoryId') return 'category';
  return name === 'properties' ? 'specifications' : (name as ImportField);
}

/**
 * The result of a plan as an export would write it, rather than the text of the file, which may be read differently.
 */
export function listAfter(
  { tool, fields }: Pick<RowDraft, 'tool' | 'fields'>,
  shown: readonly string[],
  { columns, delta }: RowPlan,
  names: CellNames,
): CellTexts {
  const planned = { ...(tool ?? BLANK), ...columns, available: (tool?.available ?? 0) + delta } as ToolRow;
  const wire = toStaffTool(planned);
  return Object.fromEntries(
    IMPORT_FIELDS.filter((field) => shown.includes(field)).map((field) => [
      field,
      // A category that does not exist yet has no id by which it could be found.
      clipCell(field === 'category' ? (fields.category ?? '') : formatCell(wire, field, names)),
    ]),
  );
}

/** The values of a tool for which a file has no column. */
const BLANK: Partial<ToolRow> = { documents: [], relations: [], ratingCount: 0, createdAt: new Date(0) };

/** Cuts a cell to the length that is shown. */
export const clipCell = (text: string): string => clipText(text, 300, '…');
