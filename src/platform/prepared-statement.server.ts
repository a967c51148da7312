import type { Queryable } from './database.server.ts';

/**
 * A statement that is built once per database and planned once per connection, for the few on the hottest paths.
 * `build` ends in `.prepare(name)` with placeholders; the name must be unique in the shop.
 */
export function preparedStatement<S>(build: (db: Queryable) => S): (db: Queryable) => S {
  const built = new WeakMap<Queryable, S>();
  return (db) => {
    let statement = built.get(db);
    if (!statement) {
      statement = build(db);
      built.set(db, statement);
    }
    return statement;
  };
}
