import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { identifierSchema } from '#src/shared/identifier.ts';
import type { Found } from '#src/shared/listing.ts';
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

/** A listing of tools. */
export async function findTools(db: Queryable, query: ToolList): Promise<Found<Tool>> {
  const { rows, total } = await selectFoundTools(db, query);
  return { rows: rows.map(toWireTool), total };
}

export async function findTool(db: Queryable, id: string): Promise<Outcome<Tool>> {
  if (!identifierSchema.safeParse(id).success) return refuse('not_found');
  const row = await selectTool(db, id);
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
