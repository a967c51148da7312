import type { ApiResult } from '#src/shared/api-client.ts';
import { resultOrSignIn } from './require-result.ts';
import { requireAdmin, requireOwner } from './session.ts';

type FetchList<T> = (params: URLSearchParams) => Promise<ApiResult<T>>;

/** Loads a list that is for admins alone, for the search in the address. Others are sent to sign-in. */
export async function loadAdminList<T>(request: Request, fetchList: FetchList<T>): Promise<{ result: ApiResult<T> }> {
  await requireAdmin(request);
  return load(request, fetchList);
}

/** The same for owners alone. */
export async function loadOwnerList<T>(request: Request, fetchList: FetchList<T>): Promise<{ result: ApiResult<T> }> {
  await requireOwner(request);
  return load(request, fetchList);
}

async function load<T>(request: Request, fetchList: FetchList<T>): Promise<{ result: ApiResult<T> }> {
  return { result: resultOrSignIn(await fetchList(new URL(request.url).searchParams), request) };
}
