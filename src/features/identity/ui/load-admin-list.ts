import type { ApiResult } from '#src/shared/api-client.ts';
import { resultOrSignIn } from './require-result.ts';
import { requireAdmin } from './session.ts';

/** Loads a list that is for admins alone, for the search in the address. Others are sent to sign-in. */
export async function loadAdminList<T>(
  request: Request,
  fetchList: (params: URLSearchParams) => Promise<ApiResult<T>>,
): Promise<{ result: ApiResult<T> }> {
  await requireAdmin(request);
  return { result: resultOrSignIn(await fetchList(new URL(request.url).searchParams), request) };
}
