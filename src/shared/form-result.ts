import { type ApiProblem, parseResponse, readProblem, UNREACHABLE } from './api-client.ts';
import { getDraftGeneration } from './draft.ts';

/** What the server says to a form of a page: everything typed, and each sentence at its field. */
export interface FormResult {
  /** Whether it was stored. A form that does not ask to stay is then led to a page that says so. */
  stored: boolean;
  /** Field → what was typed. */
  values: Readonly<Record<string, string>>;
  /** Field → what is wrong with it. */
  errors: Readonly<Record<string, string>>;
  /** What is wrong as a whole. */
  formError: string | null;
}

/** A form that stays on its page after it was stored has a field of this name. Only script can put one there. */
export const STAY_FIELD = 'stay';

/** People never see this field; a program that fills in everything it finds fills in this one, too. */
export const HONEYPOT_FIELD = 'leave_empty';

/**
 * For a page's `clientAction`: sends the form, and calls `onStored` once it is stored and leads on; a form that stays
 * reads it in its answer. When the shop cannot be reached or fails, the form stays with all that was typed; otherwise
 * an error page would take its place.
 */
export async function submitForm(serverAction: () => Promise<unknown>, onStored?: () => void): Promise<FormResult> {
  const round = getDraftGeneration();
  try {
    const result = (await serverAction()) as FormResult;
    // Logged out meanwhile: the words in this answer would come back into an empty form.
    return round === getDraftGeneration() ? result : { stored: result.stored, values: {}, errors: {}, formError: null };
  } catch (error) {
    // Where the server leads to after storing is thrown, too.
    if (error instanceof Response) {
      onStored?.();
      throw error;
    }
    return { stored: false, values: {}, errors: {}, formError: toProblem(error).detail };
  }
}

/** What kept a page's action or loader from answering: no way to the shop, or what the shop says itself. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof TypeError) return UNREACHABLE;
  const { status = 500, data } = error as { status?: number; data?: unknown };
  // What the page itself has thrown.
  if (typeof data === 'object' && data !== null) return readProblem(status, data);
  // What did not come from the page, as when the shop is too busy, is the text of a problem document.
  const result = parseResponse(status, typeof data === 'string' ? data : '', () => null);
  return result.ok ? UNREACHABLE : result.problem;
}
