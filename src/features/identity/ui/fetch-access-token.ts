import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { storeToken, toLocalExpiry } from './access-token.ts';
import { identity } from './identity.ts';
import type { IdentityUser } from './identity-client.ts';

/**
 * Exchanges a fresh ID token for the shop's access token, and stores it if `isWanted` still says so. Returns the problem
 * that prevented it.
 */
export async function fetchAccessToken(
  { email, emailVerified: confirmed }: IdentityUser,
  isWanted: () => boolean,
): Promise<ApiProblem | null> {
  const idToken = await identity.fetchIdToken();
  if (!idToken.ok) return idToken.problem;
  const exchanged = await callApi<{ token: string; expiresAt: string }>(`/user/${encodeURIComponent(email)}`, {
    method: 'PUT',
    body: { email },
    token: idToken.value,
  });
  if (!exchanged.ok) return exchanged.problem;
  const { token, expiresAt } = exchanged.value;
  if (isWanted())
    storeToken(token, { email, confirmed, expiresAt: toLocalExpiry(expiresAt, exchanged.serverTime, Date.now()) });
  return null;
}
