import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { type CacheablePage, ignoreQuery } from '#src/platform/page-request.ts';
import { createPageCacheKey } from './cacheable-pages.server.ts';

function route(id: string, path: string | undefined, parentId: string | undefined, handle?: CacheablePage) {
  return { id, path, parentId, module: { default: () => null, handle } };
}

const routes = {
  root: route('root', '', undefined),
  layout: route('layout', undefined, 'root'),
  home: { ...route('home', undefined, 'layout', { cacheKey: ignoreQuery }), index: true },
  tools: route('tools', 'tools', 'layout', {
    cacheKey: (search) => (search.has('q') ? null : search.get('page') === '2' ? '?page=2' : ''),
  }),
  tool: route('tool', 'tool/:id', 'layout', { cacheKey: ignoreQuery }),
  profile: route('profile', 'profile', 'layout'),
  unknown: route('unknown', '*', 'layout'),
} as unknown as ServerBuild['routes'];

test.each([
  ['/', '/'],
  ['/?utm_source=x', '/'],
  ['/_.data', '/_.data'],
  ['/tools', '/tools'],
  ['/tools?page=2', '/tools?page=2'],
  ['/tools?utm_source=x&page=2&page=3', '/tools?page=2'],
  ['/tools?page=0002', '/tools'],
  ['/tools.data?_routes=tools&page=2', '/tools.data?page=2&_routes=tools'],
  ['/tool/abc', '/tool/abc'],
  ['/tool/abc?page=2', '/tool/abc'],
  // Other spellings of a path, and unknown segments.
  ['/tools/', null],
  ['/TOOLS', null],
  ['//tools', null],
  ['/tools.data?_routes=other', null],
  ['/tools.data?_routes=tools&_routes=home', null],
  ['/tools?q=saw', null],
  ['/profile', null],
  ['/nowhere', null],
])('the key of %s is %s', (path, key) => {
  expect(createPageCacheKey(routes)(new URL(`https://shop.example${path}`))).toBe(key);
});

test('exactly the pages with cache tags declare themselves cacheable', () => {
  const folder = fileURLToPath(new URL('../routes', import.meta.url));
  const pages = readdirSync(folder).filter((file) => file.endsWith('.tsx'));
  const contents = pages.map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
  const tagged = contents.filter(({ text }) => text.includes('context.get(cacheTags)')).map(({ file }) => file);
  expect(tagged.length).toBeGreaterThan(10);
  expect(contents.filter(({ text }) => text.includes('satisfies CacheablePage')).map(({ file }) => file)).toEqual(
    tagged,
  );
});
