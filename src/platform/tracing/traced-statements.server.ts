import type pg from 'pg';
import { findDatabaseError } from '../database-faults.server.ts';
import { isInSpan, type Span, startSpan } from './tracing.server.ts';

/** The longest text of a statement in a span. */
const MAX_TEXT = 4_000;

type Send = (...args: unknown[]) => unknown;

/** Traces the statements of a connection that belong to a request. Their values stay here. */
export function traceStatements(client: pg.PoolClient): void {
  const send: Send = client.query.bind(client) as never;
  client.query = ((...args: unknown[]) => {
    const text = isInSpan() ? getText(args[0]) : null;
    if (text === null) return send(...args);
    const span = startSpan({
      name: text.trimStart().split(/\s/, 1)[0]?.toLowerCase() ?? '',
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TEXT) },
    });
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const called = (error: unknown, result: unknown) => {
        end(span, error);
        callback(error, result);
      };
      return send(...args.slice(0, -1), called);
    }
    const result = send(...args);
    if (result instanceof Promise)
      result.then(
        () => end(span, null),
        (error) => end(span, error),
      );
    return result;
  }) as never;
}

/** Null for a query that has methods of its own, such as a cursor. */
function getText(query: unknown): string | null {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || 'submit' in query || !('text' in query)) return null;
  return String(query.text);
}

/** Names an error by its SQLSTATE: its message quotes values. */
function end(span: Span | null, error: unknown): void {
  if (error) span?.fail(findDatabaseError(error)?.code ?? 'no_response');
  span?.end();
}
