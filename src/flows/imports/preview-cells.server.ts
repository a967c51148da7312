import { type ToolRow, toWireTool } from '#src/features/catalogue/tool/queries.server.ts';
import { type CellTexts, IMPORT_FIELDS, type ImportField } from '#src/features/imports/rules.ts';
import { clipText } from '#src/shared/clip-text.ts';
import type { RowPlan } from './plan-row.server.ts';
import type { RowDraft } from './row-draft.server.ts';
import { type CellNames, formatCell } from './tool-cells.server.ts';

/** The field that a part of the stored fields is about. */
export function toField(name: string): ImportField {
  if (name === 'categoryId') return 'category';
  return name === 'properties' ? 'specifications' : (name as ImportField);
}

/** What a plan makes of fields, as an export will write them: not what the file says, which may be read otherwise. */
export function listAfter(
  { tool, fields }: Pick<RowDraft, 'tool' | 'fields'>,
  shown: readonly string[],
  { columns, delta }: RowPlan,
  names: CellNames,
): CellTexts {
  const planned = { ...(tool ?? BLANK), ...columns, available: (tool?.available ?? 0) + delta } as ToolRow;
  const wire = toWireTool(planned);
  return Object.fromEntries(
    IMPORT_FIELDS.filter((field) => shown.includes(field)).map((field) => [
      field,
      // A category that is not there yet has no id to be found by.
      clipCell(field === 'category' ? (fields.category ?? '') : formatCell(wire, field, names)),
    ]),
  );
}

/** What a tool has that no column of a file says. */
const BLANK: Partial<ToolRow> = { documents: [], relations: [], ratingCount: 0, createdAt: new Date(0) };

/** So much of a cell is shown. */
export const clipCell = (text: string): string => clipText(text, 300, '…');
