import { createContext, useEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import type { Overview } from '../contract.ts';

/** In ms. Switching windows fires two events, and some people switch fast. */
const MIN_INTERVAL_MS = 1_000;

export interface OverviewState {
  /** The last fetched overview. Null until a fetch succeeded. */
  overview: Overview | null;
  /** Why the last fetch failed, or null. */
  problem: ApiProblem | null;
  refetch: () => Promise<void>;
}

const NOTHING: OverviewState = { overview: null, problem: null, refetch: async () => {} };

/** The one overview of the dashboard, for its menu and the page. */
export const OverviewContext = createContext<OverviewState>(NOTHING);

/**
 * Fetches what is waiting for the shop: at first, after each navigation and each refetch of a page, and when the window
 * becomes visible again. Pages never wait for it. It stays empty unless `isShown`.
 */
export function useOverview(isShown: boolean): OverviewState {
  const [state, setState] = useState<Pick<OverviewState, 'overview' | 'problem'>>(NOTHING);
  const { key } = useLocation();
  const settled = useRevalidator().state === 'idle';
  const requestedAt = useRef(0);

  const [refetch] = useState(() => async () => {
    const at = performance.now();
    requestedAt.current = at;
    const result = await callApi<Overview>('/overview');
    // A later request has the newer counts.
    if (requestedAt.current !== at) return;
    setState(({ overview }) =>
      result.ok ? { overview: result.value, problem: null } : { overview, problem: result.problem },
    );
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation may follow a change of what waits
  useEffect(() => {
    if (isShown && settled) void refetch();
  }, [isShown, settled, key, refetch]);

  useEffect(() => {
    if (!isShown) return;
    const refetchWhenSeen = () => {
      if (document.visibilityState === 'visible' && performance.now() - requestedAt.current > MIN_INTERVAL_MS)
        void refetch();
    };
    window.addEventListener('focus', refetchWhenSeen);
    document.addEventListener('visibilitychange', refetchWhenSeen);
    return () => {
      window.removeEventListener('focus', refetchWhenSeen);
      document.removeEventListener('visibilitychange', refetchWhenSeen);
    };
  }, [isShown, refetch]);

  return isShown ? { ...state, refetch } : NOTHING;
}
