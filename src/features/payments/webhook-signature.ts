/** In s: an older message may have been recorded, and is no longer believed. As in the provider's library. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether a `stripe-signature` header may belong to a message of now: it has a fresh time, `t=…`, and a signature of the
 * known scheme, `v1=…`. Whether that is true only the body tells; this needs none of it. `now` is in ms.
 */
export function mayBeSigned(header: string | undefined, now: number): boolean {
  if (!header || header.length > 1_000) return false;
  const parts = header.split(',');
  const time = parts.find((part) => /^t=\d{1,15}$/.test(part));
  const isSigned = parts.some((part) => /^v1=[0-9a-f]{64}$/.test(part));
  return isSigned && time !== undefined && now / 1000 - Number(time.slice(2)) <= TOLERANCE_SECONDS;
}
