import { sql } from 'drizzle-orm';
import { isUniqueViolation, type Queryable } from '#src/platform/database.server.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { tools } from './tables.server.ts';

/** What a violated rule means: another tool has this SKU, and which one. Null for every other error. */
export async function explainSku(db: Queryable, error: unknown, sku: string | undefined): Promise<Failure | null> {
  if (sku === undefined || !isUniqueViolation(error, 'tools_sku')) return null;
  const [other] = await db
    .select({ itemName: tools.itemName, sku: tools.sku })
    .from(tools)
    .where(sql`lower(${tools.sku}) = lower(${sku})`);
  const owner = other ? `${other.itemName} has the SKU ${other.sku}` : 'Another tool has this SKU';
  return fail('invalid', { fields: { sku: `${owner}. Please choose another one.` } });
}
