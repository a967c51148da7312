import { data, type RouterContextProvider, redirect } from 'react-router';
import type * as z from 'zod';
import { getRetrySentence } from '#src/platform/api-responses.server.ts';
import { isDatabaseUnavailable } from '#src/platform/database-faults.server.ts';
import { Overloaded } from '#src/platform/overloaded.server.ts';
import { requestInfo } from '#src/platform/page-request.ts';
import type { RateLimitName } from '#src/platform/rate-limit-rules.server.ts';
import { toFieldErrors } from '#src/shared/field-errors.ts';
import { type FormResult, HONEYPOT_FIELD, STAY_FIELD } from '#src/shared/form-result.ts';
import { PROBLEMS, type ProblemCode } from '#src/shared/problem.ts';
import { pageContext } from './page-context.server.ts';

/** Without script the fields come back empty, but the page before this one still has them. */
const TOO_LARGE =
  'This is too long to be sent at once, so nothing was saved. Please shorten it. If your text is gone, “Back” in your browser brings it back.';

/** What React Router passes to an action. */
export interface FormActionArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Handles a form of a public page, with or without script. Validates it by its schema, counts it against `limit` and
 * passes it to `store`. Redirects to `redirectTo`, with the query that `toQuery` makes from the input. After an error,
 * everything that was typed is returned.
 */
export async function handleForm<T extends object>(
  { request, context }: FormActionArgs,
  form: {
    schema: z.ZodType<T>;
    fields: readonly (keyof T & string)[];
    limit: RateLimitName;
    store: (value: T, clientAddress: string) => Promise<void>;
    redirectTo: string;
    toQuery?: (value: T) => Promise<string>;
  },
) {
  const { limits, log } = context.get(pageContext);
  const { clientAddress, formTooLarge } = context.get(requestInfo);
  const posted = await readForm(request);
  const values = Object.fromEntries(form.fields.map((field) => [field, getText(posted, field)]));
  const parsed = form.schema.safeParse(values);
  const succeed = async () => {
    if (getText(posted, STAY_FIELD)) return data<FormResult>({ stored: true, values: {}, errors: {}, formError: null });
    const query = parsed.success ? await form.toQuery?.(parsed.data) : '';
    return redirect(`${form.redirectTo}${query ?? ''}`, 303);
  };
  const reject = (
    code: ProblemCode,
    more: { errors?: Record<string, string>; formError?: string; retryAfter?: number },
  ) => {
    const [status, sentence] = PROBLEMS[code];
    return data<FormResult>(
      { stored: false, values, errors: more.errors ?? {}, formError: more.formError ?? sentence },
      { status, headers: more.retryAfter ? { 'retry-after': String(more.retryAfter) } : {} },
    );
  };

  if (formTooLarge) return reject('body_too_large', { formError: TOO_LARGE });
  // A bot must not learn that it was detected.
  if (getText(posted, HONEYPOT_FIELD)) return succeed();
  if (!parsed.success) return reject('invalid', { errors: { ...toFieldErrors(parsed.error.issues) } });
  const wait = await limits.consume(form.limit, clientAddress);
  if (wait) return reject('too_many_requests', { formError: getRetrySentence(wait), retryAfter: wait });
  try {
    await form.store(parsed.data, clientAddress);
  } catch (error) {
    if (error instanceof Overloaded) return reject(error.code, { retryAfter: error.retryAfter });
    if (!isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, 'a form could not be stored');
    return reject('busy', { retryAfter: 2 });
  }
  return succeed();
}

/** The `headers` of a page with a form: `retry-after` also arrives without script. */
export function formHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  return actionHeaders;
}

/**
 * The same for a page whose address is a secret, such as a one-time link: other sites must not learn it. With
 * `no-referrer`, browsers would hide the origin of its form, too.
 */
export function secretFormHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const headers = new Headers(actionHeaders);
  headers.set('referrer-policy', 'same-origin');
  return headers;
}

/** A body that is not a form counts as an empty form: its errors say what is missing. */
async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    if (request.signal.aborted) throw error;
    return new FormData();
  }
}

/** A field's text as it was typed: browsers send a line break as two characters but count it as one. */
function getText(posted: FormData, field: string): string {
  const value = posted.get(field);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}
