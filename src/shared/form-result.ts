import { type ApiProblem, parseResponse, readProblem, UNREACHABLE } from './api-client.ts';
import { getDraftGeneration } from './draft.ts';

/** The result of a sent form: the server's response, or what its schema found in the browser. */
export interface FormResult {
  /** Whether the input was stored. Without STAY_FIELD, the form is then redirected to a page that says so. */
  stored: boolean;
  /** Field → its input. */
  values: Readonly<Record<string, string>>;
  /** Field → its error. */
  errors: Readonly<Record<string, string>>;
  /** What is wrong with the form as a whole. */
  formError: string | null;
}

/** A form with a field of this name stays on its page once it is stored. Only a script adds the field. */
export const STAY_FIELD = 'stay';

/** People never see this field, but bots that fill in every field fill in this one, too. */
export const HONEYPOT_FIELD = 'leave_empty';

/**
 * Sends a form, for a page's `clientAction`. Calls `onStored` when the server redirects after storing. If the shop
 * fails, the error becomes a result, since an error page would replace the form and its input.
 */
export async function submitForm(serverAction: () => Promise<unknown>, onStored?: () => void): Promise<FormResult> {
  const generation = getDraftGeneration();
  try {
    const result = (await serverAction()) as FormResult;
    // The user has logged out in the meantime: their input must not come back into the form.
    if (generation !== getDraftGeneration()) return { stored: result.stored, values: {}, errors: {}, formError: null };
    return result;
  } catch (error) {
    // The redirect after storing is thrown, too.
    if (error instanceof Response) {
      onStored?.();
      throw error;
    }
    return { stored: false, values: {}, errors: {}, formError: toProblem(error).detail };
  }
}

/** The problem behind an error that a page's action or loader threw. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof TypeError) return UNREACHABLE;
  const { status = 500, data } = error as { status?: number; data?: unknown };
  // The page threw `data`.
  if (typeof data === 'object' && data !== null) return readProblem(status, data);
  // The response did not come from the page, for example because the shop is too busy: then it is a problem document as
  // text.
  const result = parseResponse(status, typeof data === 'string' ? data : '', () => null);
  return result.ok ? UNREACHABLE : result.problem;
}
