import type { RouteConfig } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createApiApp } from '#src/app/api.server.ts';
import { IDENTITY_SCHEMAS } from '#src/app/identity-schemas.server.ts';
import { parseAuditSearch } from '#src/features/audit/rules.ts';
import { parseSize, parseSpecification, parseWeight } from '#src/features/catalogue/keeping/typed-details.ts';
import { parseFilters } from '#src/features/catalogue/range/filter-params.ts';
import { tokenize } from '#src/features/catalogue/search/tokenize.ts';
import { isGtin } from '#src/features/catalogue/tool/rules.ts';
import { newMessageSchema, newQuoteSchema } from '#src/features/enquiries/contract.ts';
import { readQuantity } from '#src/features/enquiries/rules.ts';
import * as identityForms from '#src/features/identity/contract.ts';
import { toDisplayName } from '#src/features/identity/rules.ts';
import { newSubscriberSchema } from '#src/features/newsletter/contract.ts';
import { newStockAlertSchema } from '#src/features/stock-alerts/contract.ts';
import { cleanSearch } from '#src/shared/clean-search.ts';
import { parseCursor } from '#src/shared/list-cursor.ts';
import { parseNextLink, toSearchWords } from '#src/shared/pagination.ts';
import { parsePhone, toPhoneUri } from '#src/shared/phone.ts';
import { checkAddress } from '#src/shared/postal-address/check-address.ts';
import { ADDRESS_FIELDS, type PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { readPurchaseNumber } from '#src/shared/purchase-number.ts';
import { truncateWords } from '#src/shared/ui/truncate.ts';
import { joinUnits } from '#src/shared/units.ts';
import { removeHidden } from '#src/shared/visible-text.ts';
import { HOSTILE_TEXTS, measureBusy } from '#tests/support/hostile-texts.ts';
import { measureSlowdown } from '#tests/support/machine-speed.ts';

/** A part of a schema as zod stores it. */
interface Part {
  _zod: { def: Definition };
}

interface Definition {
  type: string;
  checks?: { _zod: { def: Record<string, unknown> } }[];
  innerType?: Part;
  in?: Part;
  out?: Part;
  element?: Part;
  keyType?: Part;
  valueType?: Part;
  options?: Part[];
  shape?: Record<string, Part>;
}

const toPart = (schema: unknown) => schema as Part;
const parse = (part: Part, value: unknown) => z.safeParse(part as unknown as z.ZodType, value);

const { definitions } = createApiApp({ context: { settings: { identity: {} } } } as never).openAPIRegistry;

/** Every schema for client input, by its place in the API. */
const inputs: [string, Part][] = [
  ...definitions.flatMap((one) => (one.type === 'route' ? listRouteInputs(one.route) : [])),
  ...Object.entries(IDENTITY_SCHEMAS).map(([name, schema]): [string, Part] => [`identity ${name}`, toPart(schema)]),
  ...Object.entries({ ...identityForms, newQuoteSchema, newMessageSchema, newSubscriberSchema, newStockAlertSchema })
    .filter(([name]) => /Form|^new/.test(name))
    .map(([name, schema]): [string, Part] => [`form ${name}`, toPart(schema)]),
];

function listRouteInputs({ method, path, request }: RouteConfig): [string, Part][] {
  const json = request?.body?.content['application/json'];
  const body = json && 'schema' in json ? json.schema : undefined;
  const parts = { params: request?.params, query: request?.query, headers: request?.headers, body };
  return Object.entries(parts).flatMap(([name, schema]) =>
    schema ? [[`${method} ${path} ${name}`, toPart(schema)]] : [],
  );
}

/** Yields the schemas that see a value first, with their paths. */
function* walk(at: string, part: Part, seen = new Set<Part>()): Generator<[string, Part]> {
  if (seen.has(part)) return;
  seen.add(part);
  yield [at, part];
  const { innerType, in: first, out, element, shape, options, keyType, valueType } = part._zod.def;
  if (innerType) yield* walk(at, innerType, seen);
  if (element) yield* walk(`${at}[]`, element, seen);
  if (keyType) yield* walk(`${at} (keys)`, keyType, seen);
  if (valueType) yield* walk(`${at} (values)`, valueType, seen);
  for (const option of options ?? []) yield* walk(at, option, seen);
  for (const [name, field] of Object.entries(shape ?? {})) yield* walk(`${at}.${name}`, field, seen);
  // Later steps only see texts within the limit.
  if (first && out && isPlain(first)) yield* walk(at, out, seen);
  else if (first) yield* walk(at, first, seen);
}

const getChecks = (part: Part) => part._zod.def.checks ?? [];
/** A step that passes every value of its type on to the next. */
const isPlain = (part: Part) =>
  part._zod.def.type === 'transform' || (part._zod.def.type === 'string' && getChecks(part).length === 0);

const all = inputs.flatMap(([at, schema]) => [...walk(at, schema)]);

test('the length of every text from a client is checked before anything else', () => {
  const texts = all.filter(([, part]) => part._zod.def.type === 'string' && !isPlain(part));
  const unbounded = texts.filter(([, part]) => {
    const [first] = getChecks(part).filter(({ _zod }) => _zod.def.check !== 'overwrite');
    return first?._zod.def.check !== 'max_length' || first._zod.def.abort !== true;
  });
  expect(unbounded.map(([at]) => at)).toEqual([]);
  expect(texts.length).toBeGreaterThan(200);
});

test('these tests know every kind of schema for input', () => {
  const known =
    'string object pipe transform array union record optional default nullable number boolean literal enum null';
  const kinds = new Set(all.map(([, part]) => part._zod.def.type));
  expect([...kinds].filter((kind) => !known.split(' ').includes(kind))).toEqual([]);
});

const lists = all.filter(([, part]) => /array|record/.test(part._zod.def.type));

test('no entry of a list that is too long is checked', () => {
  const more = Array.from({ length: 20_000 }, () => ({}));
  for (const [at, part] of lists.filter(([, { _zod }]) => _zod.def.type === 'array'))
    expect([at, parse(part, more).error?.issues.map(({ code }) => code)]).toEqual([at, ['too_big']]);
  expect(lists.length).toBeGreaterThan(15);
});

test('no entry of a record that is too long is checked', () => {
  const more = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [at, {}]));
  for (const [at] of lists.filter(([, { _zod }]) => _zod.def.type === 'record')) {
    const outer = all.find(([name, { _zod }]) => name === at && _zod.def.type === 'pipe')?.[1];
    expect([at, parse(toPart(outer), more).error?.issues.map(({ code }) => code)]).toEqual([at, ['too_big']]);
  }
});

/** Builds a value for this schema that has the text in place of every string. */
function fill(part: Part, text: string): unknown {
  const { type, innerType, in: first, out, element, shape, options, valueType } = part._zod.def;
  if (innerType) return fill(innerType, text);
  if (first && out) return fill(isPlain(first) ? out : first, text);
  if (element) return [fill(element, text)];
  if (valueType) return { [text]: fill(valueType, text) };
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, fill(field, text)]));
  const option = options?.find(({ _zod }) => !/null|number|literal/.test(_zod.def.type)) ?? options?.[0];
  if (option) return fill(option, text);
  return type === 'number' || type === 'boolean' ? 1 : text;
}

/**
 * Returns the time of the fastest of three runs, in ms. A busy machine slows down some runs, but a runaway pattern
 * takes seconds in each.
 */
async function measure(work: () => unknown): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && quickest > MAX_MS; run += 1) quickest = Math.min(quickest, await measureBusy(work));
  return quickest;
}

const MAX_MS = 50;
/** The largest body of a call is 64 KB. The other lengths are within the limits of most fields. */
const LENGTHS = [60_000, 1_998, 498, 102];

test.each(Object.entries(HOSTILE_TEXTS))(
  '%s in place of every text take less than 50 ms at any length',
  async (_kind, make) => {
    const slow: [string, number][] = [];
    for (const length of LENGTHS) {
      const text = make(length);
      for (const [at, schema] of inputs) {
        const took = await measure(() => parse(schema, fill(schema, text)));
        if (took > MAX_MS && took > MAX_MS * measureSlowdown()) slow.push([`${at} (${length})`, Math.round(took)]);
      }
    }
    expect(slow).toEqual([]);
  },
);

const toAddress = (text: string) =>
  ({ ...Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, text])), country: 'US' }) as PostalAddress;

/** Functions outside of the contracts that read or show text. */
const READERS: Record<string, (text: string) => unknown> = {
  parsePhone,
  toPhoneUri,
  readPurchaseNumber,
  readQuantity,
  removeHidden,
  cleanSearch,
  toSearchWords,
  parseAuditSearch,
  parseCursor,
  parseNextLink,
  // The longest text of a tool that it receives.
  tokenize: (text) => tokenize(text.slice(0, 4_000)),
  joinUnits,
  parseSpecification,
  parseWeight,
  parseSize,
  isGtin,
  'the name of an account': (text) => toDisplayName(text, 'ada@example.com'),
  'the leading words': (text) => truncateWords(text, 200),
  'a filter by price': (text) => parseFilters(new URLSearchParams({ 'price.min': text })),
  'a filter by specification': (text) => parseFilters(new URLSearchParams({ [`spec.${text}`]: text })),
  // The longest field of an address that clients can send.
  'an address': (text) => checkAddress(toAddress(text.slice(0, 500))),
};

test.each(Object.entries(READERS))('%s takes less than 50 ms on 60 KB of any text', async (_name, read) => {
  const slow: [string, number][] = [];
  for (const [kind, make] of Object.entries(HOSTILE_TEXTS)) {
    const text = make(60_000);
    const took = await measure(() => read(text));
    if (took > MAX_MS && took > MAX_MS * measureSlowdown()) slow.push([kind, Math.round(took)]);
  }
  expect(slow).toEqual([]);
});
