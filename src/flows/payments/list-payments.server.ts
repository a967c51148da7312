import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  listReferred,
  type OrderReferences,
  orderText,
  purchaseText,
} from '#src/features/orders/search-orders.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import type { Payment, PaymentQuery } from '#src/features/payments/contract.ts';
import {
  listPaymentDisputes,
  listPaymentRefunds,
  summarizeRefundsAndDisputes,
} from '#src/features/payments/refunds-and-disputes.server.ts';
import { NOT_AT_PROVIDER, toDisputeState } from '#src/features/payments/rules.ts';
import {
  paymentDisputes,
  paymentRefunds,
  payments,
  TO_ANSWER,
  webhookEvents,
} from '#src/features/payments/tables.server.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  containsFolded,
  isThere,
  searchAny,
  searchPageIds,
  type WordSearch,
} from '#src/platform/folded-search.server.ts';
import { readList } from '#src/platform/lists.server.ts';
import { listPageIds, orderByIds, type PageIds, whereIds } from '#src/platform/pagination.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { toSearchWords } from '#src/shared/pagination.ts';
import { findReferences } from '../purchases/find-references.server.ts';
import {
  hasFailedRefund,
  OWN_REFUND_FAILED,
  QUALIFIED_OUT_OF_SYNC,
  STUCK,
  STUCK_COUNT,
  selectDiffering,
} from './payment-faults.server.ts';

/** Payments, each with its order. */
export function listPayments(db: Queryable, query: PaymentQuery) {
  return readList(db, query, {
    table: payments,
    search: (source) => listPaymentIds(source, query),
    read: (source, ids) => getPaymentsById(source, ids),
  });
}

function filterBy(view: NonNullable<PaymentQuery['state']>): SQL | undefined {
  switch (view) {
    case 'differs':
      return sql`${payments.id} in (${selectDiffering()})`;
    case 'disputed':
      return sql`${payments.id} in (select payment_id from ${paymentDisputes})`;
    case 'to_answer':
      return sql`${payments.id} in (select payment_id from ${paymentDisputes} where ${TO_ANSWER})`;
    case 'refunded':
      return sql`${payments.id} in (select payment_id from ${paymentRefunds})`;
    case 'refund_due':
      return eq(payments.state, 'refund_due');
    case 'refund_failed':
      return sql`${payments.id} in (${OWN_REFUND_FAILED})`;
    case 'stuck':
      return sql`${payments.intentId} in (select ${webhookEvents.intentId} from ${webhookEvents} where ${STUCK})`;
  }
}

/**
 * A number of a purchase finds its payments. Anything else is searched for in the lines, in what the buyer gave with
 * them, and among the numbers of papers, shipments, tools and intents.
 */
async function listPaymentIds(db: Queryable, query: PaymentQuery): Promise<PageIds> {
  const narrow = query.state && filterBy(query.state);
  const keys = { amount: payments.amountMinor };
  const q = query.q?.trim() ?? '';
  if (toSearchWords(q).length === 0) return listPageIds(db, payments, { where: narrow, keys }, query);
  const references = await findReferences(db, q, null);
  const where = and(narrow, inArray(payments.purchaseId, [...references.purchaseIds]));
  if (references.isNumber) return listPageIds(db, payments, { where, keys }, query);
  return searchPageIds(db, payments, searchPayments(q, references), { narrow, keys }, query);
}

/** An order of an earlier version may have no purchase yet. Then the payment names the order instead. */
const PURCHASE_OF_LINE = sql`coalesce(${orders.purchaseId}, ${orders.id})`;

function searchPayments(q: string, references: OrderReferences): WordSearch {
  const ofPurchase = sql`from ${purchases} where ${purchases.id} = ${payments.purchaseId}`;
  const byLine = (condition: SQL) =>
    sql`${payments.purchaseId} in (select ${PURCHASE_OF_LINE} from ${orders} where ${condition})`;
  const isLine = (condition: SQL) =>
    sql`(${or(
      isThere(sql`from ${orders} where ${orders.purchaseId} = ${payments.purchaseId} and ${condition}`),
      isThere(
        sql`from ${orders} where ${orders.id} = ${payments.purchaseId} and ${orders.purchaseId} is null and ${condition}`,
      ),
    )})`;
  const byIntent = sql`coalesce(${payments.intentId} = ${q}, false)`;
  const toPurchase = (ids: SQL) => sql`${payments.purchaseId} = ${ids}`;
  return searchAny(payments, {
    q,
    texts: [
      {
        indexed: orderText,
        ofRow: sql`(select ${orderText} from ${orders} where ${orders.purchaseId} = ${payments.purchaseId} limit 1)`,
      },
      { indexed: purchaseText, ofRow: sql`(select ${purchaseText} ${ofPurchase})` },
    ],
    conditions: ([inOrder = sql`false`, inPurchase = sql`false`]) => [
      byLine(inOrder),
      sql`${payments.purchaseId} in (select ${purchases.id} from ${purchases} where ${inPurchase})`,
      eq(payments.intentId, q),
      ...listReferred(references, { purchase: toPurchase, tool: (ids) => byLine(sql`${orders.toolId} = ${ids}`) }),
    ],
    matches: sql`(${or(
      isLine(containsFolded(orderText, q) ?? sql`false`),
      isThere(sql`${ofPurchase} and ${containsFolded(purchaseText, q)}`),
      byIntent,
      ...listReferred(references, { purchase: toPurchase, tool: (ids) => isLine(sql`${orders.toolId} = ${ids}`) }),
    )})`,
  });
}

const line = alias(orders, 'line');
/** Neither deleted nor expired before its purchase ended. */
const IS_STANDING = sql`(${line.endedAt} is null or coalesce(${line.endedAt} = ${purchases.endedAt}, false))`;

/**
 * The first line of a payment's purchase, and the number of its lines. Lines that ended before the purchase did come
 * last. An order of an earlier version may not have its purchase yet.
 */
function selectFirstLine(db: Queryable) {
  return db
    .select({ id: line.id, count: sql<number>`(count(*) filter (where ${IS_STANDING}) over ())::int`.as('count') })
    .from(line)
    .where(or(eq(line.purchaseId, payments.purchaseId), and(eq(line.id, payments.purchaseId), isNull(line.purchaseId))))
    .orderBy(desc(IS_STANDING), line.lineNumber)
    .limit(1)
    .as('first_line');
}

/** These payments, in this order, with their order, refunds and disputes. */
export async function getPaymentsById(db: Queryable, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const firstLine = selectFirstLine(db);
  const [rows, refunds, disputes] = await Promise.all([
    db
      .select({
        payment: payments,
        order: orders,
        number: purchases.number,
        lineCount: firstLine.count,
        outOfSync: sql<boolean>`coalesce(${QUALIFIED_OUT_OF_SYNC}, false)`,
        stuckEvents: STUCK_COUNT,
      })
      .from(payments)
      .leftJoin(purchases, eq(purchases.id, payments.purchaseId))
      .innerJoinLateral(firstLine, sql`true`)
      .innerJoin(orders, eq(orders.id, firstLine.id))
      .where(whereIds(payments, ids)),
    listPaymentRefunds(db, ids),
    listPaymentDisputes(db, ids),
  ]);
  const read = rows.map(({ payment, order, number, lineCount, outOfSync, stuckEvents }) => {
    const related = {
      refunds: refunds.filter(({ paymentId }) => paymentId === payment.id),
      disputes: disputes.filter(({ paymentId }) => paymentId === payment.id),
    };
    const { refundedMinor } = summarizeRefundsAndDisputes(related);
    const missing = payment.providerStatus === NOT_AT_PROVIDER;
    const failed = hasFailedRefund(related.refunds);
    return {
      _id: payment.id,
      state: payment.state,
      amount: minorToDecimal(payment.amountMinor),
      createdAt: payment.createdAt.toISOString(),
      purchase: payment.purchaseId,
      number,
      lineCount,
      order: {
        _id: order.id,
        toolId: order.toolId,
        itemName: order.itemName,
        quantity: order.quantity,
        name: order.name,
        email: order.email,
        state: order.state,
      },
      intent: payment.intentId,
      providerState: payment.providerStatus,
      askedAt: payment.providerCheckedAt?.toISOString() ?? null,
      refunds: related.refunds.map(({ id, amountMinor, status, createdAt }) => ({
        _id: id,
        amount: minorToDecimal(amountMinor),
        state: status,
        createdAt: createdAt.toISOString(),
      })),
      refunded: refundedMinor > 0 ? minorToDecimal(refundedMinor) : null,
      disputes: related.disputes.map(({ id, amountMinor, status, reason, dueBy }) => ({
        _id: id,
        amount: minorToDecimal(amountMinor),
        state: toDisputeState(status),
        reason,
        answerBy: toDisputeState(status) === 'needs_answer' ? (dueBy?.toISOString() ?? null) : null,
      })),
      differences: [
        ...(outOfSync ? [missing ? ('unknown_there' as const) : ('state' as const)] : []),
        ...(failed ? ['refund_failed' as const] : []),
      ],
      stuckEvents: Number(stuckEvents),
    };
  });
  return orderByIds(ids, read, ({ _id }) => _id);
}
