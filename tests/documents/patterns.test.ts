import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { findCost, findPatterns, PUT_TOGETHER } from '../../scripts/check-patterns.mjs';

const files = globSync('src/**/*.{ts,tsx,mjs}').filter((file) => !/\.(test|testing)\./.test(file));
const withParts = files.filter((file) =>
  findPatterns(file, readFileSync(file, 'utf8')).some(({ pattern }) => pattern === null),
);

test('only a few files put patterns together', () => {
  expect(withParts.length).toBeLessThan(11);
  expect(withParts).toEqual(expect.arrayContaining([...PUT_TOGETHER.keys()]));
});

test.each(withParts.filter((file) => !PUT_TOGETHER.has(file)))(
  'patterns that %s puts together take linear time',
  async (file) => {
    const made: { source: string; flags: string }[] = [];
    const noting = new Proxy(RegExp, {
      construct(target, [source, flags = '']: [string | RegExp, string?]) {
        if (typeof source === 'string') made.push({ source, flags });
        return new target(source, flags);
      },
    });
    vi.resetModules();
    vi.stubGlobal('RegExp', noting);
    await import(`../../${file}`);
    vi.unstubAllGlobals();
    vi.resetModules();
    expect(made.length).toBeGreaterThan(0);
    expect(made.flatMap((pattern) => findCost(pattern) ?? [])).toEqual([]);
  },
);
