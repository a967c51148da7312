import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { toChargeObject, toDisputeObject, toPaymentMethodObject, toRefundObject } from './charge-objects.server.ts';
import { type StripeObject, toEventObject, toPaymentIntentObject } from './objects.server.ts';
import type {
  listChargesParams,
  listDisputesParams,
  listEventsParams,
  listIntentsParams,
  listRefundsParams,
  Pagination,
} from './params.server.ts';
import { getCharge, type SandboxReader } from './store.server.ts';
import { resourceMissing, type StripeResult, stripeOk } from './stripe-error.server.ts';
import { cardRefunds, charges, disputes, events, paymentIntents, paymentMethods } from './tables.server.ts';

export interface ObjectPage {
  data: StripeObject[];
  hasMore: boolean;
}

const selectCharges = (db: SandboxReader) =>
  db
    .select({ charge: charges, intent: paymentIntents, method: paymentMethods })
    .from(charges)
    .innerJoin(paymentIntents, eq(paymentIntents.id, charges.paymentIntent))
    .innerJoin(paymentMethods, eq(paymentMethods.id, charges.paymentMethod));

const selectIntents = (db: SandboxReader) =>
  db
    .select({ intent: paymentIntents, charge: charges })
    .from(paymentIntents)
    .leftJoin(charges, eq(charges.paymentIntent, paymentIntents.id));

/** Any object by its id, whose prefix names its kind; null when there is none. */
export async function getObject(db: SandboxReader, id: string): Promise<StripeObject | null> {
  switch (id.split('_')[0]) {
    case 'pi': {
      const [intent] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, id));
      return intent ? toPaymentIntentObject({ intent, charge: await getCharge(db, id) }) : null;
    }
    case 'ch': {
      const [found] = await selectCharges(db).where(eq(charges.id, id));
      return found ? toChargeObject(found) : null;
    }
    case 're': {
      const [found] = await db.select().from(cardRefunds).where(eq(cardRefunds.id, id));
      return found ? toRefundObject(found) : null;
    }
    case 'du': {
      const [found] = await db.select().from(disputes).where(eq(disputes.id, id));
      return found ? toDisputeObject(found) : null;
    }
    case 'pm': {
      const [found] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, id));
      return found ? toPaymentMethodObject(found) : null;
    }
    case 'evt': {
      const [found] = await db.select().from(events).where(eq(events.id, id));
      return found ? toEventObject(found) : null;
    }
    default:
      return null;
  }
}

export async function listIntents(
  db: SandboxReader,
  params: z.infer<typeof listIntentsParams>,
): Promise<StripeResult<ObjectPage>> {
  const { customer } = params;
  return readPage(
    db,
    paymentIntents,
    'payment_intent',
    params,
    [customer ? eq(paymentIntents.customer, customer) : undefined],
    async (where, order, limit) => {
      const rows = await selectIntents(db).where(where).orderBy(order).limit(limit);
      return rows.map(toPaymentIntentObject);
    },
  );
}

export async function listCharges(
  db: SandboxReader,
  params: z.infer<typeof listChargesParams>,
): Promise<StripeResult<ObjectPage>> {
  const filters = [
    params.payment_intent ? eq(charges.paymentIntent, params.payment_intent) : undefined,
    params.customer ? eq(paymentIntents.customer, params.customer) : undefined,
  ];
  return readPage(db, charges, 'charge', params, filters, async (where, order, limit) => {
    const rows = await selectCharges(db).where(where).orderBy(order).limit(limit);
    return rows.map(toChargeObject);
  });
}

export async function listCardRefunds(
  db: SandboxReader,
  params: z.infer<typeof listRefundsParams>,
): Promise<StripeResult<ObjectPage>> {
  const filters = [
    params.payment_intent ? eq(cardRefunds.paymentIntent, params.payment_intent) : undefined,
    params.charge ? eq(cardRefunds.charge, params.charge) : undefined,
  ];
  return readPage(db, cardRefunds, 'refund', params, filters, async (where, order, limit) => {
    const rows = await db.select().from(cardRefunds).where(where).orderBy(order).limit(limit);
    return rows.map(toRefundObject);
  });
}

export async function listDisputes(
  db: SandboxReader,
  params: z.infer<typeof listDisputesParams>,
): Promise<StripeResult<ObjectPage>> {
  const filters = [
    params.payment_intent ? eq(disputes.paymentIntent, params.payment_intent) : undefined,
    params.charge ? eq(disputes.charge, params.charge) : undefined,
  ];
  return readPage(db, disputes, 'dispute', params, filters, async (where, order, limit) => {
    const rows = await db.select().from(disputes).where(where).orderBy(order).limit(limit);
    return rows.map(toDisputeObject);
  });
}

export async function listEvents(
  db: SandboxReader,
  params: z.infer<typeof listEventsParams>,
): Promise<StripeResult<ObjectPage>> {
  const delivered = params.delivery_success;
  const filters = [
    params.type ? typeIs(params.type) : undefined,
    params.types ? inArray(events.type, params.types) : undefined,
    delivered === undefined ? undefined : delivered ? isNotNull(events.deliveredAt) : isNull(events.deliveredAt),
  ];
  return readPage(db, events, 'event', params, filters, async (where, order, limit) => {
    const rows = await db.select().from(events).where(where).orderBy(order).limit(limit);
    return rows.map(toEventObject);
  });
}

/** `charge.*` names a family of types. */
function typeIs(type: string): SQL {
  return type.endsWith('.*') ? sql`starts_with(${events.type}, ${type.slice(0, -1)})` : eq(events.type, type);
}

interface ListedTable {
  id: PgColumn;
  seq: PgColumn;
  created: PgColumn;
}

/** One page, newest first. `ending_before` reads upwards from its object and reverses the page. */
async function readPage(
  db: SandboxReader,
  table: ListedTable,
  kind: string,
  params: Pagination,
  filters: (SQL | undefined)[],
  read: (where: SQL | undefined, order: SQL, limit: number) => Promise<StripeObject[]>,
): Promise<StripeResult<ObjectPage>> {
  const cursor = params.starting_after ?? params.ending_before;
  const upwards = params.starting_after === undefined && params.ending_before !== undefined;
  const where = [...filters, ...createdWithin(table.created, params.created)];
  if (cursor !== undefined) {
    const at = sql`(select ${table.seq} from ${table.seq.table} where ${table.id} = ${cursor})`;
    const [found] = await db.select({ seq: sql<string | null>`${at}` }).from(sql`(select 1) as one`);
    if (found?.seq == null) return resourceMissing(kind, cursor, upwards ? 'ending_before' : 'starting_after', 400);
    where.push(upwards ? gt(table.seq, Number(found.seq)) : lt(table.seq, Number(found.seq)));
  }
  const rows = await read(and(...where), upwards ? asc(table.seq) : desc(table.seq), params.limit + 1);
  const data = rows.slice(0, params.limit);
  return stripeOk({ data: upwards ? data.reverse() : data, hasMore: rows.length > params.limit });
}

function createdWithin(created: PgColumn, range: Pagination['created']): (SQL | undefined)[] {
  const second = sql`floor(extract(epoch from ${created}))`;
  if (range === undefined) return [];
  if (typeof range === 'number') return [eq(second, range)];
  return [
    range.gt === undefined ? undefined : gt(second, range.gt),
    range.gte === undefined ? undefined : gte(second, range.gte),
    range.lt === undefined ? undefined : lt(second, range.lt),
    range.lte === undefined ? undefined : lte(second, range.lte),
  ];
}
