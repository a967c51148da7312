import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import type { OldestWaiting, Overview } from '../contract.ts';

/** The oldest entries of each kind. They are fetched again with the counts; until then, and if that fails, none. */
export function useOldest(overview: Overview | null): OldestWaiting {
  const [oldest, setOldest] = useState<OldestWaiting>([]);
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
