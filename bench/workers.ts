import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import {
  type RunningShop,
  removeDataDir,
  type SignedInUser,
  signInAdmin,
  signUp,
  startShop,
} from '#tests/support/running-shop.ts';
import { ensureBuilt } from '../scripts/prepare.mjs';
import { load, placeOrders } from './orders.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** Requests per second. */
interface Rates {
  reads: number;
  orders: number;
}

/** The processor time that the shop's processes have used, without PostgreSQL, in ms; 0 where the system does not tell. */
function readCpuMs(pid: number | undefined): number {
  try {
    const [utime = 0, stime = 0] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '')
      .split(' ')
      .slice(11)
      .map(Number);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    const workers = children.filter(
      (child) => child && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('server.js'),
    );
    return workers.reduce((sum, child) => sum + readCpuMs(child), (utime + stime) * MS_PER_TICK);
  } catch {
    return 0;
  }
}

/** Of Linux. */
const MS_PER_TICK = 10;

async function measure(shop: RunningShop, admin: string, customers: SignedInUser[]): Promise<Rates> {
  const url = `${shop.origin}/api/tools?limit=6`;
  await load(url, { duration: 2 });
  const before = readCpuMs(shop.process.pid);
  const { requests } = await load(url);
  const perRead = ((readCpuMs(shop.process.pid) - before) * 1_000) / requests.total;
  console.log(`  ${perRead.toFixed(0)} µs of processor time for a cached read`);
  const { perSecond } = await placeOrders(shop.origin, admin, customers, 16);
  return { reads: Math.round(requests.average), orders: perSecond };
}

async function signUpCustomers(shop: RunningShop): Promise<SignedInUser[]> {
  const customers: SignedInUser[] = [];
  for (let at = 0; at < 16; at += 1)
    customers.push(
      await signUp(shop.origin, { email: `bench-${at}@example.com`, password: 'bench-password', name: 'Ada Smith' }),
    );
  return customers;
}

/** Each shop runs alone, and the two alternate, so that other load on the machine affects both alike. */
await ensureBuilt();
const best: Record<string, Rates> = {};
for (let round = 0; round < ROUNDS; round += 1) {
  for (const workers of ['1', '2']) {
    const shop = await startShop({ env: { WORKERS: workers } });
    try {
      const admin = await signInAdmin(shop.origin);
      const rates = await measure(shop, admin, await signUpCustomers(shop));
      console.log(
        `${workers} worker${workers === '1' ? '' : 's'}: ${rates.reads} cached reads/s, ${rates.orders} orders/s`,
      );
      const earlier = best[workers] ?? { reads: 0, orders: 0 };
      best[workers] = { reads: Math.max(earlier.reads, rates.reads), orders: Math.max(earlier.orders, rates.orders) };
    } finally {
      await shop.stop();
      removeDataDir(shop.dataDir);
    }
  }
}
const { 1: one, 2: two } = best;
if (one && two) {
  const compare = (kind: keyof Rates) => `${one[kind]}/s and ${two[kind]}/s: × ${(two[kind] / one[kind]).toFixed(2)}`;
  console.log(`${cpus().length} cores, which the load generator also uses; best of ${ROUNDS}`);
  console.log(`cached reads: ${compare('reads')}`);
  console.log(`orders: ${compare('orders')}`);
}
