import { eq, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation, type Queryable } from '#src/platform/database.server.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { formerSlugs, tools } from '../tool/tables.server.ts';

/**
 * Translates a violated constraint into a failure that says which other tool has this SKU or slug. Null for every other
 * error.
 */
export async function explainTaken(
  db: Queryable,
  error: unknown,
  { sku, slug }: { sku?: string | undefined; slug?: string | undefined },
): Promise<Failure | null> {
  if (sku !== undefined && isUniqueViolation(error, 'tools_sku')) {
    const owner = await findOwner(db, sql`lower(${tools.sku}) = lower(${sku})`);
    return fail('invalid', { fields: { sku: `${owner} already has this SKU. Please choose another one.` } });
  }
  if (slug !== undefined && isUniqueViolation(error, 'tools_slug')) {
    const owner = await findOwner(db, eq(tools.slug, slug));
    return fail('invalid', { fields: { slug: `${owner} already has this page address. Please choose another one.` } });
  }
  if (slug !== undefined && isUniqueViolation(error, 'former_slugs_pkey')) {
    const former = sql`${tools.id} = (select tool_id from ${formerSlugs} where slug = ${slug})`;
    return fail('invalid', {
      fields: { slug: `Links to ${await findOwner(db, former)} still use this address. Please choose another one.` },
    });
  }
  return null;
}

async function findOwner(db: Queryable, where: SQL): Promise<string> {
  const [other] = await db.select({ itemName: tools.itemName, sku: tools.sku }).from(tools).where(where).limit(1);
  return other ? `${other.itemName} (${other.sku})` : 'Another tool';
}
