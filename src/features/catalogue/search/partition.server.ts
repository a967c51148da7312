import { sql } from 'drizzle-orm';
import { toolSearch } from './tables.server.ts';

/**
 * The first partition of `tool_search`, under the name of the whole table. Tools are distributed over partitions at
 * random.
 */
export const FIRST_PARTITION = sql`tool_search_0 as ${toolSearch}`;
export const PARTITIONS = 8;
/**
 * A partition is expected to hold an eighth of all matches. One that holds this many tells that more than `MAX_TOTAL`
 * tools match: the chance of seeing this many otherwise is below one in a billion (Chernoff's bound).
 */
export const SURELY_BEYOND = 1_500;
