import { useCallback, useEffect, useState } from 'react';
import { type ApiProblem, type ApiResult, callApi } from '#src/shared/api-client.ts';
import { fetchAllParts } from '#src/shared/fetch-all-parts.ts';
import type { Refund } from '../contract.ts';
import type { RefundablePurchase } from './refundable-purchase.ts';

type Loaded =
  | { state: 'loading' }
  | { state: 'failed'; problem: ApiProblem }
  | { state: 'ready'; purchase: RefundablePurchase; refunds: Refund[] };

/** A purchase with its refunds, and a function that fetches both again. The current data stays visible meanwhile. */
export function useRefundablePurchase(purchaseId: string): { loaded: Loaded; refresh: () => Promise<void> } {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const refresh = useCallback(async () => {
    const [purchase, refunds] = await Promise.all([
      callApi<RefundablePurchase>(`/purchases/${purchaseId}`),
      fetchRefunds(purchaseId),
    ]);
    if (purchase.ok && refunds.ok)
      return setLoaded({ state: 'ready', purchase: purchase.value, refunds: refunds.value });
    const problem = purchase.ok ? (refunds.ok ? null : refunds.problem) : purchase.problem;
    if (problem) setLoaded((before) => (before.state === 'ready' ? before : { state: 'failed', problem }));
  }, [purchaseId]);
  useEffect(() => void refresh(), [refresh]);
  return { loaded, refresh };
}

/** All refunds of a purchase, oldest first. */
export function fetchRefunds(purchaseId: string): Promise<ApiResult<Refund[]>> {
  return fetchAllParts<Refund[]>(`/purchases/${purchaseId}/refunds`, (known, earlier) => [...earlier, ...known]);
}
