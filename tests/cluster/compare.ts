import type pg from 'pg';
import type { Notes } from './ledger.ts';

export interface Comparison {
  what: string;
  confirmed: number;
  /** Confirmed to somebody, but not in the database. */
  lost: string[];
}

/** Finds what the shop has confirmed and the database does not have. Call it only while nothing is in progress. */
export async function findLost(client: pg.Client, notes: Notes): Promise<Comparison[]> {
  const statements: [string, readonly string[], string][] = [
    ['orders', notes.orders, 'select id from orders where id = any($1)'],
    ['purchases', notes.purchases, 'select id from purchases where id = any($1)'],
    [
      'paid purchases',
      notes.paid,
      `select p.id from purchases p where id = any($1) and paid_at is not null and state in ('paid', 'shipped')
         and exists (select from payments y where y.purchase_id = p.id and y.state = 'captured')`,
    ],
    [
      'charged cards',
      notes.charged,
      'select payment_intent as id from card_sandbox.charges where payment_intent = any($1)',
    ],
    ['refunds', notes.refunds, 'select id from refunds where id = any($1)'],
  ];
  const results: Comparison[] = [];
  for (const [what, ids, statement] of statements) {
    const { rows } = await client.query<{ id: string }>(statement, [ids]);
    const found = new Set(rows.map(({ id }) => id));
    results.push({ what, confirmed: ids.length, lost: ids.filter((id) => !found.has(id)) });
  }
  return results;
}

/** Finds keys that had an effect twice, purchases that were charged twice, and purchases that nobody asked for. */
export async function findDoubled(client: pg.Client, notes: Notes): Promise<string[]> {
  const statements: [string, unknown[]][] = [
    [
      `select 'key ' || key as doubled from (
         select idempotency_key as key, id from purchases where idempotency_key is not null
         union all select o.idempotency_key, o.id from orders o join purchases p on p.id = o.purchase_id
           where o.idempotency_key is not null and p.idempotency_key is distinct from o.idempotency_key
         union all select idempotency_key, id from refunds where idempotency_key is not null) used
       where key = any($1) group by key having count(*) > 1`,
      [notes.keys],
    ],
    [
      `select 'charges of ' || (i.metadata->>'order') as doubled from card_sandbox.charges c
         join card_sandbox.payment_intents i on i.id = c.payment_intent group by i.metadata->>'order' having count(*) > 1`,
      [],
    ],
    [
      `select 'unasked ' || p.id as doubled from purchases p
         where not exists (select from orders o where o.purchase_id = p.id and o.idempotency_key = any($1))
           and (p.idempotency_key is null or p.idempotency_key <> all($1))
           and p.email like 'buyer-%@example.com'`,
      [notes.keys],
    ],
  ];
  const doubled: string[] = [];
  for (const [statement, values] of statements) {
    const { rows } = await client.query<{ doubled: string }>(statement, values);
    doubled.push(...rows.map((row) => row.doubled));
  }
  return doubled;
}
