import { expect, test, vi } from 'vitest';
import { observePrefetched, PREFETCHED_FRESH_S, refreshPrefetched } from './prefetched-data.ts';

test('after a write, data that were fetched ahead lately are fetched anew, once', () => {
  let report: (entries: object[]) => void = () => {};
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (list: object) => void) {
        report = (entries) => callback({ getEntries: () => entries });
      }
      observe() {}
    },
  );
  const fetched: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { cache }: RequestInit) => fetched.push([url, cache]));
  refreshPrefetched();
  observePrefetched();
  const now = performance.now();
  report([
    { name: 'https://shop.example/home.data', initiatorType: 'link', responseEnd: now },
    {
      name: 'https://shop.example/tools.data',
      initiatorType: 'link',
      responseEnd: now - PREFETCHED_FRESH_S * 1_000 - 1,
    },
    { name: 'https://shop.example/blog.data', initiatorType: 'fetch', responseEnd: now },
    { name: 'https://shop.example/assets/home.js', initiatorType: 'link', responseEnd: now },
  ]);
  refreshPrefetched();
  refreshPrefetched();
  expect(fetched).toEqual([['https://shop.example/home.data', 'reload']]);
});
