import { expect, test, vi } from 'vitest';
import { PREFETCHED_FRESH_S, refreshPrefetched } from './prefetched-data.ts';

test('after a write, recently prefetched data is fetched again', () => {
  const now = performance.now();
  const home = { name: 'https://shop.example/home.data?_routes=home', initiatorType: 'link', responseEnd: now };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    home,
    { ...home, name: 'https://shop.example/tools.data', responseEnd: now - PREFETCHED_FRESH_S * 1_000 - 1 },
    { ...home, name: 'https://shop.example/blog.data', initiatorType: 'fetch' },
    { ...home, name: 'https://shop.example/assets/home.js' },
  ] as unknown as PerformanceEntryList);
  const fetched: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { cache }: RequestInit) => fetched.push([url, cache]));
  refreshPrefetched();
  expect(fetched).toEqual([[home.name, 'reload']]);
});
