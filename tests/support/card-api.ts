import { readFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv';

type Schema = Record<string, unknown>;

interface Operation {
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  form?: Schema;
  answers: Record<'200' | 'default', Schema>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const described = JSON.parse(readFileSync(new URL('./card-api.json', import.meta.url), 'utf8')) as Description;

/** What OpenAPI 3.0 says by `nullable`, in JSON Schema's words. */
function translate(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(translate);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Schema;
  const said = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, translate(value)]));
  return nullable === true ? { anyOf: [said, { type: 'null' }] } : said;
}

const options = { strict: false, allErrors: true, validateFormats: false } as const;
const answers = new Ajv(options);
// Everything in a form is text.
const forms = new Ajv({ ...options, coerceTypes: true });
for (const ajv of [answers, forms]) ajv.addSchema({ $id: 'card-api', components: translate(described.components) });

const compiled = new Map<string, ValidateFunction>();

/** Compiles a schema once, with its references where `card-api` can be found. */
function compile(ajv: Ajv, schema: Schema): ValidateFunction {
  const text = JSON.stringify(translate(schema)).replaceAll('"#/components', '"card-api#/components');
  const key = `${ajv === forms ? 'form' : 'answer'} ${text}`;
  const validate = compiled.get(key) ?? ajv.compile(JSON.parse(text) as Schema);
  compiled.set(key, validate);
  return validate;
}

function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Every operation of the description, as `POST /v1/refunds`. */
export const OPERATIONS = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

export interface Exchange {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  status: number;
  answer: unknown;
}

/** The operation an exchange was about, and all that Stripe's description has against it. */
export function judge({ method, path, body, status, answer }: Exchange): { operation: string; faults: string[] } {
  const { pathname, searchParams } = new URL(path, 'http://provider');
  const template = Object.keys(described.paths).find((known) =>
    new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  const operation = `${method} ${template ?? pathname}`;
  const found = template && described.paths[template]?.[method.toLowerCase()];
  if (!found) return { operation, faults: [`${operation} is not described`] };
  const query = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      found.parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
    ),
  };
  return {
    operation,
    faults: [
      ...faultsOf(compile(forms, query), readForm(searchParams)),
      ...(found.form ? faultsOf(compile(forms, found.form), readForm(new URLSearchParams(body))) : []),
      ...faultsOf(compile(answers, found.answers[status === 200 ? '200' : 'default']), answer),
    ],
  };
}

/** All that the description has against an object of this kind. */
export function judgeObject(kind: string, object: unknown): string[] {
  return faultsOf(compile(answers, { $ref: `#/components/schemas/${kind}` }), object);
}

/** `metadata[order]=1` as `{ metadata: { order: '1' } }`. */
function readForm(form: URLSearchParams): Schema {
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
