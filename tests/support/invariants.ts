import type { CheckReader } from '#src/invariants/check.server.ts';
import { type CheckOptions, listChecks, runChecks } from '#src/invariants/run-checks.server.ts';
import { STRICT } from '#src/invariants/tolerance.server.ts';
import type { TestShop } from './shop.ts';

/** The checks of `npm run verify` with nothing in flight, and the sandbox's ledger as a judge. */
export const IN_TESTS: CheckOptions = { tolerance: STRICT, ledger: true };

export interface Violation {
  /** Number and name of the check. */
  rule: string;
  /** Id of the violating row. */
  subject: string;
}

/**
 * Checks docs/invariants.md against the shop's tables and the card provider's ledger; empty when all hold.
 * Call it only while nothing is in flight. A refund that is due counts as a violation.
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

/** Ends a shop whose invariants must hold. */
export async function checkAndClose(shop: TestShop): Promise<void> {
  await checkInvariants(shop.database.pool);
  await shop.close();
}
