import { type SQL, sql } from 'drizzle-orm';
import { type NewAuditEvent, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { AuditValues } from '#src/platform/audit/tables.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { AuditAction } from '#src/shared/audit-actions.ts';
import { minorToNumber } from '#src/shared/money.ts';
import { toWireVolumePrices } from '#src/shared/order-terms.ts';
import { announceAuthor } from '../keeping/tool-history.server.ts';
import { CATEGORY_COUNTS_TAG, FACETS_TAG, listToolTags, TOOL_IDS_TAG } from '../tool/cache-tags.ts';
import { publishToolChange } from '../tool/publish-tool-change.server.ts';
import { toCardTag, toFamilyTag } from '../tool/related-tools.server.ts';
import type { StockReason } from '../tool/rules.ts';
import { stockAdjustments, tools } from '../tool/tables.server.ts';
import type { BulkKind, BulkValues } from './rules.ts';
import { bulkChangeRows } from './tables.server.ts';

/** The values of a locked tool before and after the change. */
export interface BulkWrite {
  id: string;
  itemName: string;
  family: string;
  before: BulkValues;
  after: BulkValues;
}

/** What a change or its undo records in the history of each tool. */
interface Entry {
  bulkChangeId: string;
  reason: StockReason;
  note: string;
}

/**
 * Gives locked tools other values in a few statements, however many tools there are. Each tool gets entries in its own
 * history and in the audit log. Cached pages are invalidated at the commit.
 */
export async function writeBulkValues(
  tx: Tx,
  by: Caller,
  kind: BulkKind,
  writes: readonly BulkWrite[],
  entry: Entry,
): Promise<void> {
  if (kind === 'price') await announceAuthor(tx, by);
  await updateTools(tx, kind, writes);
  if (kind === 'stock') {
    const rows = writes.map(({ id, before, after }) => ({
      id: newIdentifier(),
      tool: id,
      delta: getDelta(before, after),
    }));
    await tx.execute(sql`
      insert into ${stockAdjustments} (id, tool_id, delta, reason, note, adjusted_by, at)
      select id, tool, delta, ${entry.reason}, ${entry.note}, ${by.email}, clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, tool text, delta integer)`);
  }
  await recordAuditEvents(tx, ...writes.map((write) => toAuditEvent(by, write, entry)));
  await publishToolChange(tx, listBulkTags(kind, writes));
}

/** Records what a bulk change does to each tool, so that it can be undone. */
export async function insertBulkRows(tx: Tx, bulkChangeId: string, writes: readonly BulkWrite[]): Promise<void> {
  const rows = writes.map(({ id, before, after }) => ({ id, before, after }));
  await tx.execute(sql`
    insert into ${bulkChangeRows} (bulk_change_id, tool_id, before, after)
    select ${bulkChangeId}, id, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, before jsonb, after jsonb)`);
}

/** The cache tags of everything that shows one of these tools. */
function listBulkTags(kind: BulkKind, writes: readonly Pick<BulkWrite, 'id' | 'family'>[]): string[] {
  const tags = new Set(writes.flatMap(({ id }) => listToolTags(id)));
  tags.add(FACETS_TAG);
  // The pages of other tools show no stock.
  if (kind === 'stock') return [...tags];
  for (const { id, family } of writes) {
    tags.add(toCardTag(id));
    if (family !== '') tags.add(toFamilyTag(family));
  }
  if (kind === 'price' || kind === 'pictures') return [...tags];
  return [...tags, CATEGORY_COUNTS_TAG, ...(kind === 'state' ? [TOOL_IDS_TAG] : [])];
}

/** Writes all tools in one statement. Triggers count versions and record prices. */
async function updateTools(tx: Tx, kind: BulkKind, writes: readonly BulkWrite[]): Promise<void> {
  const ids = writes.map(({ id }) => id);
  const column = (type: string, pick: (values: BulkValues) => string | number | null) =>
    sql`${sql.param(writes.map(({ after }) => pick(after)))}::${sql.raw(type)}[]`;
  const update = (changes: SQL, columns: SQL) =>
    tx.execute(
      sql`update ${tools} t set ${changes} from unnest(${sql.param(ids)}::text[], ${columns}) as v (id, one, two) where t.id = v.id`,
    );
  // Every kind has two columns, so that one statement serves all of them.
  const none = column('text', () => null);
  if (kind === 'price') {
    const prices = column('integer', (values) => ('unitPriceMinor' in values ? values.unitPriceMinor : null));
    const volume = column('text', (values) => ('volumePrices' in values ? JSON.stringify(values.volumePrices) : null));
    await update(sql`unit_price_minor = v.one, volume_prices = v.two::jsonb`, sql`${prices}, ${volume}`);
  } else if (kind === 'stock') {
    const available = column('integer', (values) => ('available' in values ? values.available : null));
    await update(sql`available = v.one`, sql`${available}, ${none}`);
  } else if (kind === 'state') {
    const state = column('text', (values) => ('state' in values ? values.state : null));
    await update(sql`state = v.one`, sql`${state}, ${none}`);
  } else if (kind === 'pictures') {
    const first = column('text', (values) => ('pictures' in values ? (values.pictures[0] ?? null) : null));
    const more = column('text', (values) => ('pictures' in values ? JSON.stringify(values.pictures.slice(1)) : null));
    await update(sql`image = v.one, more_images = v.two::jsonb`, sql`${first}, ${more}`);
  } else {
    const category = column('text', (values) => ('category' in values ? (values.categoryId ?? null) : null));
    await update(sql`category_id = v.one`, sql`${category}, ${none}`);
  }
}

function toAuditEvent(by: Caller, { id, itemName, before, after }: BulkWrite, entry: Entry): NewAuditEvent {
  const stock =
    'available' in after
      ? { delta: getDelta(before, after), reason: entry.reason, ...(entry.note ? { note: entry.note } : {}) }
      : {};
  return {
    by,
    action: toAction(before, after),
    id,
    name: itemName,
    before: toAuditValues(before),
    after: { ...toAuditValues(after), ...stock, bulkChange: entry.bulkChangeId },
  };
}

/** The same action as when an admin changes a single tool. */
function toAction(before: BulkValues, after: BulkValues): AuditAction {
  if ('available' in after) return 'tool.stock_adjusted';
  if ('state' in after && after.state === 'archived') return 'tool.archived';
  return 'state' in before && before.state === 'archived' ? 'tool.restored' : 'tool.changed';
}

function toAuditValues(values: BulkValues): AuditValues {
  if ('available' in values) return { quantity: values.available };
  if ('category' in values) return { category: values.category };
  if ('pictures' in values) return { pictures: values.pictures.length };
  if (!('unitPriceMinor' in values)) return values;
  const balance = minorToNumber(values.unitPriceMinor);
  return values.volumePrices.length > 0
    ? {
        balance,
        volumePrices: toWireVolumePrices(values.volumePrices)
          .map(({ quantity, unitPrice }) => `${quantity}: ${unitPrice}`)
          .join(', '),
      }
    : { balance };
}

function getDelta(before: BulkValues, after: BulkValues): number {
  return 'available' in before && 'available' in after ? after.available - before.available : 0;
}
