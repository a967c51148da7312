import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

interface Operation {
  summary?: string;
  'x-access'?: string;
  security?: Record<string, unknown>[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  requestBody?: { content: Record<string, { schema: unknown }> };
}

let shop: TestShop;
let document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
};

beforeAll(async () => {
  shop = await createTestShop();
  document = objectBody(await shop.call('GET', '/openapi.json')) as never;
});
afterAll(() => shop.close());

/** The calls of the specification, with their access according to docs/rulings.md. */
const SPECIFIED: [string, string][] = [
  ['GET /review', 'public'],
  ['GET /tools', 'public'],
  ['GET /blogs', 'public'],
  ['GET /blogs/{id}', 'public'],
  ['PUT /user/{email}', 'identity'],
  ['GET /tools/{id}', 'public'],
  ['POST /order', 'customer'],
  ['GET /admin/{email}', 'signedIn'],
  ['GET /myorder', 'signedIn'],
  ['DELETE /order/{id}', 'signedIn'],
  ['POST /review', 'customer'],
  ['GET /profile/{email}', 'signedIn'],
  ['POST /profile', 'signedIn'],
  ['PUT /update/{email}', 'signedIn'],
  ['GET /user', 'staff'],
  ['PUT /user/admin/{email}', 'staff'],
  ['GET /orders', 'staff'],
  ['PUT /updateStatus/{id}', 'staff'],
  ['POST /tools', 'staff'],
  ['GET /payment/{id}', 'signedIn'],
  ['POST /create-payment-intent', 'customer'],
  ['PATCH /myorder/{id}', 'signedIn'],
];

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );

describe('the OpenAPI document', () => {
  test('is version 3.1 and public', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const docs = await shop.call('GET', '/docs');
    expect([docs.status, docs.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(docs.body).not.toMatch(/<script/i);
  });

  test.each(SPECIFIED)('contains %s with access %s', (call, access) => {
    const found = operations().find((one) => one.call === call)?.operation;
    expect(found?.['x-access']).toBe(access);
    const needed = access === 'public' ? undefined : [{ [access === 'identity' ? 'idToken' : 'accessToken']: [] }];
    expect(found?.security).toEqual(needed);
    expect(found?.summary).toBeTruthy();
  });

  test('contains exactly the registered API routes', () => {
    const running = shop.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && !path.startsWith('/api/auth/'))
      .map(({ method, path }) => `${method} ${path.slice(4).replace(/:(\w+)/g, '{$1}')}`)
      .filter((call) => !['GET /openapi.json', 'GET /docs'].includes(call));
    expect(
      operations()
        .map(({ call }) => call)
        .sort(),
    ).toEqual([...new Set(running)].sort());
  });

  test('declares every error as problem+json', () => {
    for (const { call, operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) >= 400)
          expect([call, status, Object.keys(response.content ?? {})]).toEqual([
            call,
            status,
            ['application/problem+json'],
          ]);
      }
    }
  });

  test('contains no dangling reference', () => {
    const schemas = Object.keys(document.components.schemas);
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(schemas).toContain(name);
  });

  test('declares at least the fields of the specification', () => {
    const getFields = (name: string) => Object.keys(document.components.schemas[name]?.properties ?? {});
    expect(getFields('Tool')).toEqual(
      expect.arrayContaining(['_id', 'itemName', 'about', 'balance', 'quantity', 'minOrderQuantity', 'picture']),
    );
    expect(getFields('Order')).toEqual(
      expect.arrayContaining([
        '_id',
        'name',
        'email',
        'quantity',
        'price',
        'img',
        'itemName',
        'paid',
        'pending',
        'transactionId',
      ]),
    );
    expect(getFields('User')).toEqual(expect.arrayContaining(['_id', 'email', 'role']));
    expect(getFields('Profile')).toEqual(
      expect.arrayContaining([
        '_id',
        'displayName',
        'email',
        'image',
        'number',
        'collegeName',
        'universityName',
        'division',
        'district',
      ]),
    );
    expect(getFields('Review')).toEqual(
      expect.arrayContaining(['_id', 'displayName', 'image', 'company', 'designation', 'title', 'rating', 'about']),
    );
    expect(getFields('Blog')).toEqual(
      expect.arrayContaining(['_id', 'author', 'question', 'short_description', 'detail', 'tags']),
    );
  });
});

describe('an unknown route', () => {
  test.each(['GET /nothing', 'POST /tools/x/y', 'PATCH /orders/x', 'OPTIONS /nothing'])(
    '%s gets a 404 problem',
    async (call) => {
      const [method = '', path = ''] = call.split(' ');
      const response = await shop.call(method, path);
      expect(statusAndCode(response)).toBe('404 not_found');
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    },
  );

  test('problem has type, title, status, code, detail and request id', async () => {
    const response = await shop.call('GET', '/orders');
    expect(response.body).toEqual({
      type: 'urn:ironmonger:problem:unauthenticated',
      title: 'unauthenticated',
      status: 401,
      code: 'unauthenticated',
      detail: 'Please sign in first.',
      requestId: response.headers.get('x-request-id'),
    });
  });
});
