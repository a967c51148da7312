import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RenderedMail } from './render-mail.server.ts';

/** A frame sends no access token. So its URL is signed, for one mail and a short time. */
const PREVIEW_TTL_S = 60;

export interface PreviewSignature {
  until: number;
  signature: string;
}

/** Signs the preview of one mail. `until` is in seconds since 1970. */
export function signPreview(key: string, id: string, nowMs = Date.now()): PreviewSignature {
  const until = Math.floor(nowMs / 1000) + PREVIEW_TTL_S;
  return { until, signature: sign(key, id, until) };
}

/** Whether the signature is ours, for this mail, and not expired. */
export function isPreviewAllowed(
  key: string,
  id: string,
  { until, signature }: PreviewSignature,
  nowMs = Date.now(),
): boolean {
  if (!Number.isSafeInteger(until) || until * 1000 < nowMs) return false;
  const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(key, id, until))];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function sign(key: string, id: string, until: number): string {
  return createHmac('sha256', key).update(`${id} ${until}`).digest('base64url');
}

/** The preview's content security policy: it may only show itself inside a page of the shop. */
export const PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/**
 * The mail as a page. Its links open a new window, which the sandbox forbids: an admin must not use up a link that
 * belongs to the recipient.
 */
export function previewPage({ html }: RenderedMail): string {
  return html.replaceAll(/ target="[^"]*"/g, '').replaceAll(/<a /g, '<a target="_blank" rel="noreferrer" ');
}
