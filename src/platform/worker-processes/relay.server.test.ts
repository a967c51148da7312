import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { MetricsSnapshot } from './collected-metrics.server.ts';
import { createMachineTurn } from './machine-turn.server.ts';
import type { ToWorker } from './messages.ts';
import { createRelay } from './relay.server.ts';

/** Workers that report their metrics when asked, unless they hang. */
function connect(count: number) {
  const inboxes = new Map<number, ToWorker[]>();
  const hanging = new Set<number>();
  const workers = Array.from({ length: count }, (_, at) => {
    const registry = new Registry();
    const requests = new Counter({ name: 'requests_total', help: 'Requests.', registers: [registry] });
    const open = new Gauge({ name: 'open', help: 'Open.', registers: [registry] });
    inboxes.set(at + 1, []);
    return { id: at + 1, registry, requests, open };
  });
  function send(worker: number, message: ToWorker): void {
    inboxes.get(worker)?.push(message);
    if (message.kind !== 'report metrics' || hanging.has(worker)) return;
    void workers[worker - 1]?.registry.getMetricsAsJSON().then((snapshot) => {
      relay.receive(worker, {
        kind: 'snapshot',
        collection: message.collection,
        snapshot: snapshot as MetricsSnapshot,
      });
    });
  }
  const relay = createRelay({
    size: count,
    send,
    broadcast(message, except) {
      for (const id of inboxes.keys()) if (id !== except) send(id, message);
    },
  });
  for (const { id } of workers) relay.receive(id, { kind: 'hello' });
  async function readMetrics(worker: number): Promise<string> {
    relay.receive(worker, { kind: 'read metrics', request: 1 });
    const find = () => inboxes.get(worker)?.findLast((message) => message.kind === 'metrics');
    inboxes.set(worker, []);
    await expect.poll(find, { timeout: 3_000 }).toBeDefined();
    return find()?.text ?? '';
  }
  return { relay, workers, inboxes, hanging, readMetrics };
}

test('what a worker has counted stays in the sums after its end, and its gauges do not', async () => {
  const { relay, workers, inboxes, readMetrics } = connect(2);
  for (const { requests, open } of workers) {
    requests.inc(3);
    open.set(2);
  }
  expect(await readMetrics(1)).toContain('requests_total 6');
  relay.forget(2);
  inboxes.delete(2);
  workers[0]?.requests.inc();
  const text = await readMetrics(1);
  expect(text).toContain('requests_total 7');
  expect(text).toContain('open 2');
  expect(text).toContain('shop_worker_ends_total 1');
});

test('a worker that hangs does not keep the others from reporting', async () => {
  const { workers, hanging, readMetrics } = connect(2);
  workers[0]?.requests.inc(5);
  hanging.add(2);
  expect(await readMetrics(1)).toContain('requests_total 5');
});

test('one worker at a time has the right, in order, and a worker that ends gives it back', async () => {
  const { relay, inboxes } = connect(3);
  const news = (worker: number) =>
    (inboxes.get(worker) ?? []).flatMap((message) => (message.kind === 'turn' ? [message.news] : []));
  for (const worker of [1, 2, 3]) relay.receive(worker, { kind: 'turn', request: 'take' });
  expect([1, 2, 3].map(news)).toEqual([['granted', 'wanted', 'wanted'], [], []]);
  relay.receive(1, { kind: 'turn', request: 'give back' });
  expect([2, 3].map(news)).toEqual([['granted', 'wanted'], []]);
  relay.forget(2);
  expect(news(3)).toEqual(['granted']);
});

test('a worker asks for the right once, and keeps it until it gives it back', async () => {
  const sent: string[] = [];
  const turn = createMachineTurn((request) => sent.push(request));
  const taken = Promise.all([turn.take(), turn.take()]);
  turn.receive('granted');
  await taken;
  let wanted = 0;
  turn.onWanted(() => {
    wanted += 1;
  });
  turn.receive('wanted');
  expect([turn.isWanted(), wanted]).toEqual([true, 1]);
  turn.giveBack();
  expect(turn.isWanted()).toBe(false);
  expect(sent).toEqual(['take', 'give back']);
});
