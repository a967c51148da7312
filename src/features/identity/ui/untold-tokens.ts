import { callApi } from '#src/shared/api-client.ts';

/** Access tokens of sign-ins that are over here, until the shop has heard of it. Good for a quarter of an hour at most. */
const UNTOLD_KEY = 'untoldSignOuts';
/** Whoever signs out more often while the shop cannot be reached: the first of these tokens have run out by then. */
const MOST = 8;

/**
 * Has the shop end the sign-in that a token came from, and those that it has not heard of yet. A token that could not be
 * told is kept, and told when this is called next. Whether all are told.
 */
export async function endSignIns(token: string | null): Promise<boolean> {
  if (token) write([...read().filter((one) => one !== token), token].slice(-MOST));
  const untold = await Promise.all(
    read().map(async (one) => {
      const answer = await callApi('/token', { method: 'DELETE', token: one });
      // Refused is a token that the shop does not know any more: what came from it is over.
      const told = answer.ok || answer.problem.status === 401;
      if (told) write(read().filter((other) => other !== one));
      return !told;
    }),
  );
  return !untold.includes(true);
}

/** Storage may be shut off; then each token is told once. */
let kept: string[] = [];

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(UNTOLD_KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return kept;
  }
}

function write(tokens: string[]): void {
  kept = tokens;
  try {
    if (tokens.length > 0) localStorage.setItem(UNTOLD_KEY, JSON.stringify(tokens));
    else localStorage.removeItem(UNTOLD_KEY);
  } catch {
    // As above.
  }
}
