import { createHash } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { SandboxDatabase, SandboxTx } from './store.server.ts';
import { toErrorResponse } from './stripe-error.server.ts';
import { idempotencyKeys } from './tables.server.ts';

export interface StoredResponse {
  status: number;
  body: Record<string, unknown>;
  /** The request that produced this response, when it is a stored one. */
  replayOf?: string;
}

const EXPIRY = sql`now() - interval '24 hours'`;

/** Same method, path and parameters, whatever their order, give the same fingerprint. */
export function fingerprintRequest(method: string, path: string, body: string): string {
  const params = new URLSearchParams(body);
  params.sort();
  return createHash('sha256').update(`${method}\n${path}\n${params}`).digest('hex');
}

/**
 * Runs a write once per key. The response is stored in the write's own transaction. After a crash either both are there
 * or neither is, and no key stays locked.
 */
export async function runIdempotent(
  db: SandboxDatabase,
  request: { key: string | null; fingerprint: string; requestId: string },
  work: (tx: SandboxTx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { key, fingerprint, requestId } = request;
  return db.transaction(async (tx) => {
    if (key === null) return work(tx);
    const lock = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`card_sandbox:${key}`}, 0)) as free`,
    );
    if (!lock.rows[0]?.free) return inUse(key);
    const [stored] = await tx
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.key, key), gt(idempotencyKeys.created, EXPIRY)));
    if (stored) {
      return stored.fingerprint === fingerprint
        ? { status: stored.status, body: stored.body, replayOf: stored.requestId }
        : paramsMismatch(key);
    }
    const response = await work(tx);
    const row = { fingerprint, requestId, status: response.status, body: response.body, created: sql`now()` };
    await tx
      .insert(idempotencyKeys)
      .values({ key, ...row })
      .onConflictDoUpdate({ target: idempotencyKeys.key, set: row });
    return response;
  });
}

/** Removes what is older than Stripe's 24 hours. */
export async function deleteExpiredKeys(db: SandboxDatabase): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created, EXPIRY));
}

function inUse(key: string): StoredResponse {
  return {
    status: 409,
    body: toErrorResponse({
      status: 409,
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Stripe Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    }),
  };
}

function paramsMismatch(key: string): StoredResponse {
  return {
    status: 400,
    body: toErrorResponse({
      status: 400,
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    }),
  };
}
