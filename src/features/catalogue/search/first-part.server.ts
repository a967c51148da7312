import { sql } from 'drizzle-orm';
import { toolSearch } from './tables.server.ts';

/** One of the parts of all tools, by the name of all. Which tools are in it is chance. */
export const FIRST_PART = sql`tool_search_0 as ${toolSearch}`;
export const PARTS = 8;
/**
 * With more of them in one part, more than `MAX_TOTAL` tools match. Of as many, a part has an eighth. It has this many by a
 * chance of less than one in a billion (Chernoff's bound).
 */
export const SURELY_BEYOND = 1_500;
