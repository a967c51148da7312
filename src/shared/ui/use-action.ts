import { useState } from 'react';
import type { ApiProblem, ApiResult } from '#src/shared/api-client.ts';

/** The state of a call made by a button: whether it is pending, and the problem of the last one. */
export function useAction() {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  return {
    isPending,
    problem,
    setProblem,
    async run<T>(work: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
      setIsPending(true);
      setProblem(null);
      const result = await work();
      setIsPending(false);
      if (!result.ok) setProblem(result.problem);
      return result;
    },
  };
}
