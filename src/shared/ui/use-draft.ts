import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  type Draft,
  discardDraft,
  getDraftGeneration,
  readDraft,
  subscribeToDiscards,
  writeDraft,
} from '#src/shared/draft.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Secrets, and fields that a script cannot fill in. */
const NEVER_SAVED = new Set(['password', 'file', 'hidden', 'submit', 'button', 'image', 'reset']);

/**
 * Saves the input of a form's named fields while its tab is open, and restores it when the form is shown again. `name`
 * identifies the draft; null while the user is unknown. For a signed-in user, it contains their email address.
 * Passwords, card data, files and read-only fields are never saved. It works on the DOM, so React and react-hook-form
 * notice restored input as if it had been typed. Call `discard` once the form is sent. Input that is still in the
 * fields is then not saved again.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  name: string | null,
  /** Which values count as unchanged: those at hydration, or those of the server's HTML, so that early input counts. */
  baseline: 'hydration' | 'server' = 'hydration',
  /** Values that a script filled in, which are not the user's input. */
  prefilled?: RefObject<ReadonlyMap<string, string>>,
): { restored: boolean; discard: () => void } {
  const [restored, setRestored] = useState(false);
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const element = form.current;
    if (!element || name === null) return;
    const initial = baseline === 'server' ? getServerValues(element) : getValues(element);
    let discarded: ReadonlyMap<string, string> = new Map();
    const isEarly = (control: Control) =>
      baseline === 'server' &&
      initial.get(getKey(control)) !== control.value &&
      prefilled?.current.get(control.name) !== control.value;
    const draft = readDraft(name);
    let later: ReturnType<typeof setTimeout> | undefined;
    // A field that depends on a restored one appears only later: a choice shows an address, and its country the states.
    const restoreAll = (passes: number) => {
      if (!restore(element, draft, isEarly)) return;
      setRestored(true);
      if (passes > 1) later = setTimeout(() => restoreAll(passes - 1));
    };
    restoreAll(3);
    const cancelSaving = () => {
      clearTimeout(saving.current);
      saving.current = undefined;
    };
    const save = () => {
      cancelSaving();
      writeDraft(name, getChanges(element, initial, [discarded, prefilled?.current ?? discarded]));
    };
    // A button may also change a field. The change is visible in the next task.
    const saveSoon = () => {
      cancelSaving();
      saving.current = setTimeout(save);
    };
    // A page that is being closed runs no more tasks.
    const saveAtLast = () => saving.current !== undefined && save();
    if (baseline === 'server') save();
    element.addEventListener('input', saveSoon);
    element.addEventListener('click', saveSoon);
    addEventListener('pagehide', saveAtLast);
    const unsubscribe = subscribeToDiscards((form) => {
      if (form !== null && form !== name) return;
      cancelSaving();
      discarded = getValues(element);
    });
    return () => {
      unsubscribe();
      clearTimeout(later);
      cancelSaving();
      element.removeEventListener('input', saveSoon);
      element.removeEventListener('click', saveSoon);
      removeEventListener('pagehide', saveAtLast);
    };
  }, [form, name, baseline, prefilled]);

  const discard = useCallback(() => {
    setRestored(false);
    if (name !== null) discardDraft(name);
  }, [name]);
  return { restored, discard };
}

/** Changes when all drafts are discarded. As the key of a form, it resets the form. */
export function useDraftGeneration(): number {
  return useSyncExternalStore(subscribeToDiscards, getDraftGeneration, () => 0);
}

function* savableControls(form: HTMLFormElement): Generator<Control> {
  for (const element of form.elements) {
    const known =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement;
    if (!known || !element.name || element.disabled || NEVER_SAVED.has(element.type)) continue;
    if ('readOnly' in element && element.readOnly) continue;
    if (/\b(cc-|current-password|new-password|one-time-code)/.test(element.autocomplete)) continue;
    yield element;
  }
}

/** Checkboxes and radio buttons with the same name differ by their values. */
function getKey(control: Control): string {
  return isCheckable(control) ? `${control.name}=${control.value}` : control.name;
}

function getValue(control: Control): string {
  return isCheckable(control) ? String(control.checked) : control.value;
}

function isCheckable(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

function getValues(form: HTMLFormElement): Map<string, string> {
  return new Map([...savableControls(form)].map((control) => [getKey(control), getValue(control)]));
}

/** The values of the text fields in the server's HTML. */
function getServerValues(form: HTMLFormElement): Map<string, string> {
  return new Map(
    [...savableControls(form)].map((control) => [
      getKey(control),
      'defaultValue' in control && !isCheckable(control) ? control.defaultValue : getValue(control),
    ]),
  );
}

function getChanges(
  form: HTMLFormElement,
  initial: ReadonlyMap<string, string>,
  ignored: readonly ReadonlyMap<string, string>[],
): Draft {
  return Object.fromEntries(
    [...getValues(form)].filter(
      ([key, value]) => value !== (initial.get(key) ?? '') && ignored.every((values) => values.get(key) !== value),
    ),
  );
}

/** Returns whether it restored any field. `isEarly` tells whether a field's input was typed before hydration. */
function restore(form: HTMLFormElement, draft: Draft, isEarly: (control: Control) => boolean): boolean {
  let restored = false;
  for (const control of savableControls(form)) {
    const saved = draft[getKey(control)];
    if (saved === undefined || saved === getValue(control)) continue;
    // The user has already typed here before hydration, and the input may be on its way to the server.
    const isTyped = !isCheckable(control) && control.value !== '';
    if (isTyped && (control === document.activeElement || isEarly(control))) continue;
    setValue(control, saved);
    restored = true;
  }
  return restored;
}

/** Fires the events of real input, so that every listener notices the change. */
function setValue(control: Control, value: string): void {
  if (isCheckable(control)) {
    // A click on one radio button unchecks the others of its group.
    if (control.type === 'checkbox' || value === 'true') control.click();
    return;
  }
  // React replaces the setter of the element, and ignores values set through it.
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
