import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadStripe } from './load-stripe.ts';

const scripts: { src: string; onload?: () => void; onerror?: () => void; remove: () => void }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  const createElement = () => ({ src: '', remove: vi.fn() });
  const append = (script: (typeof scripts)[number]) => scripts.push(script);
  vi.stubGlobal('document', { createElement, head: { append } });
  vi.stubGlobal('window', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the buyer gets an error if the script does not load in time, and the next call loads it again', async () => {
  const first = loadStripe('https://js.stripe.com/x/stripe.js', 'pk_1');
  const rejected = expect(first).rejects.toThrow('The card form could not be loaded.');
  await vi.advanceTimersByTimeAsync(15_000);
  await rejected;
  expect(scripts[0]?.remove).toHaveBeenCalled();
  const second = loadStripe('https://js.stripe.com/x/stripe.js', 'pk_1');
  vi.stubGlobal('window', Object.fromEntries([['Stripe', (key: string) => ({ key })]]));
  scripts[1]?.onload?.();
  expect(await second).toEqual({ key: 'pk_1' });
});
