import { Suspense } from 'react';
import { data, type LoaderFunctionArgs, type ServerBuild, useLoaderData } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import * as entry from '#src/entry.server.tsx';
import type { PageContext } from '#src/flows/page-context.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { type CacheablePage, ignoreQuery, requestInfo } from '#src/platform/page-request.ts';
import { SELF_ONLY } from '#src/shared/content-security-policy.ts';
import { createPages } from './pages.server.ts';

// The real module needs the build's plugins.
vi.mock('../document.server.ts', () => ({
  toDocument: (html: string) => ({ html, hashes: { scripts: [], styles: [] } }),
}));

const SECRET = 'ada@example.com';

function Broken(): never {
  throw new Error('a part cannot be drawn');
}

const FailedPage = () => <p>It failed.</p>;

/** Tries to show everything that identifies the client. */
function greet({ request, url }: LoaderFunctionArgs) {
  return `Hello ${request.url} ${url} ${JSON.stringify([...request.headers])}`;
}

const showAddress = ({ context }: LoaderFunctionArgs) => context.get(requestInfo).clientAddress;

function Greeting() {
  return <p>{useLoaderData<string>()}</p>;
}

/** Pages by path, each of which fails in a different place. */
const PAGES: Record<
  string,
  { loader?: (args: LoaderFunctionArgs) => unknown; component?: () => React.ReactNode; handle?: CacheablePage }
> = {
  loader: {
    loader: () => {
      throw new Error('no rows');
    },
  },
  query: {
    loader: () => {
      throw new Error(`Failed query: select 1 params: ${SECRET}`);
    },
  },
  response: {
    loader: () => {
      throw data({ detail: 'Too much to do.', rows: [SECRET] }, { status: 503 });
    },
  },
  bare: {
    loader: () => {
      throw new Response(SECRET, { status: 500 });
    },
  },
  shell: { component: Broken },
  part: {
    component: () => (
      <Suspense fallback="…">
        <Broken />
      </Suspense>
    ),
  },
  missing: {
    loader: () => {
      throw data(null, { status: 404 });
    },
  },
  good: {},
  greeting: { loader: greet, component: Greeting },
  cached: { loader: greet, component: Greeting, handle: { cacheKey: ignoreQuery } },
  address: { loader: showAddress, component: Greeting },
  cachedAddress: { loader: showAddress, component: Greeting, handle: { cacheKey: ignoreQuery } },
};

function createTestPages() {
  const lines: string[] = [];
  const routes = {
    root: {
      id: 'root',
      path: '',
      module: { default: undefined, ErrorBoundary: FailedPage },
    },
    ...Object.fromEntries(
      Object.entries(PAGES).map(([id, { loader, handle, component = () => <p>Here.</p> }]) => [
        id,
        { id, parentId: 'root', path: id, module: { default: component, handle, ...(loader ? { loader } : {}) } },
      ]),
    ),
  };
  const manifest = Object.fromEntries(
    Object.values(routes).map(({ module, ...route }) => [
      route.id,
      { ...route, module: '/x.js', hasLoader: 'loader' in module, hasErrorBoundary: route.id === 'root' },
    ]),
  );
  const build = {
    entry: { module: entry },
    routes,
    assets: { entry: { module: '/entry.js', imports: [] }, routes: manifest, url: '/manifest.js', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const context = { log, settings: {}, sources: SELF_ONLY } as unknown as PageContext;
  return { pages: createPages(context, build, 'production'), lines };
}

async function visit(path: string, signal?: AbortSignal) {
  const { pages, lines } = createTestPages();
  const request = new Request(`http://shop.test/${path}`, signal ? { signal } : {});
  const { status } = await pages.respond(request, { clientAddress: '127.0.0.1', requestId: 'request-1' });
  return { status, lines, entries: lines.map((line) => JSON.parse(line)) };
}

describe('for a failed page, the log has the cause under the response’s request id', () => {
  test.each([
    ['loader', 500, 'no rows'],
    ['loader.data', 500, 'no rows'],
    ['query', 500, 'Failed query'],
    ['response', 503, 'a loader responded with 503: Too much to do.'],
    ['bare', 500, 'a loader responded with 500: no detail'],
    ['shell', 500, 'a part cannot be drawn'],
    ['part', 500, 'a part cannot be drawn'],
  ])('%s', async (path, status, message) => {
    const found = await visit(path);
    expect(found.status).toBe(status);
    expect(found.entries).toMatchObject([
      { level: status === 503 ? 'warn' : 'error', requestId: 'request-1', page: path, status, err: { message } },
    ]);
    expect(found.lines.join('')).not.toContain(SECRET);
  });

  test('also if only the status is known', async () => {
    const { status, entries } = await visit('response.data');
    expect(status).toBe(503);
    expect(entries).toMatchObject([{ requestId: 'request-1', status: 503 }]);
  });
});

test('missing pages, working pages, and aborted requests are not logged as errors', async () => {
  expect(await visit('missing')).toMatchObject({ status: 404, entries: [] });
  expect(await visit('good')).toMatchObject({ status: 200, entries: [] });
  expect(await visit('part', AbortSignal.abort())).toMatchObject({ status: 499, entries: [] });
});

test.each(['', '.data'])('a cacheable page cannot show personal data, but another page can: %s', async (part) => {
  const { pages } = createTestPages();
  const headers = { cookie: 'name=Ada', authorization: 'Bearer Ada', 'x-forwarded-for': 'Ada' };
  const read = async (path: string, method = 'GET') => {
    const request = new Request(`http://Ada.test/${path}${part}?name=Ada`, { method, headers });
    return (await pages.respond(request, { clientAddress: '127.0.0.1', requestId: 'request-1' })).text();
  };
  expect(await read('cached')).toContain('Hello');
  expect(await read('cached')).not.toMatch(/ada/i);
  expect(await read('greeting')).toContain('name=Ada');
});

test('a cacheable page that reads the client’s address fails, but another page can show it', async () => {
  const { pages } = createTestPages();
  const read = async (path: string) => {
    const request = new Request(`http://shop.test/${path}`);
    const response = await pages.respond(request, { clientAddress: '198.51.100.7', requestId: 'request-1' });
    return { status: response.status, showsAddress: (await response.text()).includes('198.51.100.7') };
  };
  expect(await read('address')).toEqual({ status: 200, showsAddress: true });
  expect(await read('cachedAddress')).toEqual({ status: 500, showsAddress: false });
});
