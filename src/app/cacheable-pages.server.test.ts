import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { createCacheablePageMatcher } from './cacheable-pages.server.ts';

function route(id: string, path: string | undefined, parentId: string | undefined, handle?: object) {
  return { id, path, parentId, module: { default: () => null, handle } };
}

const routes = {
  root: route('root', '', undefined),
  layout: route('layout', undefined, 'root'),
  home: { ...route('home', undefined, 'layout', { cacheKeyParameters: [] }), index: true },
  tools: route('tools', 'tools', 'layout', { cacheKeyParameters: ['page'] }),
  tool: route('tool', 'tool/:id', 'layout', { cacheKeyParameters: [] }),
  profile: route('profile', 'profile', 'layout'),
  unknown: route('unknown', '*', 'layout'),
} as unknown as ServerBuild['routes'];

test.each([
  ['/', true],
  ['/_.data', true],
  ['/tools', true],
  ['/tools/', true],
  ['/tools?page=2', true],
  ['/tools.data?page=2&_routes=tools', true],
  ['/tool/abc', true],
  ['/tools?q=saw', false],
  ['/tools?page=2&utm_source=x', false],
  ['/tools.data?_routes=other', false],
  ['/tool/abc?page=2', false],
  ['/profile', false],
  ['/nowhere', false],
])('%s is cacheable: %s', (path, isCacheable) => {
  expect(createCacheablePageMatcher(routes)(new URL(path, 'https://shop.example'))).toBe(isCacheable);
});

test('each page that says what it shows declares itself cacheable, and no other', () => {
  const folder = fileURLToPath(new URL('../routes', import.meta.url));
  const pages = readdirSync(folder).filter((file) => file.endsWith('.tsx'));
  const contents = pages.map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
  const tagged = contents.filter(({ text }) => text.includes('context.get(cacheTags)')).map(({ file }) => file);
  expect(tagged.length).toBeGreaterThan(10);
  expect(contents.filter(({ text }) => text.includes('satisfies CacheablePage')).map(({ file }) => file)).toEqual(
    tagged,
  );
});
