import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { SettingsChange, StoredSettings } from '../contract.ts';

export function fetchSettings(): Promise<ApiResult<StoredSettings>> {
  return callApi<StoredSettings>('/settings');
}

export function sendSettings(change: SettingsChange): Promise<ApiResult<StoredSettings>> {
  return callApi<StoredSettings>('/settings', { method: 'PUT', body: change });
}
