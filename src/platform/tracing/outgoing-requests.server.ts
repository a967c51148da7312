import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Span, startSpan } from './tracing.server.ts';

interface FetchRequest {
  origin: string | URL;
  method: string;
}

type Message = (message: unknown) => void;

/**
 * Traces every request to another system, by `fetch` as well as `node:http`, which SDKs use. Paths are left out, since
 * they may contain ids and addresses. `ignoredHost` is where traces go. Returns a function that ends it.
 */
export function traceOutgoingRequests(ignoredHost: string): () => void {
  const spans = new WeakMap<object, Span>();

  function begin(request: object, method: string, host: string): void {
    if (host === ignoredHost) return;
    const { hostname } = new URL(`http://${host}`);
    const attributes = { 'http.request.method': method, 'server.address': hostname };
    const span = startSpan({ name: `${method} ${hostname}`, kind: 'client', attributes });
    if (span) spans.set(request, span);
  }

  function end(request: object, status: number | undefined): void {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (status !== undefined) span.set({ 'http.response.status_code': status });
    if (status === undefined || status >= 400) span.fail(String(status ?? 'no_response'));
    span.end();
  }

  const channels: Record<string, Message> = {
    'undici:request:create': (message) => {
      const { request } = message as { request: FetchRequest };
      begin(request, request.method, new URL(request.origin).host);
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as { request: FetchRequest; response: { statusCode: number } };
      end(request, response.statusCode);
    },
    'undici:request:error': (message) => end((message as { request: FetchRequest }).request, undefined),
    'http.client.request.start': (message) => {
      const { request } = message as { request: ClientRequest };
      begin(request, request.method, String(request.getHeader('host') ?? request.host));
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
      end(request, response.statusCode);
    },
    'http.client.request.error': (message) => end((message as { request: ClientRequest }).request, undefined),
  };
  for (const [name, listener] of Object.entries(channels)) subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(channels)) unsubscribe(name, listener);
  };
}
