import { expect, test } from 'vitest';
import { shortenRouteManifest } from './shorten-route-manifest.mjs';

const HOME = {
  id: 'routes/home',
  parentId: 'root',
  path: 'home',
  hasLoader: true,
  hasAction: false,
  module: '/assets/home-Ab_-1234.js',
  imports: ['/assets/lists-12345678.js'],
  css: ['/assets/home.css'],
  clientLoaderModule: '/assets/home-client-loader-12345678.js',
};

test('the shortened list of routes sets the same list, without the files that are always loaded', () => {
  const index = { id: 'routes/index', parentId: 'root', index: true, module: '/assets/index-12345678.js', imports: [] };
  const others = {
    entry: { module: '/assets/entry-12345678.js', imports: [], css: [] },
    url: '/assets/m.js',
    version: 'v',
  };
  const always = ['/assets/vendor-1234567.js', '/assets/frame-ab_-567.js', '/assets/rolldown-runtime-1234567.js'];
  const written = {
    ...others,
    routes: { 'routes/home': { ...HOME, imports: [...always, ...HOME.imports] }, 'routes/index': index },
  };
  const target: { __reactRouterManifest?: unknown } = {};
  new Function('window', shortenRouteManifest(`window.__reactRouterManifest=${JSON.stringify(written)};`))(target);
  expect(target.__reactRouterManifest).toStrictEqual({
    ...others,
    routes: { 'routes/home': HOME, 'routes/index': index },
  });
});
