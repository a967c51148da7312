import type { ToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import type { StoredRow } from '#src/features/imports/tables.server.ts';
import type { NewAuditEvent, Person } from '#src/platform/audit/audit-events.server.ts';
import { minorToNumber } from '#src/shared/money.ts';
import type { RowPlan } from './plan-row.server.ts';
import { type DbValues, pickDbValues } from './write-tools.server.ts';

interface AuditedRow {
  stored: StoredRow;
  tool: ToolRow | null;
  toolId: string | null;
  plan: RowPlan | null;
}

/** The audit log entries of a written row: the same as when an admin changes a single tool. */
export function toRowEvents(by: Person, importId: string, { stored, tool, toolId, plan }: AuditedRow): NewAuditEvent[] {
  if (!toolId || !plan) return [];
  const { columns, delta } = plan;
  if (!tool) {
    const after = {
      balance: minorToNumber(columns.unitPriceMinor ?? 0),
      quantity: delta,
      minOrderQuantity: columns.minOrderQuantity ?? 1,
      picture: columns.image ?? '',
      import: importId,
    };
    return [{ by, action: 'tool.added', id: toolId, name: columns.itemName ?? '', after }];
  }
  const common = { by, id: toolId, name: tool.itemName };
  const names = plan.changed.filter((name) => name !== 'quantity');
  const pick = (texts: Record<string, string | undefined>) =>
    Object.fromEntries(names.map((name) => [name, texts[name] ?? '']));
  const action =
    names.length === 1 && columns.state === 'archived'
      ? ('tool.archived' as const)
      : names.length === 1 && columns.state && tool.state === 'archived'
        ? ('tool.restored' as const)
        : ('tool.changed' as const);
  return [
    ...(names.length > 0
      ? [{ ...common, action, before: pick(stored.before), after: { ...pick(stored.after), import: importId } }]
      : []),
    ...(delta !== 0
      ? [
          {
            ...common,
            action: 'tool.stock_adjusted' as const,
            before: { quantity: tool.available },
            after: { quantity: tool.available + delta, delta, reason: 'count', import: importId },
          },
        ]
      : []),
  ];
}

/** The audit log entry of a change that was undone. */
export function toUndoneChangeEvent(
  by: Person,
  importId: string,
  { row, tool, values, delta }: { row: StoredRow; tool: ToolRow; values: DbValues; delta: number },
): NewAuditEvent {
  const names = Object.keys(values);
  const toAudit = (all: DbValues) =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  const isStock = names.length === 0;
  return {
    by,
    action: isStock ? 'tool.stock_adjusted' : 'tool.changed',
    id: tool.id,
    name: tool.itemName,
    before: { ...toAudit(pickDbValues(tool, names)), ...(delta ? { quantity: tool.available } : {}) },
    after: {
      ...toAudit(row.was ?? {}),
      ...(delta ? { quantity: tool.available + delta, delta, reason: 'correction' } : {}),
      import: importId,
    },
  };
}

/** The audit log entry of a created tool that was undone. */
export function toUndoneCreationEvent(by: Person, importId: string, tool: ToolRow, isKept: boolean): NewAuditEvent {
  const action = isKept ? 'tool.archived' : 'tool.removed';
  return {
    by,
    action,
    id: tool.id,
    name: tool.itemName,
    before: { sku: tool.sku, state: tool.state },
    after: { import: importId },
  };
}
