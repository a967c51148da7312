import { data, type RouterContextProvider, redirect } from 'react-router';
import type * as z from 'zod';
import { type FormResult, HONEYPOT_FIELD, STAY_FIELD } from '#src/shared/form-result.ts';
import { PROBLEMS, type ProblemCode } from '#src/shared/problem.ts';
import { getRetrySentence, toFieldErrors } from './api.server.ts';
import { isDatabaseUnavailable } from './database.server.ts';
import { pageContext, requestInfo } from './page-context.ts';
import type { RateLimitName } from './rate-limits.server.ts';

/** Without script the fields come back empty, but the page before this one still has them. */
const TOO_LARGE =
  'This is too long to be sent at once, so nothing was stored. Please shorten it. If your words are gone, “Back” in your browser brings them back.';

/** What an action is given of React Router. */
export interface FormActionArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Takes in a form of a public page, with or without script: checks it by its contract, counts it against `limit`, hands
 * it to `store`, and leads to the page `leadTo`. Whatever is in the way is answered with everything that was typed.
 */
export async function handleForm<T extends object>(
  { request, context }: FormActionArgs,
  form: {
    schema: z.ZodType<T>;
    fields: readonly (keyof T & string)[];
    limit: RateLimitName;
    store: (value: T) => Promise<void>;
    leadTo: string;
  },
) {
  const { limits, clientAddress, formTooLarge } = context.get(requestInfo);
  const posted = await readForm(request);
  const values = Object.fromEntries(form.fields.map((field) => [field, textOf(posted, field)]));
  const stored = () =>
    textOf(posted, STAY_FIELD)
      ? data<FormResult>({ stored: true, values: {}, errors: {}, formError: null })
      : redirect(form.leadTo, 303);
  const refused = (
    code: ProblemCode,
    more: { errors?: Record<string, string>; fault?: string; retryAfter?: number },
  ) => {
    const [status, sentence] = PROBLEMS[code];
    return data<FormResult>(
      { stored: false, values, errors: more.errors ?? {}, formError: more.fault ?? sentence },
      { status, headers: more.retryAfter ? { 'retry-after': String(more.retryAfter) } : {} },
    );
  };

  if (formTooLarge) return refused('body_too_large', { fault: TOO_LARGE });
  // A program is not told that it was seen through.
  if (textOf(posted, HONEYPOT_FIELD)) return stored();
  const checked = form.schema.safeParse(values);
  if (!checked.success) return refused('invalid', { errors: { ...toFieldErrors(checked.error.issues) } });
  const wait = await limits.consume(form.limit, clientAddress);
  if (wait) return refused('too_many_requests', { fault: getRetrySentence(wait), retryAfter: wait });
  try {
    await form.store(checked.data);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    context.get(pageContext).log.warn({ err: error }, 'a form could not be stored');
    return refused('busy', { retryAfter: 2 });
  }
  return stored();
}

/** For the `headers` of a page with a form, so that the time to wait arrives without script, too. */
export function formHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  return actionHeaders;
}

/**
 * The same of a page whose address is as good as what it lets one do: no other site learns it. `no-referrer` would make
 * browsers hide where its form comes from, too.
 */
export function secretFormHeaders(given: { actionHeaders: Headers }): Headers {
  const headers = new Headers(formHeaders(given));
  headers.set('referrer-policy', 'same-origin');
  return headers;
}

/** What cannot be read as a form counts as an empty one: its sentences say what is missing. */
async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    if (request.signal.aborted) throw error;
    return new FormData();
  }
}

/** A field's text as a person typed it: a browser sends each line's end as two characters and counts it as one. */
function textOf(posted: FormData, field: string): string {
  const value = posted.get(field);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}
