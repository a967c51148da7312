import type { QueryConfig } from 'pg';

/** The values of a statement by name: `$userId` in its text takes `userId`. */
type NamedValues = Readonly<Record<string, unknown>>;

const PARAMETER = /\$([a-z]\w*)/gi;

/**
 * Compiles a statement with named parameters to one with positional parameters, which PostgreSQL plans once per
 * connection under `name`. Each use throws if a value is missing or has no parameter, since the driver would send a
 * missing value as null.
 */
export function compileStatement(name: string, namedText: string): (values: NamedValues) => QueryConfig {
  const names: string[] = [];
  const text = namedText.replaceAll(PARAMETER, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter);
    return `$${names.indexOf(parameter) + 1}`;
  });
  return (values) => {
    const bound = names.map((parameter) => values[parameter]);
    // Every order passes through here. If no value is missing, the number of names shows whether one is unknown.
    if (bound.includes(undefined) || Object.keys(values).length !== names.length) refuse(name, names, values);
    return { name, text, values: bound };
  };
}

function refuse(statement: string, names: readonly string[], values: NamedValues): never {
  const missing = names.filter((name) => values[name] === undefined);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  throw new Error(`${statement}: ${missing.join(', ') || 'no value'} missing, ${unknown.join(', ') || 'none'} unknown`);
}
