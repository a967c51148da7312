import type { CellFault } from './rules.ts';

/** Equal faults or warnings of one column, with the first of them as an example. */
export interface ImportIssue extends CellFault {
  row: number;
  count: number;
  /** So many of the rows change products that exist. Checks before this was counted have none. */
  existing?: number;
  /** The rows are imported all the same. */
  isWarning: boolean;
}

/** The most kinds of faults that are counted. A file with more of them has other problems. */
export const MAX_ISSUES = 50;

/** Sentences that differ only in what they quote are equal. */
const toKind = ({ column, reason }: CellFault, isWarning: boolean): string =>
  JSON.stringify([isWarning, column, reason.replaceAll(/“[^“”]*”|\b(?:SKU|at) \S+|\d+/g, '…')]);

/** Counts equal faults while rows are checked. */
export function createIssueCount() {
  const issues = new Map<string, ImportIssue>();
  return {
    add(row: number, faults: readonly CellFault[], { isWarning, isNew }: { isWarning: boolean; isNew: boolean }): void {
      const existing = isNew ? 0 : 1;
      // A row with the same fault in several entries of one cell is one row.
      for (const [key, fault] of new Map(faults.map((one) => [toKind(one, isWarning), one]))) {
        const known = issues.get(key);
        if (known) {
          known.count += 1;
          known.existing = (known.existing ?? 0) + existing;
        } else if (issues.size < MAX_ISSUES) issues.set(key, { ...fault, row, count: 1, existing, isWarning });
      }
    },
    /** Those that keep rows from being imported first, the most frequent of them first. */
    list: (): ImportIssue[] =>
      [...issues.values()].toSorted(
        (a, b) => Number(a.isWarning) - Number(b.isWarning) || b.count - a.count || a.row - b.row,
      ),
  };
}
