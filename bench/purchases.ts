import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { findDatabaseUrl, type RunningShop, type SignedInUser, sendRequest } from '#tests/support/running-shop.ts';

export interface PurchaseRates {
  lines: number;
  /** Purchases per second, through the shop and by bare SQL on the same database. */
  shop: number;
  bare: number;
  ratio: number;
  goal: number;
}

const CLIENTS = 16;
const STOCK = 1_000_000;

/** Writes only the durable rows of a purchase: without request, sign-in, prices and limits. */
const BARE_PURCHASE = `
  with locked as materialized (select id from tools where id = any($2::text[]) order by id for update),
  taken as (
    update tools set available = available - 1, held = held + 1
    where id = any($2::text[]) and available >= 1 and (select count(*) from locked) > 0 returning id, item_name, image
  ), purchased as (
    insert into purchases (id, seq, number, user_id, name, email, total_minor, currency)
    select $1, nextval('bare_numbers'), 'BARE-' || currval('bare_numbers'), $3, 'Ada', 'ada@example.com', 1250, 'usd'
  ), placed as (
    insert into orders (id, purchase_id, line_number, user_id, tool_id, name, email, item_name, image, quantity, unit_price_minor,
      total_minor, currency)
    select $1 || row_number() over (), $1, row_number() over (), $3, id, 'Ada', 'ada@example.com', item_name, image, 1, 1250, 1250, 'usd'
    from taken returning id, tool_id
  ), mailed as (
    insert into mails (id, kind, recipient, subject, data, purchase_id)
    select $1, 'order_placed', 'ada@example.com', 'An order', '{}', $1
  ), audited as (
    insert into audit_events (id, actor, action, subject, subject_id, subject_name)
    select $1, 'shop', 'order.placed', 'order', $1, 'An order'
  )
  insert into stock_holds (order_id, tool_id, quantity, expires_at) select id, tool_id, 1, now() + interval '1 day' from placed`;

/** Measures purchases of 1, 10 and 100 lines, alternating with bare SQL that writes the same rows. */
export async function measurePurchases(
  shop: RunningShop,
  admin: string,
  customers: readonly SignedInUser[],
  seconds: number,
): Promise<PurchaseRates[]> {
  const pool = new pg.Pool({ connectionString: await findDatabaseUrl(shop), max: CLIENTS });
  try {
    await pool.query('create sequence if not exists bare_numbers start 100000000');
    const toolIds = await createTools(shop.origin, admin, 200);
    const { rows } = await pool.query('select id from users limit 1');
    const results: PurchaseRates[] = [];
    for (const lines of [1, 10, 100]) {
      const rates = { shop: 0, bare: 0 };
      // Alternate and keep the better run of each, so that other load on the machine affects both alike.
      for (let turn = 0; turn < 2; turn += 1) {
        rates.bare = Math.max(rates.bare, await runBare(pool, { userId: rows[0].id, toolIds, lines, seconds }));
        rates.shop = Math.max(rates.shop, await runShop(shop.origin, customers, { toolIds, lines, seconds }));
      }
      const ratio = Math.round((rates.shop / rates.bare) * 100) / 100;
      results.push({ lines, shop: Math.round(rates.shop), bare: Math.round(rates.bare), ratio, goal: 0.5 });
    }
    await pool.query('drop sequence bare_numbers');
    return results;
  } finally {
    await pool.end();
  }
}

async function createTools(origin: string, admin: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const tool = {
      itemName: `Basket tool ${at}`,
      about: 'For measuring.',
      balance: 12.5,
      quantity: STOCK,
      minOrderQuantity: 1,
      picture: '/images/drawings/claw-hammer.svg',
    };
    const stored = await sendRequest('POST', `${origin}/api/tools`, tool, admin);
    ids.push(((await stored.json()) as { insertedId: string }).insertedId);
  }
  return ids;
}

interface Load {
  toolIds: readonly string[];
  lines: number;
  seconds: number;
}

/** Each client buys different tools if there are enough. */
function chooseTools({ toolIds, lines }: Load, client: number): string[] {
  return Array.from({ length: lines }, (_, line) => toolIds[(client * lines + line) % toolIds.length] ?? '');
}

async function runShop(origin: string, customers: readonly SignedInUser[], load: Load): Promise<number> {
  let client = 0;
  const result = await autocannon({
    url: `${origin}/api/purchases`,
    connections: CLIENTS,
    duration: load.seconds,
    method: 'POST',
    setupClient(connection) {
      const at = client++;
      const body = { lines: chooseTools(load, at).map((toolId) => ({ toolId, quantity: 1 })) };
      connection.setHeadersAndBody(
        { 'content-type': 'application/json', authorization: `Bearer ${customers[at % customers.length]?.token}` },
        JSON.stringify(body),
      );
    },
  });
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} purchases were refused`);
  return result['2xx'] / load.seconds;
}

async function runBare(pool: pg.Pool, { userId, ...load }: Load & { userId: string }): Promise<number> {
  let count = 0;
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const tools = chooseTools(load, client);
    const connection = await pool.connect();
    try {
      for (let at = 0; !isOver; at += 1) {
        const id = `bare${client}x${Date.now()}x${at}`;
        await connection.query({ name: 'bare_purchase', text: BARE_PURCHASE, values: [id, tools, userId] });
        if (!isOver) count += 1;
      }
    } finally {
      connection.release();
    }
  });
  await pause(load.seconds * 1_000);
  isOver = true;
  await Promise.all(clients);
  return count / load.seconds;
}
