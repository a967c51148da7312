/**
 * The identity provider is down, too slow, or sends something unreadable. The user is not rejected and may try again.
 */
export class IdentityUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The provider responded, but this sign-in cannot be trusted: a wrong nonce or signature, or a code used twice. */
export class VerificationFailed extends Error {
  override name = 'VerificationFailed';
}
