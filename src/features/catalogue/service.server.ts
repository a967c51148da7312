import { type Actor, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import { decimalToCents } from '#src/shared/money.ts';
import { type SearchResult, toSearchWords } from '#src/shared/pagination.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { NewTool, Tool, ToolQuery } from './contract.ts';
import { getToolRow, listToolRows, searchToolRows, toWireTool } from './queries.server.ts';
import { stockAdjustments, tools } from './tables.server.ts';

/** The newest `limit` tools of those before `before`, oldest first. */
export async function listTools(db: Queryable, page: PageQuery): Promise<Tool[]> {
  return (await listToolRows(db, page)).map(toWireTool);
}

/** A search may read the whole catalog. The limit leaves database connections to the rest of the shop. */
const searchLimiter = createConcurrencyLimiter(3, 60);

/** A page of a tool search. `consumeLimit` counts it against the client's rate limit: seconds to wait, or null. */
export async function searchTools(
  db: Queryable,
  query: ToolQuery,
  consumeLimit: () => Promise<number | null>,
): Promise<Outcome<SearchResult<Tool>>> {
  const retryAfter = toSearchWords(query.q).length > 0 ? await consumeLimit() : null;
  if (retryAfter) return fail('too_many_requests', { extra: { retryAfter } });
  const found = await searchLimiter.run(() => searchToolRows(db, query));
  return found ? ok({ rows: found.rows.map(toWireTool), total: found.total }) : fail('busy');
}

export async function getTool(db: Queryable, id: string): Promise<Outcome<Tool>> {
  const row = identifierSchema.safeParse(id).success ? await getToolRow(db, id) : null;
  return row ? ok(toWireTool(row)) : fail('not_found', { detail: 'There is no such tool.' });
}

/** Stores a tool, with its initial stock as the first stock adjustment. Returns its id. */
export async function addTool(db: Queryable, tool: NewTool, by: Actor): Promise<string> {
  const unitPriceCents = decimalToCents(tool.balance);
  if (unitPriceCents === null) throw new Error('the contract accepts exact amounts only');
  const id = newIdentifier();
  await db.transaction(async (tx) => {
    await tx.insert(tools).values({
      id,
      itemName: tool.itemName,
      about: tool.about,
      unitPriceCents,
      minOrderQuantity: tool.minOrderQuantity,
      available: tool.quantity,
      image: tool.picture,
    });
    await recordAuditEvents(tx, {
      by,
      action: 'tool.added',
      id,
      name: tool.itemName,
      after: {
        balance: tool.balance,
        quantity: tool.quantity,
        minOrderQuantity: tool.minOrderQuantity,
        picture: tool.picture,
      },
    });
    if (tool.quantity > 0) {
      await tx
        .insert(stockAdjustments)
        .values({ id: newIdentifier(), toolId: id, delta: tool.quantity, reason: 'initial' });
    }
  });
  return id;
}
