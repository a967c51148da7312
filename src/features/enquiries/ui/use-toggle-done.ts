import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { formatListParams } from '#src/shared/ui/list/list-params.ts';
import type { List } from '#src/shared/ui/list/use-list.ts';
import type { Message, Quote } from '../contract.ts';
import { getToggleButtonId } from './enquiry-entry.tsx';

interface Toggled<T> {
  enquiry: T;
  /** The index of its row in the list. */
  at: number;
  /** The list's parameters at that time. */
  list: string;
}

/** Marks enquiries done or open, one at a time. Then it refetches the list and keeps the focus on the changed one. */
export function useToggleDone<T extends Quote | Message>({ params, config, page, updateRow, refetch }: List<T>) {
  const [toggling, setToggling] = useState<string | null>(null);
  const [toggled, setToggled] = useState<Toggled<T> | null>(null);
  const [error, setError] = useState<{ id: string; detail: string } | null>(null);
  const pressedId = useRef<string | null>(null);
  const list = formatListParams(params, { page: params.page }, config);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of rows can remove the focused button
  useEffect(() => {
    if (pressedId.current === null || document.activeElement !== document.body) return;
    document.getElementById(getToggleButtonId(pressedId.current))?.focus({ preventScroll: true });
  }, [page]);

  const toggleDone = async (enquiry: T, at: number) => {
    if (toggling) return;
    const { _id, done } = enquiry;
    setError(null);
    setToggling(_id);
    pressedId.current = _id;
    const result = await callApi(`${config.path}/${_id}`, { method: 'PUT', body: { done: !done } });
    setToggling(null);
    if (!result.ok) return setError({ id: _id, detail: result.problem.detail });
    updateRow(_id, { done: !done } as Partial<T>);
    setToggled({ enquiry: { ...enquiry, done: !done }, at, list });
    await refetch();
  };
  return { toggleDone, toggling, toggled: toggled?.list === list ? toggled : null, error };
}
