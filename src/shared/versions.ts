import type { ApiProblem } from './api-client.ts';
import type { ProblemCode } from './problem.ts';

type ThingOf<Code> = Code extends `${infer Thing}_changed` ? Thing : never;

/**
 * The things that somebody else can have changed since they were read. On the wire, each has its own code, such as
 * `tool_changed`.
 */
export type Versioned = Exclude<ThingOf<ProblemCode>, 'price'>;

/** Those that such a refusal sends as they are now, under their own name. Stock and tools send what differs. */
export type Resent = Exclude<Versioned, 'stock' | 'tools'>;

/** The thing as it is now, if a change was refused because somebody else was faster; otherwise null. */
export function readNewer<T>({ code, extra }: Pick<ApiProblem, 'code' | 'extra'>, thing: Resent): T | null {
  return code === `${thing}_changed` ? (extra[thing] as T) : null;
}

/** The header in which a change names the version that was read. */
export const toIfMatch = (version: number) => ({ 'if-match': `"${version}"` });
