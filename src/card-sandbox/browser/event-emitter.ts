/** Takes whatever its event carries, as in Stripe.js. */
export type Listener = (event: never) => void;

/** The listeners of each event. */
export class EventEmitter {
  readonly #byEvent = new Map<string, Set<Listener>>();

  add(event: string, listener: Listener): void {
    const known = this.#byEvent.get(event) ?? new Set();
    this.#byEvent.set(event, known.add(listener));
  }

  /** Without a listener, all of the event's. */
  remove(event: string, listener?: Listener): void {
    if (listener) this.#byEvent.get(event)?.delete(listener);
    else this.#byEvent.delete(event);
  }

  clear(): void {
    this.#byEvent.clear();
  }

  emit(event: string, payload: object): void {
    for (const listener of [...(this.#byEvent.get(event) ?? [])]) listener(payload as never);
  }
}
