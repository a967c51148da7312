import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { createPublicPageMatcher } from './public-pages.server.ts';

function route(id: string, path: string | undefined, parentId: string | undefined, handle?: object) {
  return { id, path, parentId, module: { default: () => null, handle } };
}

const routes = {
  root: route('root', '', undefined),
  layout: route('layout', undefined, 'root'),
  home: { ...route('home', undefined, 'layout', { publicParameters: [] }), index: true },
  tools: route('tools', 'tools', 'layout', { publicParameters: ['page'] }),
  tool: route('tool', 'tool/:id', 'layout', { publicParameters: [] }),
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
])('%s is public: %s', (path, isPublic) => {
  expect(createPublicPageMatcher(routes)(new URL(path, 'https://shop.example'))).toBe(isPublic);
});

test('each page that says what it shows declares itself public, and no other', () => {
  const folder = fileURLToPath(new URL('../routes', import.meta.url));
  const pages = readdirSync(folder).filter((file) => file.endsWith('.tsx'));
  const contents = pages.map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
  const tagged = contents.filter(({ text }) => text.includes('context.get(cacheTags)')).map(({ file }) => file);
  expect(tagged.length).toBeGreaterThan(10);
  expect(contents.filter(({ text }) => text.includes('satisfies PublicPage')).map(({ file }) => file)).toEqual(tagged);
});
