import type { ApiResult } from '#src/shared/api-client.ts';
import type { Permission } from '#src/shared/permissions.ts';
import { requirePermission } from './require-permission.ts';
import { resultOrSignIn } from './require-result.ts';

/** Loads one of the shop's lists, with the search in the address, if the reader has the permission. */
export async function loadStaffList<T>(
  request: Request,
  permission: Permission,
  fetchList: (params: URLSearchParams) => Promise<ApiResult<T>>,
): Promise<{ result: ApiResult<T> }> {
  await requirePermission(request, permission);
  return { result: resultOrSignIn(await fetchList(new URL(request.url).searchParams), request) };
}
