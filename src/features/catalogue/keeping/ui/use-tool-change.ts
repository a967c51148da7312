import { useState } from 'react';
import { type ApiProblem, callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { toIfMatch } from '#src/shared/versions.ts';
import type { Tool } from '../../tool/contract.ts';
import type { SentFields } from '../tool-changes.ts';

/**
 * Changes fields of the displayed version of a tool, then fetches the tool again. `change` returns the problem if
 * nothing was stored; `isShown` says whether it has shown that at a field. If the server could not be reached, nothing
 * is fetched: an error page would replace this one.
 */
export function useToolChange(tool: Pick<Tool, '_id' | 'version'>, refresh: () => Promise<void>) {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const change = async (
    fields: SentFields,
    isShown: (problem: ApiProblem) => boolean = () => false,
  ): Promise<ApiProblem | null> => {
    setIsPending(true);
    setError(null);
    const headers = toIfMatch(tool.version);
    const result = await callApi(`/tools/${tool._id}`, { method: 'PATCH', body: fields, headers });
    const problem = result.ok ? null : result.problem;
    if (problem && !isShown(problem)) setError(Object.values(problem.errors)[0] ?? problem.detail);
    if (!problem || !isOutcomeUnknown(problem)) await refresh();
    setIsPending(false);
    return problem;
  };

  return { change, isPending, error };
}
