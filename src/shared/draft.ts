import { listStoredKeys, parseStored, readStored, writeStored } from './browser-storage.ts';
import { createListeners } from './listeners.ts';

/** The unsent input of a form: field name → value. */
export type Draft = Readonly<Record<string, string>>;

const PREFIX = 'draft:';

/** The key of the email address that signed in last in this tab, to which the drafts belong. */
const OWNER_KEY = 'draftsOf';

/** In characters. A longer draft is not stored at all, instead of being cut. */
const MAX_LENGTH = 30_000;

const EMPTY: Draft = {};

let generation = 0;
const discards = createListeners<[form: string | null]>();

/** The draft of a form in this tab; empty if there is none or it cannot be read. */
export function readDraft(form: string): Draft {
  const stored = parseStored(readStored('session', PREFIX + form));
  if (typeof stored !== 'object' || stored === null) return EMPTY;
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'));
}

/**
 * Stores the draft of a form until the tab is closed. It never contains passwords or card data. For a signed-in user,
 * the form's name contains their email address, so that the drafts of two users never mix.
 */
export function writeDraft(form: string, draft: Draft): void {
  const text = JSON.stringify(draft);
  // If nothing can be stored, the form works without a draft.
  writeStored('session', PREFIX + form, text === '{}' || text.length > MAX_LENGTH ? null : text);
}

/** Discards the draft of a form that was sent or abandoned. Input that is still in its fields is not stored again. */
export function discardDraft(form: string): void {
  writeDraft(form, EMPTY);
  discards.notify(form);
}

/** Discards all drafts when a user signs out, so that the next user does not see them. Open forms are reset. */
export function discardAllDrafts(): void {
  for (const key of listStoredKeys('session')) {
    if (key.startsWith(PREFIX) || key === OWNER_KEY) writeStored('session', key, null);
  }
  generation += 1;
  discards.notify(null);
}

/**
 * Assigns the drafts of this tab to a user who signed in. Drafts of another user are discarded. Drafts from before any
 * sign-in are kept.
 */
export function claimDrafts(email: string): void {
  const owner = readStored('session', OWNER_KEY);
  if (owner === email) return;
  if (owner !== null) discardAllDrafts();
  writeStored('session', OWNER_KEY, email);
}

/**
 * Calls `listener` with the form of each discarded draft; null stands for all forms. Returns a function that
 * unsubscribes.
 */
export function subscribeToDiscards(listener: (form: string | null) => void): () => void {
  return discards.subscribe(listener);
}

/** Counts how often all drafts were discarded. Input and results of an earlier generation must not be shown. */
export function getDraftGeneration(): number {
  return generation;
}
