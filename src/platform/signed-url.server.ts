import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';

/** Frames and downloads do not send access tokens, so their URL is signed, for one thing and a short time. */
const TTL_S = 60;

/** The parameters of a signed URL, for a query schema. `until` is in seconds since 1970. */
export const signatureFields = {
  until: z.coerce.number().int(),
  signature: boundedText(100, 'Please send at most 100 characters.'),
};

/** Signs a URL: `path` with these parameters and a signature of `subject`, which names what may be read. */
export function signUrl(
  key: string,
  subject: string,
  path: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
  nowMs = Date.now(),
): string {
  const until = Math.floor(nowMs / 1000) + TTL_S;
  const signed = { ...parameters, until: String(until), signature: sign(key, subject, until) };
  const given = Object.entries(signed).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${path}?${new URLSearchParams(given)}`;
}

/** Whether the signature is ours, is for this subject, and has not expired. */
export function isUrlSigned(
  key: string,
  subject: string,
  { until, signature }: { until: number; signature: string },
  nowMs = Date.now(),
): boolean {
  if (!Number.isSafeInteger(until) || until * 1000 < nowMs) return false;
  const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(key, subject, until))];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function sign(key: string, subject: string, until: number): string {
  return createHmac('sha256', key).update(`${subject} ${until}`).digest('base64url');
}
