import { createListeners } from '#src/shared/listeners.ts';
import { INITIAL_MODEL, type SessionModel, type SessionState } from './session-reducer.ts';

let model = INITIAL_MODEL;
const listeners = createListeners();

/** The state before the identity service was asked, which is also what the server renders. */
export function getInitialState(): SessionState {
  return INITIAL_MODEL.session;
}

export function getSession(): SessionState {
  return model.session;
}

export function getModel(): SessionModel {
  return model;
}

/** For the session store alone, which runs the effects of a change before it publishes it. */
export function setModel(next: SessionModel): void {
  model = next;
}

/** Calls `listener` at every change. Returns a function that stops that. */
export function subscribeToState(listener: () => void): () => void {
  return listeners.subscribe(listener);
}

export function publishState(): void {
  listeners.notify();
}
