import { callApi } from '#src/shared/api-client.ts';
import { parseStored, readStored, writeStored } from '#src/shared/browser-storage.ts';

/** Access tokens of sessions that ended here and that the shop does not know of yet. They expire in 15 minutes. */
const PENDING_KEY = 'untoldSignOuts';
/** After more sign-outs during an outage the first of these tokens have expired. */
const MAX_PENDING = 8;

/**
 * Ends the sign-in of a token at the shop, and all pending ones. A token that could not be sent stays pending until the
 * next call. Returns whether none is pending.
 */
export async function endSignIns(token: string | null): Promise<boolean> {
  if (token) write([...read().filter((one) => one !== token), token].slice(-MAX_PENDING));
  const pending = await Promise.all(
    read().map(async (one) => {
      const result = await callApi('/token', { method: 'DELETE', token: one });
      // 401: the shop does not know the token any more, so its sign-in has ended.
      const acknowledged = result.ok || result.problem.status === 401;
      if (acknowledged) write(read().filter((other) => other !== one));
      return !acknowledged;
    }),
  );
  return !pending.includes(true);
}

/** Tokens that the browser would not store are pending while the page lives. */
let unstored: string[] | null = null;

function read(): string[] {
  const found = unstored ?? parseStored(readStored('local', PENDING_KEY));
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

function write(tokens: string[]): void {
  const stored = writeStored('local', PENDING_KEY, tokens.length > 0 ? JSON.stringify(tokens) : null);
  unstored = stored ? null : tokens;
}
