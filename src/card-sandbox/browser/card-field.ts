import { type FieldProblem, isConclusive } from './card-rules.ts';
import { createElement, createId } from './dom.ts';

interface FieldConfig {
  label: string;
  autocomplete: string;
  placeholder: string;
  inputmode: string;
  width?: string;
  format(text: string, adding: boolean): string;
  check(text: string): FieldProblem | null;
}

export interface FieldEvents {
  /** The value changed; `finished` when it is complete, valid and was typed at its end. */
  typed(finished: boolean): void;
  left(): void;
  backspacedWhileEmpty(): void;
}

/** One labeled input with its error in words. Its value never has a form name, so no form ever submits it. */
export class CardField {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #error: HTMLElement;
  readonly #setup: FieldConfig;
  #mayComplain = false;

  constructor(config: FieldConfig, events: FieldEvents) {
    this.#setup = config;
    const [id, errorId] = [createId(), createId()];
    this.input = createElement('input', {
      id,
      type: 'text',
      autocomplete: config.autocomplete,
      inputmode: config.inputmode,
      placeholder: config.placeholder,
      'aria-describedby': errorId,
      autocapitalize: 'characters',
      autocorrect: 'off',
      spellcheck: 'false',
    });
    this.#error = createElement('p', { id: errorId, class: 'cs-error', 'aria-live': 'polite' });
    this.root = createElement('div', { class: `cs-field ${config.width ?? ''}` }, [
      createElement('label', { for: id }, [config.label]),
      this.input,
      this.#error,
    ]);
    this.input.addEventListener('input', (event) => this.#onInput(event as InputEvent, events));
    this.input.addEventListener('keydown', (event) => {
      if (event.key !== 'Backspace' || this.input.value !== '') return;
      event.preventDefault();
      events.backspacedWhileEmpty();
    });
    this.input.addEventListener('blur', () => {
      if (this.input.value !== '') this.#mayComplain = true;
      this.show();
      events.left();
    });
  }

  get value(): string {
    return this.input.value;
  }

  set value(text: string) {
    this.input.value = this.#setup.format(text, true);
    this.#mayComplain = false;
    this.show();
  }

  /** What is wrong with the value, shown or not. */
  get problem(): FieldProblem | null {
    return this.#setup.check(this.input.value);
  }

  /** What is shown: a number still being typed is not called incomplete. */
  get shownProblem(): FieldProblem | null {
    const { problem } = this;
    return this.#mayComplain || isConclusive(problem) ? problem : null;
  }

  /** From now on even an empty field shows its error. */
  showProblem(): void {
    this.#mayComplain = true;
    this.show();
  }

  show(): void {
    const shown = this.shownProblem;
    this.input.setAttribute('aria-invalid', String(shown !== null));
    const text = shown?.message ?? '';
    if (this.#error.textContent !== text) this.#error.textContent = text;
  }

  #onInput(event: InputEvent, events: FieldEvents): void {
    const { input } = this;
    const adding = !(event.inputType ?? '').startsWith('delete');
    const text = input.value;
    const caret = input.selectionStart ?? text.length;
    const atEnd = caret === text.length;
    const formatted = this.#setup.format(text, adding);
    if (formatted !== text) {
      const significant = count(text.slice(0, caret));
      input.value = formatted;
      const place = atEnd ? formatted.length : placeAfter(formatted, significant);
      if (document.activeElement === input) input.setSelectionRange(place, place);
    }
    if (this.problem === null) this.#mayComplain = false;
    this.show();
    events.typed(adding && atEnd && this.problem === null && document.activeElement === input);
  }
}

const count = (text: string): number => text.replace(/[^0-9A-Za-z]/g, '').length;

function placeAfter(text: string, significant: number): number {
  let place = 0;
  while (place < text.length && count(text.slice(0, place)) < significant) place += 1;
  return place;
}
