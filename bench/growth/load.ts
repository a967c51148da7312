import type pg from 'pg';
import { loadRange } from '../range/load-range.ts';
import { MAX_RANGE } from '../range/range.ts';
import { ORDERS, PLAN, STOCK } from './load-orders.ts';
import { ENQUIRIES, USERS } from './load-people.ts';

export interface Size {
  tools: number;
  orders: number;
}

export function countUsers({ tools }: Size): number {
  return Math.max(1, Math.round(tools / 4));
}

/**
 * Fills an installation with tools, users, and orders in all states, including stock, payments, shipments, emails, the
 * audit log, reviews and enquiries. Triggers stay on, and the invariants hold afterwards. Throws if the installation
 * was filled before, since ids would repeat.
 */
export async function loadGrowth(pool: pg.Pool, size: Size, say: (line: string) => void): Promise<void> {
  if (size.tools < 10 || size.tools > MAX_RANGE || size.orders < 1)
    throw new Error(`from 10 to ${MAX_RANGE} tools, and at least one order`);
  const { rows } = await pool.query("select 1 from tools where id = 'rangetool' || repeat('0', 15)");
  if (rows.length > 0) throw new Error('this installation was filled before');
  const users = countUsers(size);
  const begun = performance.now();
  const after = () => `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
  for (const statement of PLAN)
    await pool.query(
      statement
        .replaceAll('$1', String(size.orders))
        .replaceAll('$2', String(size.tools))
        .replaceAll('$3', String(users)),
    );
  for (const statement of STOCK) await pool.query(statement);
  await pool.query(USERS, [users]);
  say(`${users} users: ${after()}`);
  await loadRange(pool, size.tools, 'growth_stock');
  say(`${size.tools} tools: ${after()}`);
  for (const statement of ORDERS) await pool.query(statement);
  say(`${size.orders} orders: ${after()}`);
  for (const statement of ENQUIRIES) await pool.query(statement, [Math.max(1, Math.round(size.tools / 20))]);
  await pool.query('analyze');
  say(`the rest: ${after()}`);
}
