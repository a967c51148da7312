import { type AnyPgColumn, text } from 'drizzle-orm/pg-core';

/** A column with the id of a row of another table, which every row has. */
export const idOf = (column: () => AnyPgColumn) => text().notNull().references(column);
