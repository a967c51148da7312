import autocannon from 'autocannon';
import { type SignedInUser, sendRequest } from '#tests/support/running-shop.ts';

/** How long each load lasts. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);

/** Sends requests on 32 connections. Throws if any gets no response. */
export async function load(url: string, options: Partial<autocannon.Options> = {}): Promise<autocannon.Result> {
  const result = await autocannon({ url, connections: 32, duration: SECONDS, ...options });
  if (result.errors || result.timeouts)
    throw new Error(`${url}: ${result.errors} errors, ${result.timeouts} time-outs`);
  return result;
}

interface Orders {
  tools: number;
  perSecond: number;
  placed: number;
  goal: number;
}

/**
 * Places durable orders over HTTP with 16 clients as different customers. Throws unless stock and orders add up
 * afterwards.
 */
export async function placeOrders(
  origin: string,
  admin: string,
  customers: SignedInUser[],
  toolCount: number,
): Promise<Orders> {
  const stock = 1_000_000;
  const toolIds: string[] = [];
  for (let at = 0; at < toolCount; at += 1) {
    const tool = {
      itemName: `Bench tool ${toolCount}-${at}`,
      about: 'For measuring.',
      balance: 12.5,
      quantity: stock,
      minOrderQuantity: 1,
      picture: '/images/drawings/claw-hammer.svg',
    };
    const stored = (await (await sendRequest('POST', `${origin}/api/tools`, tool, admin)).json()) as {
      insertedId: string;
    };
    toolIds.push(stored.insertedId);
  }
  let client = 0;
  const result = await load(`${origin}/api/order`, {
    connections: 16,
    method: 'POST',
    setupClient(connection) {
      const at = client++;
      const customer = customers[at % customers.length];
      if (!customer) throw new Error('no customer');
      const tool = at % toolCount;
      connection.setHeadersAndBody(
        { 'content-type': 'application/json', authorization: `Bearer ${customer.token}` },
        JSON.stringify({
          toolId: toolIds[tool],
          itemName: `Bench tool ${toolCount}-${tool}`,
          quantity: 1,
          price: 12.5,
          name: customer.name,
          email: customer.email,
        }),
      );
    },
  });
  if (result.non2xx) throw new Error(`${result.non2xx} orders were refused`);
  let sold = 0;
  for (const id of toolIds) {
    const tool = (await (await fetch(`${origin}/api/tools/${id}`)).json()) as { quantity: number };
    sold += stock - tool.quantity;
  }
  // When the time is up, the load generator disconnects. It does not count orders that were in progress, but the shop
  // placed them.
  if (sold < result['2xx'] || sold > result['2xx'] + 16)
    throw new Error(`${result['2xx']} orders were confirmed, ${sold} pieces were taken`);
  return { tools: toolCount, perSecond: Math.round(result.requests.average), placed: sold, goal: 1000 };
}
