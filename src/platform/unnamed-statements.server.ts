import pg from 'pg';

/**
 * A connection that sends every statement without its name, so that the server plans it each time and keeps nothing for
 * the connection. A pooler may run the next one in a session that knows no such name, or knows it from another client.
 */
export class UnnamedStatementsClient extends pg.Client {
  // The driver's overloads have nothing in common that a signature could repeat.
  override query: pg.Client['query'] = (...args: unknown[]) => {
    const send: unknown = super.query;
    return Reflect.apply(send as (...sent: unknown[]) => never, this, args.map(withoutName));
  };
}

/** Leaves a query alone that has methods of its own, such as a cursor. */
function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query) || 'submit' in query) return query;
  return { ...query, name: undefined };
}
