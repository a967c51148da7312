import { integrationError } from './api-client.ts';
import type { CardField, FieldEvents } from './card-field.ts';
import { createCardFields } from './card-fields.ts';
import { type CardBrand, type FieldProblem, getBrand, readExpiry, toDigits } from './card-rules.ts';
import { createElement } from './dom.ts';
import { EventEmitter, type Listener } from './event-emitter.ts';
import { adoptStyles } from './styles.ts';
import { createTestCardNote } from './test-card-note.ts';

export interface CardOptions {
  disabled?: boolean;
  hidePostalCode?: boolean;
  value?: { postalCode?: string };
}

interface CardChange {
  elementType: 'card';
  empty: boolean;
  complete: boolean;
  brand: CardBrand;
  error: FieldProblem | undefined;
  value: { postalCode: string };
}

export interface EnteredCard {
  card: { number: string; exp_month: number; exp_year: number; cvc: string };
  postalCode: string;
}

/** The card form: number, expiry, security code and ZIP code, checked as the customer types. */
export class CardElement {
  readonly #listeners = new EventEmitter();
  readonly #onDestroy: () => void;
  readonly #root: HTMLElement;
  readonly #brand = createElement('span', { class: 'cs-brand', 'aria-hidden': 'true' });
  readonly #number: CardField;
  readonly #expiry: CardField;
  readonly #cvc: CardField;
  readonly #postcode: CardField;
  #options: CardOptions = {};
  #place: HTMLElement | null = null;
  #destroyed = false;
  #lastChange = '';

  constructor(options: CardOptions, onDestroy: () => void) {
    adoptStyles();
    this.#onDestroy = onDestroy;
    const { number, expiry, cvc, postcode } = createCardFields((at) => this.#eventsOf(at));
    this.#number = number;
    this.#expiry = expiry;
    this.#cvc = cvc;
    this.#postcode = postcode;
    this.#number.root.append(this.#brand);
    this.#root = createElement('div', { class: 'card-sandbox', role: 'group', 'aria-label': 'Card details' }, [
      ...this.#allFields().map((field) => field.root),
      createTestCardNote((number) => this.#fill(number)),
    ]);
    this.#root.addEventListener('focusin', (event) => this.#onFocus(event, 'focus'));
    this.#root.addEventListener('focusout', (event) => this.#onFocus(event, 'blur'));
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#listeners.emit('escape', { elementType: 'card' });
    });
    this.update(options);
  }

  mount(place: string | HTMLElement): void {
    this.#mustLive();
    const found = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
    if (!found) {
      throw integrationError(`The selector you specified (${place}) applies to no DOM elements that are on the page.`);
    }
    this.unmount();
    this.#place = found;
    found.replaceChildren(this.#root);
    found.classList.add('StripeElement');
    this.#changed();
    setTimeout(() => {
      if (this.#place === found) this.#listeners.emit('ready', { elementType: 'card' });
    });
  }

  unmount(): void {
    this.#root.remove();
    for (const name of ['', '--focus', '--complete', '--invalid', '--empty']) {
      this.#place?.classList.remove(`StripeElement${name}`);
    }
    this.#place = null;
  }

  /** Clears the fields: nothing of the card outlives the element. */
  destroy(): void {
    this.#mustLive();
    this.unmount();
    for (const field of this.#allFields()) field.value = '';
    this.#listeners.clear();
    this.#destroyed = true;
    this.#onDestroy();
  }

  /** `style` and `classes` have no effect: the page's policy forbids inline styles. */
  update(options: CardOptions): void {
    this.#mustLive();
    this.#options = { ...this.#options, ...options };
    const { disabled = false, hidePostalCode = false, value } = this.#options;
    for (const button of this.#root.querySelectorAll('button')) button.disabled = disabled;
    for (const field of this.#allFields()) field.input.disabled = disabled;
    for (const field of [this.#expiry, this.#cvc]) {
      field.root.classList.toggle('cs-third', !hidePostalCode);
      field.root.classList.toggle('cs-half', hidePostalCode);
    }
    this.#postcode.root.hidden = hidePostalCode;
    if (options.value?.postalCode !== undefined) this.#postcode.value = value?.postalCode ?? '';
    this.#changed();
  }

  on(event: string, listener: Listener): this {
    this.#mustLive();
    this.#listeners.add(event, listener);
    return this;
  }

  once(event: string, listener: Listener): this {
    const single: Listener = (payload) => {
      this.off(event, single);
      listener(payload);
    };
    return this.on(event, single);
  }

  off(event: string, listener?: Listener): this {
    this.#listeners.remove(event, listener);
    return this;
  }

  focus(): void {
    (this.#fields().find((field) => field.problem) ?? this.#number).input.focus();
  }

  blur(): void {
    for (const field of this.#fields()) field.input.blur();
  }

  clear(): void {
    for (const field of this.#allFields()) field.value = '';
    this.#changed();
  }

  /** The card if all fields are valid; else shows every error and returns the first, whose field gets the focus. */
  collect(): { typed: EnteredCard; problem?: undefined } | { problem: FieldProblem; typed?: undefined } {
    if (!this.#place) {
      throw integrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      );
    }
    const faulty = this.#fields().filter((field) => field.problem);
    const problem = faulty[0]?.problem;
    const expiry = readExpiry(this.#expiry.value);
    if (problem || !expiry) {
      for (const field of faulty) field.showProblem();
      faulty[0]?.input.focus();
      this.#changed();
      return { problem: problem ?? { type: 'validation_error', code: 'incomplete_expiry', message: '' } };
    }
    const card = {
      number: toDigits(this.#number.value),
      exp_month: expiry.month,
      exp_year: expiry.year,
      cvc: this.#cvc.value,
    };
    return { typed: { card, postalCode: this.#options.hidePostalCode ? '' : this.#postcode.value } };
  }

  #allFields(): CardField[] {
    return [this.#number, this.#expiry, this.#cvc, this.#postcode];
  }

  #fields(): CardField[] {
    return this.#options.hidePostalCode ? this.#allFields().slice(0, 3) : this.#allFields();
  }

  #eventsOf(at: number): FieldEvents {
    const go = (to: number): void => this.#fields()[to]?.input.focus();
    return {
      typed: (finished) => {
        this.#changed(true);
        if (finished) go(at + 1);
      },
      left: () => this.#changed(),
      backspacedWhileEmpty: () => go(at - 1),
    };
  }

  #fill(number: string): void {
    this.#number.value = number;
    this.#expiry.value = `12${String((new Date().getFullYear() + 4) % 100).padStart(2, '0')}`;
    this.#cvc.value = '1234';
    if (this.#postcode.value === '') this.#postcode.value = '94110';
    this.#changed(true);
    this.#number.input.focus();
  }

  #onFocus(event: FocusEvent, name: 'focus' | 'blur'): void {
    if (event.relatedTarget instanceof Node && this.#root.contains(event.relatedTarget)) return;
    this.#place?.classList.toggle('StripeElement--focus', name === 'focus');
    this.#listeners.emit(name, { elementType: 'card' });
  }

  /** `typed` emits a change even when its payload is the same: another card may have been typed. */
  #changed(typed = false): void {
    const fields = this.#fields();
    const { brand, name } = getBrand(this.#number.value);
    this.#brand.textContent = name;
    // Another brand may want a longer or a shorter code than the one already there.
    this.#cvc.show();
    const error = fields.map((field) => field.shownProblem).find((problem) => problem !== null) ?? undefined;
    const change: CardChange = {
      elementType: 'card',
      empty: fields.every((field) => field.value === ''),
      complete: fields.every((field) => field.problem === null),
      brand,
      error,
      value: { postalCode: this.#postcode.value },
    };
    this.#place?.classList.toggle('StripeElement--complete', change.complete);
    this.#place?.classList.toggle('StripeElement--empty', change.empty);
    this.#place?.classList.toggle('StripeElement--invalid', error !== undefined);
    const snapshot = JSON.stringify(change);
    const first = this.#lastChange === '';
    if (snapshot === this.#lastChange && !typed) return;
    this.#lastChange = snapshot;
    if (!first) this.#listeners.emit('change', change);
  }

  #mustLive(): void {
    if (this.#destroyed) {
      throw integrationError('This Element has already been destroyed. Please create a new one.');
    }
  }
}
