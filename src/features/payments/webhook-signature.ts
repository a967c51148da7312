/** In s. An older message may be a replayed recording and is rejected, as in the provider's library. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether a `stripe-signature` header may belong to a current message: it has a recent time, `t=…`, and a signature of
 * the known scheme, `v1=…`. Checking the signature needs the body; this does not. `now` is in ms.
 */
export function mayBeSigned(header: string | undefined, now: number): boolean {
  if (!header || header.length > 1_000) return false;
  const parts = header.split(',');
  const time = parts.find((part) => /^t=\d{1,15}$/.test(part));
  const isSigned = parts.some((part) => /^v1=[0-9a-f]{64}$/.test(part));
  return isSigned && time !== undefined && now / 1000 - Number(time.slice(2)) <= TOLERANCE_SECONDS;
}
