import { useState } from 'react';
import type { Answer, ApiProblem } from '#src/shared/api-client.ts';

interface Item {
  _id: string;
}

export interface Pages<T extends Item> {
  /** Newest first. */
  items: T[];
  hasOlder: boolean;
  loading: boolean;
  problem: ApiProblem | null;
  loadOlder: () => Promise<void>;
  change: (id: string, changes: Partial<T>) => void;
  remove: (id: string) => void;
}

/**
 * A list that is read page by page, from its newest page `first` (ascending, as the wire has it) to older ones. A new
 * `first` begins anew. `fetchOlder` gets the oldest `_id` known.
 */
export function usePages<T extends Item>(
  first: T[],
  pageSize: number,
  fetchOlder: (before: string) => Promise<Answer<T[]>>,
): Pages<T> {
  const [begun, setBegun] = useState(first);
  const [items, setItems] = useState(() => first.toReversed());
  const [hasOlder, setHasOlder] = useState(first.length === pageSize);
  const [before, setBefore] = useState(first[0]?._id);
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  if (begun !== first) {
    setBegun(first);
    setItems(first.toReversed());
    setHasOlder(first.length === pageSize);
    setBefore(first[0]?._id);
    setProblem(null);
  }

  return {
    items,
    hasOlder,
    loading,
    problem,
    async loadOlder() {
      if (loading || !before) return;
      setLoading(true);
      const answer = await fetchOlder(before);
      setLoading(false);
      setProblem(answer.ok ? null : answer.problem);
      if (!answer.ok) return;
      setItems((known) => [...known, ...answer.value.toReversed()]);
      setHasOlder(answer.value.length === pageSize);
      setBefore(answer.value[0]?._id ?? before);
    },
    change: (id, changes) =>
      setItems((known) => known.map((item) => (item._id === id ? { ...item, ...changes } : item))),
    remove: (id) => setItems((known) => known.filter((item) => item._id !== id)),
  };
}
