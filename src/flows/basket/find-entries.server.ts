import type { FoundEntries } from '#src/features/basket/contract.ts';
import { listBasketTools, toToolMap } from '#src/features/basket/queries.server.ts';
import { readEntry } from '#src/features/basket/quick-entries.ts';
import { MAX_BASKET_QUANTITY } from '#src/features/basket/rules.ts';
import { findReading, findToolsOnSale } from '#src/features/catalogue/search/part-number-list.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';

/** The tools on sale that entries such as 'KT-HAM500 12' name by SKU or GTIN. See `readEntry`. */
export async function findEntries(db: Queryable, entries: readonly string[]): Promise<FoundEntries> {
  const read = entries.map((entry) => ({ entry, readings: readEntry(entry) }));
  const numbers = read.flatMap(({ readings }) => readings.map(({ number }) => number));
  const found = await findToolsOnSale(db, numbers);
  const missing: string[] = [];
  const chosen: { toolId: string; quantity: number | null }[] = [];
  for (const { entry, readings } of read) {
    const match = findReading(readings, found);
    if (!match) missing.push(entry.trim());
    else chosen.push({ toolId: match.toolId, quantity: match.reading.quantity });
  }
  const tools = toToolMap(await listBasketTools(db, [...new Set(chosen.map(({ toolId }) => toolId))]));
  const lines = new Map<string, number>();
  for (const { toolId, quantity } of chosen) {
    const tool = tools.get(toolId);
    const pieces = quantity ?? (tool ? getSmallestOrder(tool) : 1);
    lines.set(toolId, Math.min((lines.get(toolId) ?? 0) + pieces, MAX_BASKET_QUANTITY));
  }
  return { lines: [...lines].map(([toolId, quantity]) => ({ toolId, quantity })), missing };
}
