import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { writeListAddress } from '#src/shared/ui/list/list-address.ts';
import type { KeptRows, ListNavigation } from '#src/shared/ui/list/use-list.ts';
import type { Message, Quote } from '../contract.ts';
import { markButtonIdOf } from './enquiry-entry.tsx';

interface Marked<T> {
  enquiry: T;
  /** Which row it was. */
  at: number;
  /** The address of the list it was marked in. */
  list: string;
}

/** Marks enquiries done and open again, one at a time; the list is then read again, and the focus stays with the one marked. */
export function useMarking<T extends Quote | Message>(
  path: '/quotes' | '/messages',
  { address, choices, readAgain }: ListNavigation,
  { found, change }: Pick<KeptRows<T>, 'found' | 'change'>,
) {
  const [marking, setMarking] = useState<string | null>(null);
  const [marked, setMarked] = useState<Marked<T> | null>(null);
  const [fault, setFault] = useState<{ id: string; detail: string } | null>(null);
  const pressed = useRef<string | null>(null);
  const list = writeListAddress(address, { page: address.page }, choices);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what takes the focused button away
  useEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return;
    document.getElementById(markButtonIdOf(pressed.current))?.focus({ preventScroll: true });
  }, [found]);

  const mark = async (enquiry: T, at: number) => {
    if (marking) return;
    const { _id, done } = enquiry;
    setFault(null);
    setMarking(_id);
    pressed.current = _id;
    const answer = await callApi(`${path}/${_id}`, { method: 'PUT', body: { done: !done } });
    setMarking(null);
    if (!answer.ok) return setFault({ id: _id, detail: answer.problem.detail });
    change(_id, { done: !done } as Partial<T>);
    setMarked({ enquiry: { ...enquiry, done: !done }, at, list });
    await readAgain();
  };
  return { mark, marking, marked: marked?.list === list ? marked : null, fault };
}
