import { AsyncLocalStorage } from 'node:async_hooks';

/** Version, trace, span and flags of a header of W3C Trace Context. */
export const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export type SpanAttributes = Record<string, string | number>;

export interface Span {
  setName(name: string): void;
  set(attributes: SpanAttributes): void;
  /** `type` is a status or a code. A message may contain what somebody has entered. */
  fail(type: string): void;
  end(): void;
}

export interface NewSpan {
  name: string;
  /** `server`: a request to the shop. `client`: what the shop asks of another system. */
  kind: 'server' | 'client';
  attributes: SpanAttributes;
  /** A `traceparent` header continues another system's trace. */
  parent: Span | string | null;
}

export interface Tracer {
  start(span: NewSpan): Span;
}

let tracer: Tracer | null = null;
const current = new AsyncLocalStorage<Span>();

/** From now on, spans are recorded; with null, none are, and the functions here cost nothing. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export const isTracing = () => tracer !== null;

/** Starts a span, below the current one unless it has another parent. Null if nothing is traced. */
export function startSpan({ parent, ...span }: Omit<NewSpan, 'parent'> & { parent?: string | null }): Span | null {
  return tracer?.start({ ...span, parent: parent ?? current.getStore() ?? null }) ?? null;
}

/** Runs work whose spans are below this one. */
export function runInSpan<T>(span: Span | null, work: () => T): T {
  return span ? current.run(span, work) : work();
}

/** Whether the current work belongs to a span. */
export const isInSpan = () => current.getStore() !== undefined;
