type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** An expected failure, in the fields and the words of Stripe's error object. */
export interface StripeErrorBody {
  status: 400 | 401 | 402 | 404 | 409 | 413 | 429 | 500 | 503;
  type: StripeErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: Record<string, unknown>;
  payment_method?: Record<string, unknown>;
}

export type StripeResult<T> = { ok: true; value: T } | { ok: false; error: StripeErrorBody };

export const stripeOk = <T>(value: T): StripeResult<T> => ({ ok: true, value });
export const stripeFailure = (error: StripeErrorBody): { ok: false; error: StripeErrorBody } => ({ ok: false, error });

export function toErrorResponse({ status: _status, ...error }: StripeErrorBody): { error: Record<string, unknown> } {
  return { error: error.code ? { ...error, doc_url: docUrl(error.code) } : error };
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

export function invalidParam(param: string, message: string, code?: string): { ok: false; error: StripeErrorBody } {
  return stripeFailure({ status: 400, type: 'invalid_request_error', message, param, ...(code ? { code } : {}) });
}

/** 404 as Stripe words it; for an id inside a body it is 400 there too, so `status` may be given. */
export function resourceMissing(
  kind: string,
  id: string,
  param: string,
  status: 400 | 404 = 404,
): { ok: false; error: StripeErrorBody } {
  return stripeFailure({
    status,
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id.slice(0, 100)}'`,
    param,
  });
}
