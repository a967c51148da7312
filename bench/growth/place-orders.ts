import autocannon from 'autocannon';
import { type SignedInUser, sendRequest, signUp } from '#tests/support/running-shop.ts';
import { summarize, type Timing } from './timing.ts';

export interface OrderRates {
  /** Without other load, one order at a time. */
  alone: Timing;
  /** Orders per second by 16 customers at once. */
  perSecond: number;
}

const CLIENTS = 16;
const ALONE = 100;

/** Adds 16 tools, signs up 16 customers, and has them order the tools. */
export async function measureOrders(origin: string, admin: string, seconds: number): Promise<OrderRates> {
  const customers: SignedInUser[] = [];
  const toolIds: string[] = [];
  // Makes email addresses unique, since an installation may be measured more than once.
  const run = Date.now();
  for (let at = 0; at < CLIENTS; at += 1) {
    customers.push(
      await signUp(origin, {
        email: `growth-${run}-${at}@example.com`,
        password: 'growth-password',
        name: 'Ada Smith',
      }),
    );
    toolIds.push(await addTool(origin, admin, at));
  }
  const write = (at: number, { name, email }: SignedInUser) =>
    JSON.stringify({ toolId: toolIds[at], itemName: nameTool(at), quantity: 1, price: 12.5, name, email });
  const times: number[] = [];
  for (let sample = 0; sample < ALONE; sample += 1) {
    const customer = customers[sample % CLIENTS];
    if (!customer) throw new Error('no customer');
    const begun = performance.now();
    await sendRequest('POST', `${origin}/api/order`, JSON.parse(write(sample % CLIENTS, customer)), customer.token);
    times.push(performance.now() - begun);
  }
  let client = 0;
  const load = (duration: number) =>
    autocannon({
      url: `${origin}/api/order`,
      connections: CLIENTS,
      duration,
      method: 'POST',
      setupClient(connection) {
        const at = client++ % CLIENTS;
        const customer = customers[at];
        if (!customer) throw new Error('no customer');
        connection.setHeadersAndBody(
          { 'content-type': 'application/json', authorization: `Bearer ${customer.token}` },
          write(at, customer),
        );
      },
    });
  // The first load warms up PostgreSQL: after the list requests, its cache has none of the pages that orders need.
  await load(seconds);
  const result = await load(seconds);
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx + result.errors} orders were refused`);
  return { alone: summarize(times), perSecond: Math.round(result['2xx'] / result.duration) };
}

const nameTool = (at: number) => `Growth tool ${at}`;

/** Adds a tool with plenty of stock and returns its id. */
export async function addTool(origin: string, admin: string, at: number): Promise<string> {
  const tool = {
    itemName: nameTool(at),
    about: 'For measuring.',
    balance: 12.5,
    quantity: 1_000_000,
    minOrderQuantity: 1,
    picture: '/images/drawings/claw-hammer.svg',
  };
  const stored = await sendRequest('POST', `${origin}/api/tools`, tool, admin);
  return ((await stored.json()) as { insertedId: string }).insertedId;
}
