import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { System } from '../contract.ts';

/** What is known of each system. */
export function fetchSystem(): Promise<ApiResult<System>> {
  return callApi<System>('/system');
}

/** The same after asking each of them. */
export function checkSystem(): Promise<ApiResult<System>> {
  return callApi<System>('/system/check', { method: 'POST', body: {} });
}
