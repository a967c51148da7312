type ProblemType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** An expected failure, in the fields and the words of Stripe's error object. */
export interface StripeProblem {
  status: 400 | 401 | 402 | 404 | 409 | 413 | 429 | 500;
  type: ProblemType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: Record<string, unknown>;
  payment_method?: Record<string, unknown>;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: StripeProblem };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refused = (problem: StripeProblem): { ok: false; problem: StripeProblem } => ({ ok: false, problem });

/** The JSON body of an error answer. */
export function problemBody({ status: _status, ...error }: StripeProblem): { error: Record<string, unknown> } {
  return { error: error.code ? { ...error, doc_url: docUrl(error.code) } : error };
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

export function badParam(param: string, message: string, code?: string): { ok: false; problem: StripeProblem } {
  return refused({ status: 400, type: 'invalid_request_error', message, param, ...(code ? { code } : {}) });
}

/** 404 as Stripe words it; for an id inside a body it is 400 there too, so `status` may be given. */
export function noSuch(
  kind: string,
  id: string,
  param: string,
  status: 400 | 404 = 404,
): { ok: false; problem: StripeProblem } {
  return refused({
    status,
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id.slice(0, 100)}'`,
    param,
  });
}
