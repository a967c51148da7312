import { callApi } from '#src/shared/api-client.ts';

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

/** Where the browser allows no storage, tokens are pending in memory. */
let inMemory: string[] = [];

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PENDING_KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return inMemory;
  }
}

function write(tokens: string[]): void {
  inMemory = tokens;
  try {
    if (tokens.length > 0) localStorage.setItem(PENDING_KEY, JSON.stringify(tokens));
    else localStorage.removeItem(PENDING_KEY);
  } catch {
    // As above.
  }
}
