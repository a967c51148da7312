import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * The key by which names are sorted: letters with marks stand where those without do, and capitals do not matter. The
 * database's own order may put Ä after z, or change with a version of its libraries, which breaks every index on it.
 */
export function alphabeticalKey(name: PgColumn | SQL): SQL {
  return sql`fold_text(${name})`;
}
