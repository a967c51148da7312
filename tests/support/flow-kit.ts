import { randomUUID } from 'node:crypto';
import { seedTool } from '#src/seed/factories.server.ts';
import type { TestDatabase } from './database.ts';
import { signUp } from './running-shop.ts';

/** Workers write these tables at any time, also for earlier changes. */
export const WORKERS_TABLES: readonly string[] = ['mails', 'provider_events', 'card_sandbox.events'];

/** One run of a flow, with its own rows. */
export interface FlowRun {
  /** Each of its commits contains one of these. */
  about: readonly string[];
  /** Tables that identify its commits. The shop is killed before and after each of these commits. */
  commits: readonly string[];
  /** A commit that writes only these tables is not part of the flow. Default: the tables that workers write. */
  ignored?: readonly string[];
  /** Requests the flow from the shop, and may be called repeatedly. Null if a job starts the flow by itself. */
  ask: (() => Promise<Response>) | null;
  /** Summarizes everything that the flow changes. */
  read: () => Promise<string>;
  /** All summaries that may occur, in order: before the flow, after each intermediate commit, and after the flow. */
  states: readonly [string, string, ...string[]];
}

/** Flows by name. Each call prepares a run. */
export type Flows = Record<string, () => Promise<FlowRun>>;

export interface PlacedPurchase {
  id: string;
  orders: readonly string[];
}

export interface PaidPurchase extends PlacedPurchase {
  intentId: string;
}

export interface Buyer {
  token: string;
  email: string;
  addressId: string;
}

export type FlowKit = Awaited<ReturnType<typeof openFlowKit>>;

const STREET = {
  name: 'Ada Smith',
  line1: '1 Main Street',
  city: 'Dover',
  region: 'DE',
  postalCode: '19901',
  country: 'US',
};
/** Must not appear in any log. */
export const CARD_NUMBER = '4242424242424242';
export const PASSWORD = 'the-buyers-password';

/** Helpers that prepare flows in a running shop. `getOrigin` returns a new origin after each restart. */
export async function openFlowKit(database: TestDatabase, getOrigin: () => string, admin: string) {
  const { pool, db } = database;

  function ask(method: string, path: string, token: string, body?: unknown, key?: string): Promise<Response> {
    return fetch(`${getOrigin()}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  /** Returns the only value of the only row. */
  async function getText(statement: string, ...values: unknown[]): Promise<string> {
    const { rows } = await pool.query<Record<string, string>>(statement, values);
    return String(Object.values(rows[0] ?? {})[0]);
  }
  // Each run has its own tools, so that no run waits for another's lock on stock.
  const addTool = () => seedTool(db, { itemName: `Claw hammer ${randomUUID()}` });
  const addLines = async () => [
    { toolId: await addTool(), quantity: 10 },
    { toolId: await addTool(), quantity: 20 },
  ];

  async function addBuyer(email: string): Promise<Buyer> {
    const { token } = await signUp(getOrigin(), { email, password: PASSWORD, name: 'Ada Smith' });
    await pool.query('update users set email_confirmed = true where email = $1', [email]);
    const { insertedId } = await readResponse<{ insertedId: string }>(ask('POST', '/addresses', token, STREET));
    return { token, email, addressId: insertedId };
  }
  const buyer = await addBuyer('ada@example.com');
  // A separate buyer, since each purchase sends an email and an address gets at most fifty a day.
  const newcomer = await addBuyer('new@example.com');

  async function place(more: object = {}, { token } = buyer): Promise<PlacedPurchase> {
    const asked = ask('POST', '/purchases', token, { lines: await addLines(), ...more });
    const { insertedId: id, orders } = await readResponse<{ insertedId: string; orders: string[] }>(asked);
    return { id, orders };
  }

  async function beginToPay({ id: purchase }: PlacedPurchase) {
    const form = await readResponse<{ clientSecret: string; publishableKey: string }>(
      ask('POST', '/create-payment-intent', buyer.token, { purchase }),
    );
    const intentId = form.clientSecret.split('_secret_')[0] ?? '';
    const body = new URLSearchParams({
      client_secret: form.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': CARD_NUMBER,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    });
    const url = () => `${getOrigin()}/card-sandbox/v1/payment_intents/${intentId}/confirm`;
    const headers = { authorization: `Bearer ${form.publishableKey}` };
    return { intentId, confirmCard: () => fetch(url(), { method: 'POST', headers, body }) };
  }
  const reportPaid = ([order = '']: readonly string[], transactionId: string) =>
    ask('PATCH', `/myorder/${order}`, buyer.token, { order, transactionId });

  return {
    pool,
    admin,
    buyer,
    newcomer,
    ask,
    getText,
    addTool,
    addLines,
    addBuyer,
    place,
    beginToPay,
    reportPaid,
    async placeAndPay(more: object = {}): Promise<PaidPurchase> {
      const placed = await place(more);
      const { intentId, confirmCard } = await beginToPay(placed);
      await readResponse(confirmCard());
      await readResponse(reportPaid(placed.orders, intentId));
      return { ...placed, intentId };
    },
  };
}

/** Returns the body of a response. Throws if the request failed. */
export async function readResponse<T>(response: Promise<Response>): Promise<T> {
  const answered = await response;
  if (!answered.ok) throw new Error(`${answered.url}: ${answered.status} ${await answered.text()}`);
  return (await answered.json()) as T;
}
