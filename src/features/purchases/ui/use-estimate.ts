import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import type { Estimate } from '../contract.ts';

/** People type addresses letter by letter. In ms. */
const DELAY = 300;

export interface EstimateState {
  /** The newest estimate; null until there is one, and after a failure. While another one is loading, it is the one before. */
  estimate: Estimate | null;
  isLoading: boolean;
  /** Why there is none, or null. */
  failure: string | null;
  retry: () => void;
}

/** What lines would cost at a destination, with this way of shipping or else the cheapest one. */
export function useEstimate(
  lines: readonly { toolId: string; quantity: number }[],
  { country, region, postalCode, vatId }: Destination & { vatId: string },
  shippingMethodId: string | null,
): EstimateState {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ asked: string; estimate: Estimate | null; failure: string | null } | null>(
    null,
  );
  const body = JSON.stringify({
    lines: lines.map(({ toolId, quantity }) => ({ toolId, quantity })),
    ...(country ? { country, region, postalCode } : {}),
    ...(vatId ? { vatId } : {}),
    ...(shippingMethodId ? { shippingMethodId } : {}),
  });
  const asked = `${attempt} ${body}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for everything that is sent
  useEffect(() => {
    if (lines.length === 0) return;
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const result = await callApi<Estimate>('/purchases/estimate', { method: 'POST', body: JSON.parse(body) });
        if (!isCurrent) return;
        setAnswer(
          result.ok
            ? { asked, estimate: result.value, failure: null }
            : { asked, estimate: null, failure: result.problem.detail },
        );
      },
      answer ? DELAY : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return {
    estimate: answer?.estimate ?? null,
    isLoading: lines.length > 0 && answer?.asked !== asked,
    failure: answer?.asked === asked ? answer.failure : null,
    retry: () => setAttempt((count) => count + 1),
  };
}
