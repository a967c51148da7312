import type { Context } from 'hono';
import { type Failure, type Outcome, PROBLEMS, toProblemDocument } from '#src/shared/problem.ts';
import type { ApiEnv } from './api-env.server.ts';
import { CACHE_TAGS_HEADER } from './response-cache/cacheable-routes.server.ts';

/**
 * Sends a failure as a problem document. The value is an ordinary Response. Its type is `never` because the compiler
 * does not know the error responses that `defineRoute` adds.
 */
export function sendFailure(c: Context<ApiEnv>, failure: Omit<Failure, 'ok'>): never {
  const document = toProblemDocument(withRetryTime(failure), c.var.requestId);
  c.set('problem', failure.code);
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    // Not every failure passes through `secureHeaders`.
    'x-content-type-options': 'nosniff',
  };
  if (document.status === 401) headers['www-authenticate'] = 'Bearer';
  if (document.status === 429 || document.status === 503) {
    headers['retry-after'] = String(failure.extra?.retryAfter ?? 1);
  }
  return c.body(JSON.stringify(document), document.status as 400, headers) as never;
}

/** Sends what a call found, or its failure. */
export function sendOutcome<T>(c: Context<ApiEnv>, outcome: Outcome<T>) {
  return outcome.ok ? c.json(outcome.value, 200) : sendFailure(c, outcome);
}

/** Sends the id of what a call stored, or its failure. */
export function sendInserted(c: Context<ApiEnv>, added: Outcome<string>) {
  if (!added.ok) return sendFailure(c, added);
  return c.json({ acknowledged: true as const, insertedId: added.value }, 201);
}

/** Sends how many entries a call changed, or its failure. */
export function sendModified(c: Context<ApiEnv>, modified: Outcome<number>) {
  if (!modified.ok) return sendFailure(c, modified);
  return c.json({ acknowledged: true as const, modifiedCount: modified.value }, 200);
}

/** Sends whether a call changed an entry, its version now and whatever else is known of it, or its failure. */
export function sendChanged<T extends { modified: number; version: number }>(c: Context<ApiEnv>, changed: Outcome<T>) {
  if (!changed.ok) return sendFailure(c, changed);
  const { modified, ...rest } = changed.value;
  return c.json({ acknowledged: true as const, modifiedCount: modified, ...rest }, 200);
}

/** Sends that a call deleted one entry, or its failure. */
export function sendDeleted(c: Context<ApiEnv>, deleted: Outcome<unknown>) {
  if (!deleted.ok) return sendFailure(c, deleted);
  return c.json({ acknowledged: true as const, deletedCount: 1 }, 200);
}

function withRetryTime(failure: Omit<Failure, 'ok'>): Omit<Failure, 'ok'> {
  if (failure.code !== 'too_many_requests' || failure.detail) return failure;
  return { ...failure, detail: getRetrySentence(Number(failure.extra?.retryAfter ?? 0)) };
}

/** The sentence for a used-up limit, with how long to wait. */
export function getRetrySentence(seconds: number): string {
  if (seconds < 90) return PROBLEMS.too_many_requests[1];
  return `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} minutes.`;
}

/** Declares what the response of a cacheable route shows. It stays cached until one of these tags is invalidated. */
export function setCacheTags(c: Context<ApiEnv>, ...tags: string[]): void {
  c.header('cache-control', 'public, no-cache');
  c.header(CACHE_TAGS_HEADER, tags.join(' '));
}
