import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import type { OldestWaiting, Overview } from '../contract.ts';

/** The oldest entries of each kind. They are fetched again with the counts; null until then, and none if that fails. */
export function useOldest(overview: Overview | null): OldestWaiting | null {
  const [oldest, setOldest] = useState<OldestWaiting | null>(null);
  useEffect(() => {
    if (!overview) return;
    let isNewest = true;
    void callApi<OldestWaiting>('/overview/oldest').then((result) => {
      if (isNewest) setOldest(result.ok ? result.value : []);
    });
    return () => {
      isNewest = false;
    };
  }, [overview]);
  return oldest;
}
