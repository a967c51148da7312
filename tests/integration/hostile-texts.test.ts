import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE_TEXTS, measureBusy } from '#tests/support/hostile-texts.ts';
import { measureSlowdown } from '#tests/support/machine-speed.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { objectBody } from './order-helpers.ts';

interface Schema {
  type?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Operation {
  'x-access'?: string;
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Call {
  method: string;
  path: string;
  token: string;
  body: Schema | undefined;
  query: string[];
  headers: string[];
}

let shop: TestShop;
let schemas: Record<string, Schema>;
let calls: Call[];

beforeAll(async () => {
  shop = await createTestShop();
  const [owner, customer] = await Promise.all([shop.createOwner(), shop.signUp()]);
  const { paths, components } = objectBody(await shop.call('GET', '/openapi.json')) as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  schemas = components.schemas;
  calls = [
    ...Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => toCall(method, path, operation, { owner, customer })),
    ),
    ...IDENTITY_CALLS.map((path) => ({
      method: 'POST',
      path: `/auth/${path}`,
      token: customer.session,
      body: { properties: Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, { type: 'string' }])) },
      query: [],
      headers: ['cookie'],
    })),
  ];
});
afterAll(() => shop.close());

const IDENTITY_CALLS =
  'sign-in/email sign-up/email change-password update-user send-verification-email reset-password sign-in/social'.split(
    ' ',
  );
const IDENTITY_FIELDS = 'email password name token newPassword currentPassword callbackURL'.split(' ');

function toCall(
  method: string,
  path: string,
  { 'x-access': access = '', parameters = [], requestBody }: Operation,
  { owner, customer }: { owner: TestUser; customer: TestUser },
): Call {
  const listNames = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
  return {
    method: method.toUpperCase(),
    path,
    token: /staff|owner/.test(access) ? owner.token : access === 'identity' ? customer.idToken : customer.token,
    body: requestBody?.content['application/json']?.schema,
    query: listNames('query'),
    headers: listNames('header'),
  };
}

/** Builds a body that has the text in place of each string, in lists and in objects. */
function fill(schema: Schema, text: string): unknown {
  const { $ref, type, properties, items, anyOf, oneOf } = schema;
  if ($ref) return fill(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, text);
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, fill(part, text)]));
  if (items) return [fill(items, text)];
  const options = anyOf ?? oneOf;
  if (options) return fill(options.find((option) => option.type === 'string' || option.properties) ?? {}, text);
  return type === 'integer' || type === 'number' || type === 'boolean' ? 1 : text;
}

/** Returns how long one request kept the event loop busy, in ms. */
async function measure(
  { method, path, token, body, query, headers }: Call,
  text: string,
  inPath: boolean,
  others: Record<string, string> = {},
) {
  // The URL and headers of a request may have 16 KB in total.
  const short = text.slice(0, 1_500 / (1 + query.length));
  const word = encodeURIComponent(short.toWellFormed());
  const filled = path.replaceAll(/\{\w+\}/g, inPath ? word : 'a'.repeat(24));
  const search = query.map((name) => `${name}=${word}`).join('&');
  // A header cannot contain zeros or line breaks.
  const line = text.slice(0, 15_000).replaceAll(/[^\x20-\x7e]/g, '?');
  const request = new Request(`${shop.origin}/api${filled}?${search}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(headers.map((name) => [name, line])),
    },
    ...(body ? { body: JSON.stringify({ ...(fill(body, text) as object), ...others }) } : {}),
  });
  let status = 0;
  const busy = await measureBusy(async () => {
    const response = await shop.app.request(request);
    await response.arrayBuffer();
    status = response.status;
  });
  return { status, busy };
}

const MAX_MS = 50;

/** Returns the length of each text that makes a body of 60 KB. */
function getLength({ body }: Call): number {
  const texts = body ? JSON.stringify(fill(body, '\u2603')).split('\u2603').length - 1 : 0;
  return Math.floor(58_000 / Math.max(1, texts));
}

/** The texts on which something was slow. `text-bounds.test.ts` tries all texts on each field. */
const KINDS = ['commas between digits', 'blanks within', 'at signs', 'slashes', 'marks', 'halves of pictures'];

test.each(KINDS)('60 KB of %s keep the event loop busy for at most 50 ms in any call', async (kind) => {
  const wrong: string[] = [];
  for (const call of calls) {
    const text = HOSTILE_TEXTS[kind]?.(getLength(call)) ?? '';
    for (const inPath of call.path.includes('{') ? [false, true] : [false]) {
      let quickest = Number.POSITIVE_INFINITY;
      // The fastest of three runs counts. A busy machine slows down some runs, but a runaway pattern takes seconds in
      // each.
      for (let run = 0; run < 3 && quickest > MAX_MS; run += 1) {
        const { status, busy } = await measure(call, text, inPath);
        if (status >= 500 && status !== 503) wrong.push(`${call.method} ${call.path}: ${status}`);
        quickest = Math.min(quickest, busy);
      }
      if (quickest > MAX_MS && quickest > MAX_MS * measureSlowdown())
        wrong.push(`${call.method} ${call.path}: ${Math.round(quickest)} ms`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a password of 60 KB keeps the event loop busy for at most 50 ms at sign-in', async () => {
  const text = HOSTILE_TEXTS.marks?.(29_000) ?? '';
  const { email } = await shop.signUp();
  const body = { properties: { password: { type: 'string' } } };
  let quickest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const call = { method: 'POST', path: '/auth/sign-in/email', token: '', body, query: [], headers: [] };
    const { status, busy } = await measure(call, text, false, { email });
    expect(status).toBe(400);
    quickest = Math.min(quickest, busy);
  }
  expect(quickest).toBeLessThan(MAX_MS * measureSlowdown());
});
