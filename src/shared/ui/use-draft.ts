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

/** What is nobody's business to keep, and what a script cannot put back. */
const NEVER_SAVED = new Set(['password', 'file', 'hidden', 'submit', 'button', 'image', 'reset']);

/**
 * Keeps what is typed into the named fields of a form while its tab is open, and puts it back when the form is shown
 * again: after a reload, an error page, signing in anew. `name` is the form's among all drafts, null while it is not
 * known whose form it is; a form of a signed-in person has their e-mail address in it. Never kept are passwords, card
 * data, files, and what cannot be changed. Works on the fields as the browser has them, so React's own and those of
 * react-hook-form notice what is put back as if it had been typed. Call `forget` once it has been sent, or drop the
 * draft by its name: what stands in the fields then is not kept again while the person is led on.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  name: string | null,
  /** Which values count as nobody's: those the script finds, or those the page came with, so that early words are kept. */
  untouchedAre: 'found' | 'sent' = 'found',
  /** What was put into fields for the person, who did not type it. */
  given?: RefObject<ReadonlyMap<string, string>>,
): { restored: boolean; forget: () => void } {
  const [restored, setRestored] = useState(false);
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const element = form.current;
    if (!element || name === null) return;
    const untouched = untouchedAre === 'sent' ? getServerValues(element) : getValues(element);
    let dropped: ReadonlyMap<string, string> = new Map();
    if (restore(element, readDraft(name))) setRestored(true);
    const save = () => writeDraft(name, getChanges(element, untouched, [dropped, given?.current ?? dropped]));
    // A button may change a field too; its change is there in the next task.
    const saveSoon = () => {
      clearTimeout(saving.current);
      saving.current = setTimeout(save);
    };
    if (untouchedAre === 'sent') save();
    element.addEventListener('input', saveSoon);
    element.addEventListener('click', saveSoon);
    const unfollow = subscribeToDiscards((form) => {
      if (form !== null && form !== name) return;
      clearTimeout(saving.current);
      dropped = getValues(element);
    });
    return () => {
      unfollow();
      clearTimeout(saving.current);
      element.removeEventListener('input', saveSoon);
      element.removeEventListener('click', saveSoon);
    };
  }, [form, name, untouchedAre, given]);

  const forget = useCallback(() => {
    setRestored(false);
    if (name !== null) discardDraft(name);
  }, [name]);
  return { restored, forget };
}

/** Grows when what was typed is nobody's any more: as the key of a form it makes the form begin anew. */
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

/** Boxes of one name are told apart by their values. */
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

/** What the server's page has in its fields of text. */
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
  untouched: ReadonlyMap<string, string>,
  others: readonly ReadonlyMap<string, string>[],
): Draft {
  return Object.fromEntries(
    [...getValues(form)].filter(
      ([key, value]) => value !== (untouched.get(key) ?? '') && others.every((other) => other.get(key) !== value),
    ),
  );
}

/** Says whether anything was put back. */
function restore(form: HTMLFormElement, draft: Draft): boolean {
  let anything = false;
  for (const control of savableControls(form)) {
    const kept = draft[getKey(control)];
    if (kept === undefined || kept === getValue(control)) continue;
    // Somebody was faster than the script and types here already.
    if (control === document.activeElement && !isCheckable(control) && control.value !== '') continue;
    setValue(control, kept);
    anything = true;
  }
  return anything;
}

/** As a person does it, so that whoever listens hears of it. */
function setValue(control: Control, value: string): void {
  if (isCheckable(control)) {
    // Of a group of radio buttons one is pressed; the others follow.
    if (control.type === 'checkbox' || value === 'true') control.click();
    return;
  }
  // React overlooks what is written over its own setter.
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
