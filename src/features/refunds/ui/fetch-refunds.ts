import type { ApiResult } from '#src/shared/api-client.ts';
import { fetchAllParts } from '#src/shared/fetch-all-parts.ts';
import type { Refund } from '../contract.ts';

/** All refunds of a purchase, oldest first. */
export function fetchRefunds(purchaseId: string): Promise<ApiResult<Refund[]>> {
  return fetchAllParts<Refund[]>(`/purchases/${purchaseId}/refunds`, (known, earlier) => [...earlier, ...known]);
}
