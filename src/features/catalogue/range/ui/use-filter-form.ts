import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The address of the page with what the form says. */
export type ToAddress = (typed: URLSearchParams) => string;

/** Makes the fields of a filter form follow the address, and applies each change at once. Returns its `onSubmit`. */
export function useFilterForm(form: RefObject<HTMLFormElement | null>, texts: URLSearchParams, toAddress: ToAddress) {
  const shown = texts.toString();
  const typing = useTyping(form);
  useEffect(() => showTexts(form.current, new URLSearchParams(shown), typing.current), [form, shown, typing]);
  useSubmitOnChange(form);
  return useApply(toAddress);
}

/**
 * Whether `value` has ever been true: filters that opened because of an error don't close while somebody corrects it.
 */
export function useOnceTrue(value: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(value);
  if (value && !hasBeen) setHasBeen(true);
  return hasBeen;
}

/** Submits a form when a box is ticked or a changed text field is left. React's `onChange` would submit at each key. */
function useSubmitOnChange(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const submit = () => element?.requestSubmit();
    element?.addEventListener('change', submit);
    return () => element?.removeEventListener('change', submit);
  }, [form]);
}

/** The field that somebody has typed in since the form was last submitted. */
function useTyping(form: RefObject<HTMLFormElement | null>): RefObject<EventTarget | null> {
  const typing = useRef<EventTarget | null>(null);
  useEffect(() => {
    const element = form.current;
    const listening = new AbortController();
    const { signal } = listening;
    element?.addEventListener('input', ({ target }) => (typing.current = target), { signal });
    element?.addEventListener('submit', () => (typing.current = null), { signal, capture: true });
    return () => listening.abort();
  }, [form]);
  return typing;
}

/** Navigates to what the form says, unless that was the last navigation: Enter in a changed field submits twice. */
function useApply(toAddress: ToAddress) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const current = pathname + search;
  const requested = useRef(current);
  useEffect(() => {
    requested.current = current;
  }, [current]);
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    const address = toAddress(typed);
    if (address === requested.current) return;
    requested.current = address;
    void navigate(address, { preventScrollReset: true });
  };
}

/**
 * After a step back in the history, the fields show what the address says. A field that somebody is typing in keeps its
 * input.
 */
function showTexts(form: HTMLFormElement | null, texts: URLSearchParams, typing: EventTarget | null): void {
  for (const field of form?.querySelectorAll('input') ?? []) {
    const values = texts.getAll(field.name);
    if (field.type === 'checkbox') field.checked = values.includes(field.value);
    else if (field.type === 'radio') field.checked = (values[0] ?? '') === field.value;
    else if (field.type !== 'hidden' && !(field === typing && document.activeElement === field))
      field.value = values[0] ?? '';
  }
}
