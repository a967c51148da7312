import type pg from 'pg';

/** What the checks read by: a connection or a pool. */
export type CheckReader = Pick<pg.ClientBase, 'query'>;

/** The most violating rows that a check names. It counts all of them. */
export const MAX_SUBJECTS = 20;

export interface Findings {
  /** How many rows, or files, it looked at. */
  rows: number;
  violations: number;
  /** Ids of the first violating rows, at most `MAX_SUBJECTS`. */
  subjects: string[];
}

/** One rule of docs/invariants.md that can be read from what is stored. */
export interface Check {
  /** Its number in docs/invariants.md. */
  invariant: number;
  name: string;
  /** What it looks at, in the plural: `orders`. */
  looksAt: string;
  run(db: CheckReader, count: RowCounter): Promise<Findings>;
}

export type RowCounter = (from: string) => Promise<number>;

/** Collects what a check finds, one subject after the other. */
export function createFindings() {
  const found: Findings = { rows: 0, violations: 0, subjects: [] };
  return {
    add(subject: string, holds: boolean) {
      found.rows += 1;
      if (holds) return;
      found.violations += 1;
      if (found.subjects.length < MAX_SUBJECTS) found.subjects.push(subject);
    },
    end: () => found,
  };
}

interface SqlCheck {
  /** The FROM clause of the rows it looks at. Absent: the table called `looksAt`. */
  from?: string;
  /** Selects the `subject` of each violation. It must stay quick with a million orders: joins, no query per row. */
  violations: string;
}

/** A check by one statement. It fetches no more than the first violations, however many there are. */
export function sqlCheck(invariant: number, name: string, looksAt: string, { from, violations }: SqlCheck): Check {
  return {
    invariant,
    name,
    looksAt,
    async run(db, count) {
      const { rows } = await db.query<{ subject: string; total: string }>(
        `select subject, count(*) over () as total from (${violations}) as violation order by subject limit ${MAX_SUBJECTS}`,
      );
      return {
        rows: await count(from ?? looksAt),
        violations: Number(rows[0]?.total ?? 0),
        subjects: rows.map(({ subject }) => subject),
      };
    },
  };
}

/** Counts each FROM clause once. */
export function createRowCounter(db: CheckReader): RowCounter {
  const counts = new Map<string, Promise<number>>();
  return (from) => {
    const known = counts.get(from);
    if (known) return known;
    const counted = db
      .query<{ count: string }>(`select count(*) as count from ${from}`)
      .then(({ rows }) => Number(rows[0]?.count ?? 0));
    counts.set(from, counted);
    return counted;
  };
}
