import type { QueryConfig } from 'pg';

/** The values of a statement by name: `$userId` in its text takes `userId`. */
type NamedValues = Readonly<Record<string, unknown>>;

const PARAMETER = /\$([a-z]\w*)/gi;

/**
 * Compiles a statement with named parameters to one with positional parameters, which PostgreSQL plans once per
 * connection under `name`. Its first use throws if a value is missing or has no parameter.
 */
export function compileStatement(name: string, namedText: string): (values: NamedValues) => QueryConfig {
  const names: string[] = [];
  const text = namedText.replaceAll(PARAMETER, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter);
    return `$${names.indexOf(parameter) + 1}`;
  });
  let isChecked = false;
  return (values) => {
    if (!isChecked) checkNames(name, names, values);
    isChecked = true;
    return { name, text, values: names.map((parameter) => values[parameter]) };
  };
}

/** The driver would silently send a missing value as null. */
function checkNames(statement: string, names: readonly string[], values: NamedValues): void {
  const missing = names.filter((name) => values[name] === undefined);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  if (missing.length + unknown.length > 0)
    throw new Error(
      `${statement}: ${missing.join(', ') || 'no value'} missing, ${unknown.join(', ') || 'none'} unknown`,
    );
}
