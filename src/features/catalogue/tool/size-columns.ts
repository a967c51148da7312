import type { ToolSize } from './related-contract.ts';

/** The most columns that people can read side by side. */
const MAX_COLUMNS = 5;

/**
 * The names of the specifications in which sizes differ, in the order of the specifications. Names that most sizes lack
 * come last. Specifications that are the same in all sizes are left out.
 */
export function getSizeColumns(sizes: readonly Pick<ToolSize, 'specifications'>[]): string[] {
  const values = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { specifications } of sizes) {
    for (const row of specifications) {
      const seen = values.get(row.name) ?? new Set();
      values.set(row.name, seen.add(toValue(row)));
      counts.set(row.name, (counts.get(row.name) ?? 0) + 1);
    }
  }
  const names = [...values].filter(([name, seen]) => seen.size > 1 || counts.get(name) !== sizes.length);
  return names
    .map(([name]) => name)
    .sort((a, b) => Number((counts.get(b) ?? 0) * 2 > sizes.length) - Number((counts.get(a) ?? 0) * 2 > sizes.length))
    .slice(0, MAX_COLUMNS);
}

/** The value of a size in such a column, with its unit; a dash if it has none. */
export function getSizeValue({ specifications }: Pick<ToolSize, 'specifications'>, name: string): string {
  const row = specifications.find((specification) => specification.name === name);
  return row ? toValue(row) : '–';
}

/** Sorts sizes by the first column that has numbers. Without one, keeps their order. */
export function sortSizes<T extends Pick<ToolSize, 'specifications'>>(sizes: readonly T[], columns: string[]): T[] {
  const number = (size: T, name: string) => Number.parseFloat(getSizeValue(size, name));
  const name = columns.find((column) => sizes.every((size) => !Number.isNaN(number(size, column))));
  return name ? [...sizes].sort((a, b) => number(a, name) - number(b, name)) : [...sizes];
}

function toValue({ value, unit }: ToolSize['specifications'][number]): string {
  return unit ? `${value} ${unit}` : value;
}
