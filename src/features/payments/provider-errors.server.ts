import Stripe from 'stripe';

interface UnavailableOptions {
  /** A sentence for admins, without secrets. Null when the provider is up and rejected this one call. */
  reason?: string | null;
  /** The provider will repeat this rejection as long as the same idempotency key is sent. */
  keyPoisoned?: boolean;
  /** The provider rejected the request itself. Trying again cannot help. */
  rejected?: boolean;
  cause?: unknown;
}

/** The provider did not respond, or its response is invalid. The state at the provider is unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
  readonly reason: string | null;
  readonly keyPoisoned: boolean;
  readonly rejected: boolean;

  constructor(
    message: string,
    {
      reason = 'The card provider cannot be reached.',
      keyPoisoned = false,
      rejected = false,
      cause,
    }: UnavailableOptions = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.keyPoisoned = keyPoisoned;
    this.rejected = rejected;
  }
}

/** The error for a response that does not match the request. Nothing in such a response is used. */
export function invalidResponse(message: string, cause?: unknown): ProviderUnavailable {
  return new ProviderUnavailable(message, { reason: INVALID_RESPONSE, cause });
}

const INVALID_RESPONSE = 'The card provider’s response is invalid.';

/** Runs a request with all its retries for at most `deadlineMs`. Every failure is a `ProviderUnavailable`. */
export async function callWithDeadline<T>(deadlineMs: number, request: () => Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      timeout.reject(
        new ProviderUnavailable('no response in time', { reason: 'The card provider did not respond in time.' }),
      ),
    deadlineMs,
  );
  try {
    return await Promise.race([request(), timeout.promise]);
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

function toUnavailable(error: unknown): ProviderUnavailable {
  if (error instanceof ProviderUnavailable) return error;
  if (error instanceof Stripe.errors.StripeError) {
    const keyPoisoned = error.headers?.['idempotent-replayed'] === 'true';
    // The provider's message may repeat what it was sent. The type and the request id are enough to look it up.
    const message = `${error.type} ${error.code ?? ''} ${error.requestId ?? ''}`.trim();
    return new ProviderUnavailable(message, {
      reason: describeError(error),
      keyPoisoned,
      rejected: error instanceof Stripe.errors.StripeIdempotencyError || isInvalidRequest(error),
    });
  }
  // A response that is not even an object makes the SDK itself throw other errors.
  return invalidResponse('the response is invalid', error);
}

type InvalidRequestError = InstanceType<typeof Stripe.errors.StripeInvalidRequestError>;

/** Whether the provider itself, and not a proxy in between, says that the request is invalid. */
export function isInvalidRequest(error: unknown): error is InvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.rawType === 'invalid_request_error';
}

function describeError(error: Stripe.errors.StripeError): string | null {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError)
    return 'The card provider rejects the secret key. Please check STRIPE_SECRET_KEY.';
  if (error instanceof errors.StripePermissionError)
    return 'The secret key is not allowed to do what the shop needs. Please give it more permissions in the dashboard.';
  if (error instanceof errors.StripeRateLimitError) return 'The shop is sending the card provider too many requests.';
  if (error instanceof errors.StripeConnectionError) return 'The card provider cannot be reached.';
  // The provider gives its rejections a type. A response without one is from another system, such as a proxy.
  if (error instanceof errors.StripeInvalidRequestError && error.rawType !== 'invalid_request_error')
    return INVALID_RESPONSE;
  if (error instanceof errors.StripeAPIError) return 'The card provider has a problem on its side.';
  return null;
}
