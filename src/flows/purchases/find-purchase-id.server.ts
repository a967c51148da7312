import { and, eq, isNull } from 'drizzle-orm';
import { orders } from '#src/features/orders/tables.server.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import type { Reader } from '#src/platform/caller.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { PURCHASE_NUMBER } from '#src/shared/purchase-number.ts';

/**
 * The id of a purchase by its id or number: a user's own, or anybody's for an admin. An order of an earlier version
 * without a purchase counts as the purchase that it will become. Null if it does not exist or belongs to another user.
 */
export async function findPurchaseId(db: Queryable, reader: Reader, idOrNumber: string): Promise<string | null> {
  const byNumber = PURCHASE_NUMBER.test(idOrNumber);
  if (!byNumber && !identifierSchema.safeParse(idOrNumber).success) return null;
  const [purchase] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        eq(byNumber ? purchases.number : purchases.id, idOrNumber),
        reader === 'shop' ? undefined : eq(purchases.userId, reader.userId),
      ),
    )
    .limit(1);
  if (purchase || byNumber) return purchase?.id ?? null;
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.id, idOrNumber),
        isNull(orders.purchaseId),
        reader === 'shop' ? undefined : eq(orders.userId, reader.userId),
      ),
    )
    .limit(1);
  return order?.id ?? null;
}
