import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { removeDataDir, type SignedInUser, signInAdmin, signUp, startShop } from '#tests/support/running-shop.ts';
import { ensureBuilt } from '../scripts/prepare.mjs';
import { load, placeOrders, SECONDS } from './orders.ts';
import { measurePurchases } from './purchases.ts';

interface Comparison {
  path: string;
  shop: number;
  bare: number;
  ratio: number;
  goal: number;
}

/**
 * Alternates shop and baseline twice and keeps the better run of each, so that other load on the machine affects both
 * alike.
 */
async function compare(origin: string, path: string, goal: number): Promise<Comparison> {
  const response = await fetch(origin + path);
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const child = fork(new URL('./bare-server.ts', import.meta.url), { stdio: 'ignore' });
  const listening = new Promise<{ port: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { port: number })),
  );
  child.send({ body, type: response.headers.get('content-type') ?? 'text/plain' });
  const bareUrl = `http://127.0.0.1:${(await listening).port}${path}`;
  await load(origin + path, { duration: 2 });
  await load(bareUrl, { duration: 2 });
  let shop = 0;
  let bare = 0;
  for (let run = 0; run < 2; run += 1) {
    bare = Math.max(bare, (await load(bareUrl)).requests.average);
    const measured = await load(origin + path);
    if (measured.non2xx) throw new Error(`${path}: ${measured.non2xx} responses were not 2xx`);
    shop = Math.max(shop, measured.requests.average);
  }
  child.disconnect();
  return { path, shop: Math.round(shop), bare: Math.round(bare), ratio: Math.round((shop / bare) * 100) / 100, goal };
}

await ensureBuilt();
const shop = await startShop();
try {
  const [latest] = (await (await fetch(`${shop.origin}/api/tools?limit=1`)).json()) as { _id: string }[];
  const comparisons = [
    await compare(shop.origin, '/api/tools?limit=6', 0.6),
    await compare(shop.origin, `/api/tools/${latest?._id}`, 0.6),
    await compare(shop.origin, '/home', 0.5),
  ];
  const admin = await signInAdmin(shop.origin);
  const customers: SignedInUser[] = [];
  for (let at = 0; at < 16; at += 1) {
    customers.push(
      await signUp(shop.origin, { email: `bench-${at}@example.com`, password: 'bench-password', name: 'Ada Smith' }),
    );
  }
  const orders = [
    await placeOrders(shop.origin, admin, customers, 16),
    await placeOrders(shop.origin, admin, customers, 1),
  ];

  const purchases = await measurePurchases(shop, admin, customers, SECONDS);

  for (const { path, shop: rate, bare, ratio, goal } of comparisons) {
    const shown = path.startsWith('/api/tools/') ? '/api/tools/{id}' : path;
    console.log(
      `${shown.padEnd(22)} ${rate} of ${bare} requests/s: ${ratio} (goal ${goal})${ratio < goal ? '  BELOW' : ''}`,
    );
  }
  for (const { tools, perSecond, goal } of orders) {
    console.log(
      `durable orders, 16 clients, ${tools} tool${tools > 1 ? 's' : ''}: ${perSecond}/s (goal ${goal})${perSecond < goal ? '  BELOW' : ''}`,
    );
  }
  for (const { lines, shop: rate, bare, ratio, goal } of purchases) {
    console.log(
      `purchases of ${lines} line${lines > 1 ? 's' : ''}: ${rate} of ${bare}/s by bare SQL: ${ratio} (goal ${goal})${ratio < goal ? '  BELOW' : ''}`,
    );
  }
  const conditions = {
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]?.model,
    secondsPerLoad: SECONDS,
    at: new Date().toISOString(),
  };
  const named = comparisons.map((comparison) => ({
    ...comparison,
    path: comparison.path.replace(/tools\/.*/, 'tools/{id}'),
  }));
  writeFileSync(
    new URL('./last-results.json', import.meta.url),
    `${JSON.stringify({ conditions, comparisons: named, orders, purchases }, null, 2)}\n`,
  );
  process.exitCode =
    [...comparisons, ...purchases].some(({ ratio, goal }) => ratio < goal) || (orders[0]?.perSecond ?? 0) < 1000
      ? 1
      : 0;
} finally {
  await shop.stop();
  removeDataDir(shop.dataDir);
}
