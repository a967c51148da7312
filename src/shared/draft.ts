/** What somebody had typed into a form: the field's name → its value. */
export type Draft = Readonly<Record<string, string>>;

const PREFIX = 'draft:';

/** Whose drafts these are: the e-mail address last signed in with in this tab. */
const OWNER_KEY = 'draftsOf';

/** In characters; what is longer is not kept, rather than kept in part. */
const MAX_LENGTH = 30_000;

const NOTHING: Draft = {};

let generation = 0;
const listeners = new Set<(form: string | null) => void>();

/** What is kept of a form in this tab; nothing where nothing is, or where it cannot be read. */
export function readDraft(form: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + form) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOTHING;
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'));
  } catch {
    return NOTHING;
  }
}

/**
 * Keeps this in place of what was kept. Until the tab is closed, so never a password or anything of a card. A form of
 * a signed-in person has their e-mail address in its name, so that nobody finds another's words in it.
 */
export function writeDraft(form: string, draft: Draft): void {
  const text = JSON.stringify(draft);
  try {
    if (text === '{}' || text.length > MAX_LENGTH) sessionStorage.removeItem(PREFIX + form);
    else sessionStorage.setItem(PREFIX + form, text);
  } catch {
    // Storage is full or shut off: then a form forgets, as forms do.
  }
}

/** Once it is sent, or not wanted any more: what then still stands in its fields is not kept again. */
export function discardDraft(form: string): void {
  writeDraft(form, NOTHING);
  notify(form);
}

/** For somebody who leaves and may be followed by somebody else: forms that stay on the screen begin anew. */
export function discardAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) || key === OWNER_KEY) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept then.
  }
  generation += 1;
  notify(null);
}

/**
 * From now on what is typed in this tab is this person's. What somebody else left is dropped; what was typed before
 * anybody signed in here is taken for theirs.
 */
export function claimDrafts(email: string): void {
  let known: string | null = null;
  try {
    known = sessionStorage.getItem(OWNER_KEY);
  } catch {
    // Nothing is kept then either.
  }
  if (known === email) return;
  if (known !== null) discardAllDrafts();
  try {
    sessionStorage.setItem(OWNER_KEY, email);
  } catch {
    // As above.
  }
}

/** Hears of every draft that is dropped, by its form's name; null for all of them. */
export function subscribeToDiscards(listener: (form: string | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often all drafts were dropped: what was typed or answered in an earlier round is nobody's any more. */
export function getDraftGeneration(): number {
  return generation;
}

function notify(form: string | null): void {
  for (const listener of listeners) listener(form);
}
