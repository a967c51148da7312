import * as z from 'zod';

/** The environment as it was given. An empty key counts as not given. */
export type EnvSource = Readonly<Record<string, string | undefined>>;

export const url = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });
export const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
export const nonEmptyText = z.string().min(1).max(300);

/** Each key of a pair means nothing without the other. */
export function checkPair(source: EnvSource, one: string, other: string): string[] {
  if (source[one] && !source[other]) return [`${other} must be set when ${one} is`];
  if (source[other] && !source[one]) return [`${one} must be set when ${other} is`];
  return [];
}

/** Keys of a system that is not switched on: somebody believes that it is. */
export function checkUnusedKeys(source: EnvSource, keys: RegExp, switchKey: string, kind: string): string[] {
  const unused = Object.keys(source).filter((name) => keys.test(name));
  if (unused.length === 0 || source[switchKey] === kind) return [];
  return [`${unused.join(', ')} ${unused.length > 1 ? 'have' : 'has'} no effect unless ${switchKey} is ${kind}`];
}
