import { and, eq, sql } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { type Db, publishChange, type Queryable } from '#src/platform/database.server.ts';
import { doOnce, findFirstResult, hashRequest, toIdempotency } from '#src/platform/idempotency.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { failChanged } from '#src/platform/version-check.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { listToolTags } from '../tool/cache-tags.ts';
import { getToolRow, NO_TOOL } from '../tool/queries.server.ts';
import { checkDeltaSign, MAX_STOCK } from '../tool/rules.ts';
import { stockAdjustments, tools } from '../tool/tables.server.ts';
import type { StockAdjustment } from './contract.ts';
import { followStockChange } from './stock-cover.server.ts';

export interface AdjustedStock {
  id: string;
  /** The available stock after the adjustment. */
  available: number;
}

/**
 * Adds or takes pieces without an order. Pieces that orders hold are never taken. A repeated idempotency key adjusts
 * nothing and returns the first adjustment.
 */
export async function adjustStock(
  db: Db,
  by: Caller,
  toolId: string,
  adjustment: StockAdjustment,
  idempotencyKey: string | undefined,
): Promise<Outcome<AdjustedStock>> {
  if (!identifierSchema.safeParse(toolId).success) return fail('not_found', { detail: NO_TOOL });
  const wrongSign = checkDeltaSign(adjustment.reason, adjustment.delta);
  if (wrongSign) return fail('invalid', { fields: { delta: wrongSign } });
  const { delta, reason, note, countedFrom } = adjustment;
  const idempotency = toIdempotency(idempotencyKey, [delta, reason, note]);
  const findFirst = (from: Queryable) =>
    findFirstResult(
      idempotency,
      (key) => getAdjustmentByKey(from, toolId, key),
      async ({ id }): Promise<AdjustedStock> => ({ id, available: (await getToolRow(from, toolId))?.available ?? 0 }),
    );
  return doOnce(
    () => findFirst(db),
    'stock_adjustments_idempotency',
    async () => {
      const adjusted = await db.transaction(async (tx): Promise<Outcome<AdjustedStock>> => {
        publishChange(tx, listToolTags(toolId));
        const [tool] = await tx
          .update(tools)
          .set({ available: sql`${tools.available} + ${delta}` })
          .where(
            and(
              eq(tools.id, toolId),
              countedFrom === undefined ? undefined : eq(tools.available, countedFrom),
              sql`${tools.available}::bigint + ${tools.held} + ${delta} between ${tools.held} and ${MAX_STOCK}`,
            ),
          )
          .returning({ available: tools.available, itemName: tools.itemName });
        // A concurrent request with the same key may have taken these pieces. Then its result is also ours.
        if (!tool) return (await findFirst(tx)) ?? explainRefusal(tx, toolId, adjustment);
        const id = newIdentifier();
        // The time of the lock and not of the transaction's start: undoing an import compares these times to see which
        // adjustment came later.
        const at = sql`clock_timestamp()`;
        await tx.insert(stockAdjustments).values({
          id,
          toolId,
          delta,
          reason,
          note,
          adjustedBy: by.email,
          idempotencyKey: idempotency?.key ?? null,
          at,
        });
        await recordAuditEvents(tx, {
          by,
          action: 'tool.stock_adjusted',
          id: toolId,
          name: tool.itemName,
          before: { quantity: tool.available - delta },
          after: { quantity: tool.available, delta, reason, ...(note ? { note } : {}) },
        });
        return ok({ id, available: tool.available });
      });
      if (adjusted.ok) await followStockChange(db, [toolId]);
      return adjusted;
    },
  );
}

async function explainRefusal(
  tx: Queryable,
  toolId: string,
  { delta, countedFrom }: StockAdjustment,
): Promise<Failure> {
  const tool = await getToolRow(tx, toolId);
  if (!tool) return fail('not_found', { detail: NO_TOOL });
  if (countedFrom !== undefined && countedFrom !== tool.available) {
    const detail = `${formatCount(tool.available)} pieces are available now, not ${formatCount(countedFrom)}. Please count again.`;
    return failChanged('stock', { available: tool.available, held: tool.held }, detail);
  }
  if (delta > 0)
    return fail('invalid', { fields: { delta: `One tool can have at most ${formatCount(MAX_STOCK)} pieces.` } });
  const held = tool.held > 0 ? `; ${formatCount(tool.held)} more are held for orders` : '';
  const detail = `${formatCount(tool.available)} pieces are available${held}. Please remove at most ${formatCount(tool.available)}.`;
  return fail('stock_too_low', {
    detail,
    fields: { delta: detail },
    extra: { available: tool.available, held: tool.held },
  });
}

/** Finds the adjustment made with this key. Its columns say what was asked for, so no hash of the request is stored. */
async function getAdjustmentByKey(db: Queryable, toolId: string, key: string) {
  const [first] = await db
    .select()
    .from(stockAdjustments)
    .where(and(eq(stockAdjustments.toolId, toolId), eq(stockAdjustments.idempotencyKey, key)));
  return first ? { id: first.id, fingerprint: hashRequest([first.delta, first.reason, first.note]) } : null;
}
