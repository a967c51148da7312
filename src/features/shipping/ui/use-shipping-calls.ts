import { useState } from 'react';
import { type ApiProblem, callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { toIfMatch } from '#src/shared/versions.ts';

interface ShippingCall {
  method: 'POST' | 'PATCH' | 'DELETE';
  body?: object;
  version?: number;
}

/** Changes zones or methods, and says what happened. `refresh` fetches both lists again. */
export function useShippingCalls(path: '/shipping-zones' | '/shipping-methods', refresh: () => Promise<void>) {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState('');

  /** Resolves to the reason why nothing was stored, or null. */
  const send = async (id: string, { version, ...call }: ShippingCall, sentence: string): Promise<ApiProblem | null> => {
    setIsPending(true);
    setError(null);
    setDone('');
    const headers = version === undefined ? {} : toIfMatch(version);
    const result = await callApi(`${path}${id && `/${id}`}`, { ...call, headers });
    const problem = result.ok ? null : result.problem;
    // If the server could not be reached, a refresh would replace this page with an error.
    if (!problem || (!isOutcomeUnknown(problem) && problem.status === 404)) await refresh();
    setIsPending(false);
    if (!problem) setDone(sentence);
    return problem;
  };
  const report = async (problem: ApiProblem | null) => {
    if (!problem) return;
    // Somebody else was faster: their version is shown, and nothing that was typed can be lost.
    if (problem.status === 412) await refresh();
    setError(Object.values(problem.errors)[0] ?? problem.detail);
  };
  return { isPending, error, done, send, report };
}
