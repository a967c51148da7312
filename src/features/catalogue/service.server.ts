import type { Queryable } from '#src/platform/database.server.ts';
import { createGate } from '#src/platform/gate.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { identifierSchema } from '#src/shared/identifier.ts';
import { type Found, wordsOf } from '#src/shared/listing.ts';
import { decimalToCents } from '#src/shared/money.ts';
import type { PageQuery } from '#src/shared/paging.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import type { NewTool, Tool, ToolList } from './contract.ts';
import { selectFoundTools, selectTool, selectTools, toWireTool } from './queries.server.ts';
import { stockAdjustments, tools } from './tables.server.ts';

/** A page of tools, oldest first; see `selectTools`. */
export async function listTools(db: Queryable, page: PageQuery): Promise<Tool[]> {
  return (await selectTools(db, page)).map(toWireTool);
}

/** A search may read a whole large catalogue: the rest of the shop keeps its connections while many ask at once. */
const searches = createGate(3, 60);

/** A listing of tools. `takeTurn` counts a search against the limit of who asks: the seconds to wait, or null. */
export async function findTools(
  db: Queryable,
  query: ToolList,
  takeTurn: () => Promise<number | null>,
): Promise<Outcome<Found<Tool>>> {
  const retryAfter = wordsOf(query.q).length > 0 ? await takeTurn() : null;
  if (retryAfter) return refuse('too_many_requests', { extra: { retryAfter } });
  const found = await searches.pass(() => selectFoundTools(db, query));
  return found ? succeed({ rows: found.rows.map(toWireTool), total: found.total }) : refuse('busy');
}

export async function findTool(db: Queryable, id: string): Promise<Outcome<Tool>> {
  const row = identifierSchema.safeParse(id).success ? await selectTool(db, id) : null;
  return row ? succeed(toWireTool(row)) : refuse('not_found', { detail: 'There is no such tool.' });
}

/** Stores a tool and its initial stock as the first entry of its stock account. Answers its id. */
export async function addTool(db: Queryable, tool: NewTool): Promise<string> {
  const unitPriceCents = decimalToCents(tool.balance);
  if (unitPriceCents === null) throw new Error('the contract lets only exact amounts through');
  const id = newIdentifier();
  await db.transaction(async (tx) => {
    await tx.insert(tools).values({
      id,
      itemName: tool.itemName,
      about: tool.about,
      unitPriceCents,
      minOrderQuantity: tool.minOrderQuantity,
      available: tool.quantity,
      picture: tool.picture,
    });
    if (tool.quantity > 0) {
      await tx
        .insert(stockAdjustments)
        .values({ id: newIdentifier(), toolId: id, delta: tool.quantity, reason: 'initial' });
    }
  });
  return id;
}
