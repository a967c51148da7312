/**
 * What may be unfinished. `strict`: nothing is in flight, as after a test. `live`: background work may still have to
 * finish things, and has had `runningSeconds` to do so. A stopped shop has had none.
 */
export type Tolerance = { kind: 'strict' } | { kind: 'live'; runningSeconds: number };

export const STRICT: Tolerance = { kind: 'strict' };

/** A time in SQL: what became due before it must be finished. `graceSeconds` is how long a running shop may take. */
export function dueBefore(tolerance: Tolerance, graceSeconds: number): string {
  if (tolerance.kind === 'strict') return "'infinity'::timestamptz";
  if (tolerance.runningSeconds < graceSeconds) return "'-infinity'::timestamptz";
  return `now() - interval '${graceSeconds} seconds'`;
}

/** The same for something outside the database, by its age. */
export function isOverdue(tolerance: Tolerance, ageSeconds: number, graceSeconds: number): boolean {
  if (tolerance.kind === 'strict') return true;
  return tolerance.runningSeconds >= graceSeconds && ageSeconds > graceSeconds;
}
