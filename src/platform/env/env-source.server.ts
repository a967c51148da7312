import * as z from 'zod';

/** The environment as it was given. An empty value counts as not given. */
export type EnvSource = Readonly<Record<string, string | undefined>>;

export const url = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });
export const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
export const nonEmptyText = z.string().min(1).max(300);

/** Reports a pair of keys of which only one is set, since neither means anything alone. */
export function checkPair(source: EnvSource, one: string, other: string): string[] {
  if (source[one] && !source[other]) return [`${other} must be set when ${one} is`];
  if (source[other] && !source[one]) return [`${one} must be set when ${other} is`];
  return [];
}

/** Reports keys of a system that is not switched on, since somebody seems to believe that it is. */
export function checkUnusedKeys(source: EnvSource, keys: RegExp, switchKey: string, kind: string): string[] {
  const unused = Object.keys(source).filter((name) => keys.test(name));
  if (unused.length === 0 || source[switchKey] === kind) return [];
  return [`${unused.join(', ')} ${unused.length > 1 ? 'have' : 'has'} no effect unless ${switchKey} is ${kind}`];
}
