import { callApi } from '#src/shared/api-client.ts';

/** Access tokens of sign-ins that are over here, until the shop has heard of it. Good for a quarter of an hour at most. */
const PENDING_KEY = 'untoldSignOuts';
/** Whoever signs out more often while the shop cannot be reached: the first of these tokens have run out by then. */
const MAX_PENDING = 8;

/**
 * Has the shop end the sign-in that a token came from, and those that it has not heard of yet. A token that could not be
 * told is kept, and told when this is called next. Whether all are told.
 */
export async function endSignIns(token: string | null): Promise<boolean> {
  if (token) write([...read().filter((one) => one !== token), token].slice(-MAX_PENDING));
  const pending = await Promise.all(
    read().map(async (one) => {
      const answer = await callApi('/token', { method: 'DELETE', token: one });
      // Refused is a token that the shop does not know any more: what came from it is over.
      const acknowledged = answer.ok || answer.problem.status === 401;
      if (acknowledged) write(read().filter((other) => other !== one));
      return !acknowledged;
    }),
  );
  return !pending.includes(true);
}

/** Storage may be shut off; then each token is told once. */
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
