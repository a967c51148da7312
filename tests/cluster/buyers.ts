import { randomUUID } from 'node:crypto';
import { createRandom, type Random } from '#tests/support/random.ts';
import { type SignedInUser, sendRequest } from '#tests/support/running-shop.ts';
import type { Ledger } from './ledger.ts';
import type { Requests } from './requests.ts';
import type { Sessions } from './sessions.ts';
import { PUBLIC_ORIGIN } from './topology.ts';

const TOOLS = 8;
/** A new visit and a new buyer come this often, however long the others have to wait. */
const TASK_MS = 150;
const PAGE_MS = 200;
const PAGES = ['/home', '/tools', '/blog', '/api/tools'];
const PRICE = 12.5;

const toName = (tool: number) => `Claw hammer ${tool}`;

/** Buyers who order, buy, pay and get refunds at a steady pace, and visitors who look at public pages. */
export class Buyers {
  readonly #requests: Requests;
  readonly #ledger: Ledger;
  readonly #sessions: Sessions;
  readonly #random: Random;
  readonly #tasks = new Set<Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #tools: { toolId: string; itemName: string }[] = [];

  constructor(
    { requests, ledger, sessions }: { requests: Requests; ledger: Ledger; sessions: Sessions },
    seed: number,
  ) {
    this.#requests = requests;
    this.#ledger = ledger;
    this.#sessions = sessions;
    this.#random = createRandom(seed);
  }

  /** Adds the tools, unless an interrupted run has done so. */
  async prepare(): Promise<void> {
    for (let at = this.#ledger.notes.tools.length; at < TOOLS; at += 1) {
      const tool = {
        itemName: toName(at),
        about: 'For the test of the cluster.',
        balance: PRICE,
        quantity: 1_000_000,
        minOrderQuantity: 1,
        picture: '/images/drawings/claw-hammer.svg',
      };
      const stored = await sendRequest('POST', `${PUBLIC_ORIGIN}/api/tools`, tool, this.#sessions.admin);
      this.#ledger.note('tools', ((await stored.json()) as { insertedId: string }).insertedId);
    }
    this.#tools = this.#ledger.notes.tools.map((toolId, at) => ({ toolId, itemName: toName(at) }));
  }

  begin(): void {
    this.#timers = [
      setInterval(() => this.#follow(this.#act()), TASK_MS),
      setInterval(() => this.#follow(this.#requests.visit(this.#random.pick(PAGES))), PAGE_MS),
    ];
  }

  /** Lets nobody new in, and waits until everybody has been answered. */
  async finish(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#tasks);
  }

  #follow(task: Promise<void>): void {
    this.#tasks.add(task);
    void task.finally(() => this.#tasks.delete(task));
  }

  #newKey(): string {
    const key = randomUUID();
    this.#ledger.note('keys', key);
    return key;
  }

  async #act(): Promise<void> {
    const buyer = this.#random.pick(this.#sessions.buyers);
    if (this.#random.next() < 0.4) return this.#order(buyer);
    const isPaid = this.#random.next() < 0.6;
    const isRefunded = this.#random.next() < 0.3;
    const placed = await this.#purchase(buyer);
    if (placed && isPaid && (await this.#pay(buyer, placed)) && isRefunded) await this.#refund(placed.id);
  }

  async #order({ token, name, email }: SignedInUser): Promise<void> {
    const { toolId, itemName } = this.#random.pick(this.#tools);
    const placed = await this.#requests.repeat<{ insertedId: string }>({
      method: 'POST',
      path: '/api/order',
      name: '/api/order',
      token,
      key: this.#newKey(),
      body: { toolId, itemName, quantity: 1, price: PRICE, name, email },
    });
    if (placed) this.#ledger.note('orders', placed.insertedId);
  }

  async #purchase({ token }: SignedInUser): Promise<{ id: string; orders: string[] } | null> {
    const first = this.#tools.indexOf(this.#random.pick(this.#tools));
    const lines = [first, (first + 1) % TOOLS].map((at) => ({ toolId: this.#tools[at]?.toolId, quantity: 1 }));
    const placed = await this.#requests.repeat<{ insertedId: string; number: string; orders: string[] }>({
      method: 'POST',
      path: '/api/purchases',
      name: '/api/purchases',
      token,
      key: this.#newKey(),
      body: { lines },
    });
    if (!placed) return null;
    this.#ledger.note('purchases', placed.insertedId);
    for (const order of placed.orders) this.#ledger.note('orders', order);
    await this.#requests.lookFor(placed.insertedId, {
      method: 'GET',
      path: `/api/purchases?q=${placed.number}`,
      name: '/api/purchases',
      token,
    });
    return { id: placed.insertedId, orders: placed.orders };
  }

  async #pay({ token }: SignedInUser, { id: purchase, orders }: { id: string; orders: string[] }): Promise<boolean> {
    const form = await this.#requests.repeat<{ clientSecret: string; publishableKey: string }>({
      method: 'POST',
      path: '/api/create-payment-intent',
      name: '/api/create-payment-intent',
      token,
      body: { purchase },
    });
    if (!form) return false;
    const intent = form.clientSecret.split('_secret_')[0] ?? '';
    const confirmed = await this.#requests.repeat<{ status: string }>({
      method: 'POST',
      path: `/card-sandbox/v1/payment_intents/${intent}/confirm`,
      name: '/card-sandbox/v1/payment_intents/…/confirm',
      token: form.publishableKey,
      body: new URLSearchParams({
        client_secret: form.clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
      }),
    });
    // A repetition of a confirmation whose answer was lost is refused. The report below says whether it was paid.
    if (confirmed?.status === 'succeeded') this.#ledger.note('charged', intent);
    const reported = await this.#requests.repeat({
      method: 'PATCH',
      path: `/api/myorder/${orders[0]}`,
      name: '/api/myorder/…',
      token,
      body: { order: orders[0], transactionId: intent },
    });
    if (reported) this.#ledger.note('paid', purchase);
    return reported !== null;
  }

  async #refund(purchase: string): Promise<void> {
    const made = await this.#requests.repeat<{ insertedId: string }>({
      method: 'POST',
      path: `/api/purchases/${purchase}/refunds`,
      name: '/api/purchases/…/refunds',
      token: this.#sessions.admin,
      key: this.#newKey(),
      body: { amount: 1, reason: 'A scratch' },
    });
    if (made) this.#ledger.note('refunds', made.insertedId);
  }
}
