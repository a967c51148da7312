import { expect, test, vi } from 'vitest';
import type { HostedTax, TaxQuestion } from '#src/shared/totals/hosted-tax.ts';
import { guardTaxCalculator, TaxServiceBusy } from './guarded-tax-calculator.server.ts';
import { ProviderUnavailable } from './provider-errors.server.ts';
import { rememberTax } from './remembered-tax.server.ts';

const question = (amountMinor = 100): TaxQuestion => ({
  currency: 'usd',
  pricesInclude: 'net',
  lines: [{ amountMinor, quantity: 1, taxCode: 'txcd_99999999' }],
  shipping: null,
  destination: { country: 'US', region: '', postalCode: '44114' },
  origin: null,
  buyer: { vatId: '', isExempt: false },
});
const ANSWER: HostedTax = { kind: 'calculated', lines: [], shipping: null };

/** A calculator that answers what it is told to, with a clock of its own. */
function createGuarded() {
  const state = { now: 0, calls: 0, answer: async (): Promise<HostedTax> => ANSWER };
  const results: string[] = [];
  const health: (string | null)[] = [];
  const calculate = () => {
    state.calls += 1;
    return state.answer();
  };
  const guarded = guardTaxCalculator(
    { calculate },
    {
      monitor: { up: () => health.push(null), down: (reason) => health.push(reason) },
      metrics: { observe: (result) => results.push(result) },
      now: () => state.now,
    },
  );
  return { state, results, health, guarded };
}

test('after three failures in a row nobody waits for ten seconds, and then somebody asks again', async () => {
  const { state, results, health, guarded } = createGuarded();
  state.answer = () => Promise.reject(new ProviderUnavailable('away', { reason: 'It is away.' }));
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(guarded.calculate(question(), 'ada')).rejects.toThrow(ProviderUnavailable);
  expect([state.calls, results]).toEqual([3, ['unavailable', 'unavailable', 'unavailable', 'skipped', 'skipped']]);
  expect(health).toEqual(['It is away.', 'It is away.', 'It is away.']);
  state.now = 10_000;
  state.answer = async () => ANSWER;
  expect(await guarded.calculate(question(), 'ada')).toBe(ANSWER);
  expect([state.calls, health.at(-1)]).toEqual([4, null]);
});

test('a question that is rejected says nothing about the service', async () => {
  const { state, health, guarded } = createGuarded();
  state.answer = () => Promise.reject(new ProviderUnavailable('rejected', { reason: null, rejected: true }));
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(guarded.calculate(question(), 'ada')).rejects.toThrow('rejected');
  expect([state.calls, health]).toEqual([5, []]);
});

test('a client that floods the queue makes nobody believe that the service is down, and keeps nobody waiting', async () => {
  const { state, results, health, guarded } = createGuarded();
  const { promise, resolve } = Promise.withResolvers<HostedTax>();
  state.answer = () => promise;
  const flood = Array.from({ length: 125 }, () => guarded.calculate(question(), 'flood').catch((error) => error));
  await expect(guarded.calculate(question(), 'flood')).rejects.toThrow(TaxServiceBusy);
  expect(state.calls).toBe(4);
  const other = guarded.calculate(question(), 'ada');
  await Promise.resolve();
  expect(state.calls).toBe(5);
  resolve(ANSWER);
  expect(await other).toBe(ANSWER);
  const answers = await Promise.all(flood);
  expect(answers.filter((answer) => answer === ANSWER)).toHaveLength(12);
  expect(answers.filter((answer) => answer instanceof TaxServiceBusy)).toHaveLength(113);
  expect(results.filter((result) => result === 'busy')).toHaveLength(114);
  expect(health.every((reason) => reason === null)).toBe(true);
  expect(await guarded.calculate(question(), 'flood')).toBe(ANSWER);
});

test('a question waits for its turn for two seconds, and then has all its time', async () => {
  vi.useFakeTimers();
  try {
    const { state, health, guarded } = createGuarded();
    const first = Promise.withResolvers<HostedTax>();
    state.answer = () => first.promise;
    const sent = Array.from({ length: 4 }, () => guarded.calculate(question(), 'ada'));
    const waiting = guarded.calculate(question(), 'ada');
    await vi.advanceTimersByTimeAsync(1_900);
    const second = Promise.withResolvers<HostedTax>();
    state.answer = () => second.promise;
    first.resolve(ANSWER);
    await Promise.all(sent);
    await vi.advanceTimersByTimeAsync(1_900);
    second.resolve(ANSWER);
    expect(await waiting).toBe(ANSWER);
    expect(health.every((reason) => reason === null)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('an answer is remembered for five minutes of one day; a failure is not', async () => {
  const state = { now: 0, calls: 0, fails: true };
  const remembered = rememberTax(
    {
      async calculate() {
        state.calls += 1;
        if (state.fails) throw new ProviderUnavailable('away');
        return ANSWER;
      },
    },
    () => state.now,
  );
  await expect(remembered.ask(question(), '2026-11-29', 'ada')).rejects.toThrow('away');
  expect(remembered.recall(question(), '2026-11-29')).toBeNull();
  state.fails = false;
  await remembered.ask(question(), '2026-11-29', 'ada');
  expect(await remembered.recall(question(), '2026-11-29')).toBe(ANSWER);
  expect(remembered.recall(question(), '2026-11-30')).toBeNull();
  expect(remembered.recall(question(200), '2026-11-29')).toBeNull();
  state.now = 5 * 60_000;
  expect(remembered.recall(question(), '2026-11-29')).toBeNull();
});

test('no more than five hundred answers are remembered', async () => {
  const remembered = rememberTax({ calculate: async () => ANSWER });
  for (let amount = 1; amount <= 501; amount += 1) await remembered.ask(question(amount), 'today', 'ada');
  expect(remembered.recall(question(1), 'today')).toBeNull();
  expect(remembered.recall(question(2), 'today')).not.toBeNull();
});
