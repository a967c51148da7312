import { useState } from 'react';
import type { ApiProblem, ApiResult } from '#src/shared/api-client.ts';

/** What a button does: whether it is being done, and why it failed last. */
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
