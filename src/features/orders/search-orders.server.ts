import { or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { containsFolded, isThere, searchAny, storedText, type WordSearch } from '#src/platform/folded-search.server.ts';
import { purchases } from '../purchases/tables.server.ts';
import { orders } from './tables.server.ts';

/** The text in which an order is searched: its tool, name, email address, id and transaction. */
export const orderText = storedText(orders);

/** The text of its purchase: its PO number, and the names, companies, towns and postal codes of its addresses. */
export const purchaseText = storedText(purchases);

/** What a search names by a number of its own. */
export interface OrderReferences {
  /** The search is the number of a purchase, and means nothing else. */
  isNumber: boolean;
  /** Purchases that have the search as their number. They are found even if they have ended. */
  numberedIds: readonly string[];
  /** Purchases by their own number, or by that of one of their papers or shipments. */
  purchaseIds: readonly string[];
  /** Tools by their part number. */
  toolIds: readonly string[];
}

/**
 * Resolves the numbers in a search. With `buyerId`, only purchases of that user are looked up, so that those of others
 * do not use up the bound.
 */
export type FindReferences = (db: Queryable, q: string, buyerId: string | null) => Promise<OrderReferences>;

/** Finds lines by their words, by those of their purchase, or by a number that belongs to either. */
export function searchOrders(q: string, references: OrderReferences): WordSearch {
  const ofPurchase = sql`from ${purchases} where ${purchases.id} = ${orders.purchaseId}`;
  const referred = listReferred(references, {
    purchase: (ids) => sql`${orders.purchaseId} = ${ids}`,
    tool: (ids) => sql`${orders.toolId} = ${ids}`,
  });
  return searchAny(orders, {
    q,
    texts: [
      { indexed: orderText, ofRow: orderText },
      { indexed: purchaseText, ofRow: sql`(select ${purchaseText} ${ofPurchase})` },
    ],
    conditions: ([inOrder = sql`false`, inPurchase = sql`false`]) => [
      inOrder,
      sql`${orders.purchaseId} in (select ${purchases.id} from ${purchases} where ${inPurchase})`,
      ...referred,
    ],
    matches: sql`(${or(containsFolded(orderText, q), isThere(sql`${ofPurchase} and ${containsFolded(purchaseText, q)}`), ...referred)})`,
  });
}

/** The same for purchases: each is found by any of its lines. */
export function searchPurchases(q: string, references: OrderReferences): WordSearch {
  const ofLines = sql`from ${orders} where ${orders.purchaseId} = ${purchases.id}`;
  const byLine = (condition: SQL) =>
    sql`${purchases.id} in (select ${orders.purchaseId} from ${orders} where ${condition})`;
  const toPurchase = (ids: SQL) => sql`${purchases.id} = ${ids}`;
  return searchAny(purchases, {
    q,
    texts: [
      { indexed: orderText, ofRow: sql`(select ${orderText} ${ofLines} limit 1)` },
      { indexed: purchaseText, ofRow: purchaseText },
    ],
    conditions: ([inOrder = sql`false`, inPurchase = sql`false`]) => [
      byLine(inOrder),
      inPurchase,
      ...listReferred(references, { purchase: toPurchase, tool: (ids) => byLine(sql`${orders.toolId} = ${ids}`) }),
    ],
    matches: sql`(${or(
      isThere(sql`${ofLines} and ${containsFolded(orderText, q)}`),
      containsFolded(purchaseText, q),
      ...listReferred(references, {
        purchase: toPurchase,
        tool: (ids) => isThere(sql`${ofLines} and ${orders.toolId} = ${ids}`),
      }),
    )})`,
  });
}

/** The conditions for what a search names by number: on the purchase and on the tool of what is searched. */
export function listReferred(
  { purchaseIds, toolIds }: OrderReferences,
  to: { purchase: (ids: SQL) => SQL; tool: (ids: SQL) => SQL },
): SQL[] {
  const toArray = (ids: readonly string[]) => sql`any(${sql.param(ids)}::text[])`;
  return [
    ...(purchaseIds.length > 0 ? [to.purchase(toArray(purchaseIds))] : []),
    ...(toolIds.length > 0 ? [to.tool(toArray(toolIds))] : []),
  ];
}
