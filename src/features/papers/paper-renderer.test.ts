import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { Overloaded } from '#src/platform/overloaded.server.ts';
import { makeInvoice } from '#tests/support/paper-data.ts';
import { createPaperRenderer, type PaperLimits, type PaperRenderer } from './paper-renderer.server.ts';
import { renderPaper } from './render-paper.server.ts';

const log = { warn: vi.fn() };
const running: PaperRenderer[] = [];
afterEach(async () => {
  for (const renderer of running.splice(0)) await renderer.stop();
  vi.resetAllMocks();
});

function start(limits: Partial<PaperLimits> = {}): PaperRenderer {
  const renderer = createPaperRenderer({ log, limits });
  running.push(renderer);
  return renderer;
}

const SHORT = makeInvoice(1);
const LONG = makeInvoice(1_000);

test('the thread renders the same bytes as this process', async () => {
  const bytes = await start().render(SHORT);
  expect(Buffer.from(bytes).equals(await renderPaper(SHORT))).toBe(true);
});

test('the event loop is not blocked while a thousand lines are rendered', async () => {
  const renderer = start();
  await renderer.render(SHORT);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const from = performance.now();
  await renderer.render(LONG);
  const took = performance.now() - from;
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(took / 2);
});

test('a paper that does not add up is rejected with the reason, and the next one is rendered', async () => {
  const renderer = start();
  const wrong = { ...SHORT, totals: { ...SHORT.totals, totalMinor: 1 } };
  await expect(renderer.render(wrong)).rejects.toThrow('The lines: 1890 is not the total, 1.');
  expect((await renderer.render(SHORT)).length).toBeGreaterThan(10_000);
  expect(log.warn).not.toHaveBeenCalled();
});

test('no network gets more than its places, and rejected requests are told when to try again', async () => {
  const renderer = start({ maxPlacesPerNetwork: 2 });
  const first = [1, 2].map(() => renderer.render(SHORT, { network: '192.0.2.1' }));
  const refused = renderer.render(SHORT, { network: '192.0.2.1' });
  await expect(refused).rejects.toMatchObject({ name: 'Overloaded', code: 'busy', retryAfter: 2 });
  const other = renderer.render(SHORT, { network: '192.0.2.2' });
  expect((await Promise.all([...first, other])).map((bytes) => bytes.length)).toHaveLength(3);
  await renderer.render(SHORT, { network: '192.0.2.1' });
});

test('the total number of places is limited', async () => {
  const renderer = start({ maxPlaces: 3 });
  const networks = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
  const results = await Promise.allSettled(networks.map((network) => renderer.render(SHORT, { network })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
});

test('a client that has left does not take a turn', async () => {
  const renderer = start();
  const gone = new AbortController();
  const first = renderer.render(SHORT);
  const left = renderer.render(SHORT, { network: '192.0.2.1', signal: gone.signal });
  gone.abort();
  await expect(left).rejects.toBeInstanceOf(Overloaded);
  await first;
});

test('a paper that takes too long is aborted with its thread, and the next one is rendered', async () => {
  const from = performance.now();
  await start().render(SHORT);
  // On a busy machine, a thread takes seconds to start.
  const renderer = start({ timeoutMs: Math.max(2_500, 2 * (performance.now() - from)) });
  await renderer.render(SHORT);
  // All words differ, so that each one is measured again and needs its own box glyph.
  const makeText = (seed: number) =>
    Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e00 + ((seed * 200 + at) % 20_000))).join('');
  const lines = LONG.lines.map((line, index) => ({ ...line, itemName: makeText(index), sku: makeText(index + 7) }));
  await expect(renderer.render({ ...LONG, lines })).rejects.toThrow('it took too long');
  expect(log.warn).toHaveBeenCalledWith({ kind: 'invoice', reason: 'it took too long' }, expect.any(String));
  expect((await renderer.render(SHORT)).length).toBeGreaterThan(10_000);
});

test('a paper that takes too much memory ends its thread and nothing else', async () => {
  const renderer = start({ maxHeapMegabytes: 40 });
  await expect(renderer.render(LONG)).rejects.toThrow(/memory|ended/);
  expect((await renderer.render(SHORT)).length).toBeGreaterThan(10_000);
});

test('after closing, nothing is rendered, and papers in progress are rejected', async () => {
  const renderer = start();
  const inWork = renderer.render(LONG);
  const waiting = renderer.render(SHORT);
  const ended = Promise.allSettled([inWork, waiting]);
  await renderer.stop();
  expect((await ended).map((result) => result.status === 'rejected' && result.reason)).toEqual([
    expect.any(Overloaded),
    expect.any(Overloaded),
  ]);
  await expect(renderer.render(SHORT)).rejects.toBeInstanceOf(Overloaded);
});
