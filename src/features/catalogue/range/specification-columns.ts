import type { Specification } from '../tool/rules.ts';
import { toShownValue } from './facet-rules.ts';

/** The most columns that people can read side by side. */
const MAX_COLUMNS = 6;

/**
 * The names that at least half of some tools have: the most common first, in the order of the first tool that has them.
 */
export function getSharedColumns(rows: readonly { specifications: readonly Specification[] }[]): string[] {
  const counts = new Map<string, number>();
  for (const { specifications } of rows)
    for (const name of new Set(specifications.map((row) => row.name))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count * 2 >= rows.length)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_COLUMNS)
    .map(([name]) => name);
}

/** Shown if a tool has no value. */
export const NO_VALUE = '–';

/** The value of a tool by its name, with its unit; a dash if it has none. Several values of one name are joined. */
export function getSpecificationValue(specifications: readonly Specification[], name: string): string {
  const values = specifications.filter((row) => row.name === name).map(({ value, unit }) => toShownValue(value, unit));
  return values.join(', ') || NO_VALUE;
}
