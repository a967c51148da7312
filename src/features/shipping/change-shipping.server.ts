import type { AuditValues } from '#src/platform/audit/tables.server.ts';
import { acquireTxLock, type Db, publishChange, type Tx } from '#src/platform/database.server.ts';
import { type Failure, fail, type Outcome } from '#src/shared/problem.ts';

/** The cache tag of everything that depends on zones and methods. */
export const SHIPPING_TAG = 'shipping';

const SHIPPING_LOCK_ID = 7_214_060;

/** How many entries of a list changed, and the version of the entry now. */
export interface ChangedShipping {
  modified: number;
  version: number;
}

/** Runs a change of zones or methods, one at a time: an overlap or a position depends on all others. */
export function inShipping<T>(db: Db, work: (tx: Tx) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  return db.transaction(async (tx) => {
    await acquireTxLock(tx, SHIPPING_LOCK_ID);
    const done = await work(tx);
    if (done.ok) publishChange(tx, [SHIPPING_TAG]);
    return done;
  });
}

/** The failure of a change without a version. */
export function failWithoutVersion(thing: 'zone' | 'method'): Failure {
  return fail('version_required', { detail: `Please send the version of the ${thing} you read in If-Match.` });
}

/** The values that differ, for the audit log. */
export function pickChanged(before: AuditValues, after: AuditValues): { before: AuditValues; after: AuditValues } {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (values: AuditValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** Names are compared as the database does, which ignores case. */
export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
