/** What somebody had typed into a form: the field's name → its value. */
export type Draft = Readonly<Record<string, string>>;

const PREFIX = 'draft:';

/** In characters; what is longer is not kept, rather than kept in part. */
const LONGEST = 30_000;

const NOTHING: Draft = {};

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
    if (text === '{}' || text.length > LONGEST) sessionStorage.removeItem(PREFIX + form);
    else sessionStorage.setItem(PREFIX + form, text);
  } catch {
    // Storage is full or shut off: then a form forgets, as forms do.
  }
}

export function dropDraft(form: string): void {
  writeDraft(form, NOTHING);
}

/** For somebody who leaves and may be followed by somebody else. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept then.
  }
}
