import type { CheckReader } from '#src/invariants/check.server.ts';
import { type CheckOptions, listChecks, runChecks } from '#src/invariants/run-checks.server.ts';
import { STRICT } from '#src/invariants/tolerance.server.ts';
import type { TestShop } from './shop.ts';

/** Runs the checks of `npm run verify` while nothing is in progress, and also compares with the sandbox's ledger. */
export const IN_TESTS: CheckOptions = { tolerance: STRICT, ledger: true };

export interface Violation {
  /** The number and name of the check. */
  rule: string;
  /** The id of the violating row. */
  subject: string;
}

/**
 * Checks the invariants in docs/invariants.md on the shop's tables and the card provider's ledger. Returns an empty
 * list if all hold. Call it only while nothing is in progress. A refund that is due counts as a violation.
 */
export async function findViolations(db: CheckReader, options = IN_TESTS): Promise<Violation[]> {
  const found: Violation[] = [];
  for await (const { invariant, name, subjects } of runChecks(db, listChecks(options)))
    for (const subject of subjects) found.push({ rule: `${invariant} ${name}`, subject });
  return found;
}

/** Throws one error that lists every violation. */
export async function checkInvariants(db: CheckReader): Promise<void> {
  const found = await findViolations(db);
  if (found.length) throw new Error(found.map(({ rule, subject }) => `${rule}: ${subject}`).join('\n'));
}

/** Checks the invariants of a shop, and closes it. */
export async function checkAndClose(shop: TestShop): Promise<void> {
  await checkInvariants(shop.database.pool);
  await shop.close();
}
