import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { System } from '../contract.ts';

/** Fetches the last known health of each dependency. */
export function fetchSystem(): Promise<ApiResult<System>> {
  return callApi<System>('/system');
}

/** Probes each dependency now and returns its health. */
export function checkSystem(): Promise<ApiResult<System>> {
  return callApi<System>('/system/check', { method: 'POST', body: {} });
}
