import { ACCESS_CHECKS } from './access-checks.server.ts';
import type { BucketNames } from './bucket-check.server.ts';
import { CATALOGUE_CHECKS } from './catalogue-checks.server.ts';
import { type Check, type CheckReader, createRowCounter, type Findings } from './check.server.ts';
import { CUSTOMER_CHECKS } from './customer-checks.server.ts';
import { listImageChecks } from './image-checks.server.ts';
import { listLedgerChecks } from './ledger-checks.server.ts';
import { MAIL_CHECKS } from './mail-checks.server.ts';
import { ORDER_CHECKS } from './order-checks.server.ts';
import { PAPER_CHECKS } from './paper-checks.server.ts';
import { listPaymentChecks } from './payment-checks.server.ts';
import { PURCHASE_CHECKS } from './purchase-checks.server.ts';
import { listRefundChecks } from './refund-checks.server.ts';
import { SHIPMENT_CHECKS } from './shipment-checks.server.ts';
import { listStockChecks } from './stock-checks.server.ts';
import type { Tolerance } from './tolerance.server.ts';

export interface CheckOptions {
  tolerance: Tolerance;
  /** Whether the card sandbox's ledger is the judge of payments, beside the shop's own records. */
  ledger: boolean;
  /** The folder of uploaded images, where it can be read. */
  imageFolder?: string;
  /** The bucket of uploaded images, where images are in S3. */
  imageBucket?: BucketNames;
}

/** Every check there is under these options, in the order of the invariants. */
export function listChecks({ tolerance, ledger, imageFolder, imageBucket }: CheckOptions): Check[] {
  return [
    ...listStockChecks(tolerance),
    ...listPaymentChecks(tolerance),
    ...(ledger ? listLedgerChecks(tolerance) : []),
    ...ORDER_CHECKS,
    ...PURCHASE_CHECKS,
    ...PAPER_CHECKS,
    ...listRefundChecks(tolerance),
    ...SHIPMENT_CHECKS,
    ...MAIL_CHECKS,
    ...listImageChecks(tolerance, imageFolder, imageBucket),
    ...ACCESS_CHECKS,
    ...CUSTOMER_CHECKS,
    ...CATALOGUE_CHECKS,
  ].sort((one, other) => one.invariant - other.invariant);
}

const TESTS_ALONE = 'a database cannot show it; the tests prove it';

/** The invariants that are about more than what is stored. */
export const NOT_CHECKABLE: readonly { invariant: number; name: string; why: string }[] = [
  { invariant: 8, name: 'a 2xx response stays true after a failure', why: TESTS_ALONE },
  { invariant: 10, name: 'no password, token or card number is in any log', why: TESTS_ALONE },
];

export interface CheckResult extends Omit<Check, 'run'>, Findings {
  seconds: number;
}

/**
 * Runs the checks one after the other and yields each result. It only reads. The caller decides what it reads: one
 * snapshot for a running shop, or the plain connection of a test.
 */
export async function* runChecks(
  db: CheckReader,
  checks: readonly Check[],
  onStart: (check: Check) => void = () => {},
): AsyncGenerator<CheckResult> {
  const count = createRowCounter(db);
  for (const check of checks) {
    onStart(check);
    const startedAt = performance.now();
    const findings = await check.run(db, count);
    const { invariant, name, looksAt } = check;
    yield { invariant, name, looksAt, ...findings, seconds: (performance.now() - startedAt) / 1000 };
  }
}

const IN_FLIGHT: Record<string, string> = {
  'open payments': "payments where state in ('creating', 'open')",
  'refunds due': "payments where state = 'refund_due'",
  'refunds without an answer of the card provider': "refunds where state = 'requested'",
  'refunds that the card provider works on': "refunds where state = 'pending'",
  'refunds that failed, and nobody has dealt with': "refunds where state = 'failed' and handled_at is null",
  'holds past their expiry': "stock_holds where state = 'held' and expires_at < now()",
  'webhook events due': 'provider_events where applied_at is null and next_attempt_at is not null',
  'webhook events stuck': 'provider_events where applied_at is null and next_attempt_at is null',
  'emails waiting': "mails where state = 'waiting'",
  'emails that could not be sent': "mails where state = 'failed'",
};

/** Counts what is not finished, and is no violation by itself. Nothing is named that does not occur. */
export async function countInFlight(db: CheckReader): Promise<Record<string, number>> {
  const count = createRowCounter(db);
  const counts: Record<string, number> = {};
  for (const [name, from] of Object.entries(IN_FLIGHT)) {
    const rows = await count(from);
    if (rows > 0) counts[name] = rows;
  }
  return counts;
}
