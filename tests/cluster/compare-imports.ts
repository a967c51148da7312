import type pg from 'pg';
import type { Comparison } from './compare.ts';
import { CHANGED_ROWS, CHANGED_STOCK, CREATED_ROWS, CREATED_STOCK, toSku } from './importer.ts';
import type { Notes } from './ledger.ts';

interface ImportedTool {
  sku: string;
  available: number;
  adjustments: number;
}

/** Compares each row of the imports that are done with its tool, and finds rows that were written twice. */
export async function compareImports(
  client: pg.Client,
  notes: Notes,
): Promise<{ comparison: Comparison; doubled: string[] }> {
  const { rows } = await client.query<ImportedTool>(
    `select sku, available, (select count(*)::int from stock_adjustments a where a.tool_id = t.id) as adjustments
       from tools t where sku like 'LOAD-%'`,
  );
  const tools = new Map(rows.map((tool) => [tool.sku, tool]));
  const toBases = (imports: readonly string[]) => new Set(imports.map((entry) => entry.split('<')[1]));
  const changed = toBases(notes.imports);
  const maybeChanged = toBases(notes.confirmedImports);
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const entry of notes.imports) {
    const [number = ''] = entry.split('<');
    for (let row = 0; row < CREATED_ROWS; row += 1) {
      const sku = toSku(number, row);
      const tool = tools.get(sku);
      const isToChange = row < CHANGED_ROWS && maybeChanged.has(number);
      const isUnchanged = tool?.available === CREATED_STOCK && !(isToChange && changed.has(number));
      const isChanged = isToChange && tool?.available === CHANGED_STOCK;
      if (!tool || !(isUnchanged || isChanged)) lost.push(`${sku} with a stock of ${tool?.available}`);
      else if (tool.adjustments !== (isChanged ? 2 : 1)) doubled.push(`row ${sku}`);
    }
  }
  return { comparison: { what: 'rows of imports', confirmed: notes.imports.length * CREATED_ROWS, lost }, doubled };
}
