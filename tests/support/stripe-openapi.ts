import { readFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv';

type Schema = Record<string, unknown>;

interface Operation {
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  form?: Schema;
  responses: Record<'200' | 'default', Schema>;
}

interface OpenApiExcerpt {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const description = JSON.parse(
  readFileSync(new URL('./stripe-openapi.json', import.meta.url), 'utf8'),
) as OpenApiExcerpt;

/** Converts OpenAPI 3.0's `nullable` to JSON Schema. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Schema;
  const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toJsonSchema(value)]));
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
}

const options = { strict: false, allErrors: true, validateFormats: false } as const;
const responseAjv = new Ajv(options);
// All form values are strings.
const formAjv = new Ajv({ ...options, coerceTypes: true });
for (const ajv of [responseAjv, formAjv])
  ajv.addSchema({ $id: 'stripe-openapi', components: toJsonSchema(description.components) });

const compiled = new Map<string, ValidateFunction>();

/** Compiles a schema once, with references into the `stripe-openapi` schema. */
function compile(ajv: Ajv, schema: Schema): ValidateFunction {
  const text = JSON.stringify(toJsonSchema(schema)).replaceAll('"#/components', '"stripe-openapi#/components');
  const key = `${ajv === formAjv ? 'form' : 'response'} ${text}`;
  const validate = compiled.get(key) ?? ajv.compile(JSON.parse(text) as Schema);
  compiled.set(key, validate);
  return validate;
}

function getErrors(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** All operations in the document, such as `POST /v1/refunds`. */
export const OPERATIONS = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

export interface Exchange {
  method: string;
  /** The path with its query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  status: number;
  response: unknown;
}

/** Returns the operation of an exchange and all violations of Stripe's OpenAPI document. */
export function validateExchange({ method, path, body, status, response }: Exchange): {
  operation: string;
  errors: string[];
} {
  const { pathname, searchParams } = new URL(path, 'http://provider');
  const template = Object.keys(description.paths).find((known) =>
    new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  const operation = `${method} ${template ?? pathname}`;
  const found = template && description.paths[template]?.[method.toLowerCase()];
  if (!found) return { operation, errors: [`${operation} is not described`] };
  const query = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      found.parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
    ),
  };
  return {
    operation,
    errors: [
      ...getErrors(compile(formAjv, query), parseForm(searchParams)),
      ...(found.form ? getErrors(compile(formAjv, found.form), parseForm(new URLSearchParams(body))) : []),
      ...getErrors(compile(responseAjv, found.responses[status === 200 ? '200' : 'default']), response),
    ],
  };
}

/** Returns all violations of the document's schema for this kind of object. */
export function validateObject(kind: string, object: unknown): string[] {
  return getErrors(compile(responseAjv, { $ref: `#/components/schemas/${kind}` }), object);
}

/** Parses `metadata[order]=1` to `{ metadata: { order: '1' } }`. */
function parseForm(form: URLSearchParams): Schema {
  const read: Schema = {};
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]+/).filter(Boolean);
    const last = keys.pop() ?? '';
    let at = read;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as Schema;
    }
    at[last] = value;
  }
  return read;
}
