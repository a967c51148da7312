import type { ApiProblem } from './api-client.ts';
import type { ProblemCode } from './problem.ts';

type ThingOf<Code> = Code extends `${infer Thing}_changed` ? Thing : never;

/** What somebody else can have changed since it was read. On the wire each has a code of its own, such as `tool_changed`. */
export type Versioned = Exclude<ThingOf<ProblemCode>, 'price'>;

/** The thing as it is now, where a change was refused because somebody else was faster; else null. */
export function readNewer<T>({ code, extra }: Pick<ApiProblem, 'code' | 'extra'>, thing: Versioned): T | null {
  return code === `${thing}_changed` ? (extra[thing] as T) : null;
}

/** The header by which a change says which version was read. */
export const toIfMatch = (version: number) => ({ 'if-match': `"${version}"` });
