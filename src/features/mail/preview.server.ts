import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RenderedMail } from './render-mail.server.ts';

/** A frame cannot carry the reader's token, so its address is good for one mail and as long as a page takes to open it. */
const PREVIEW_TTL_S = 60;

export interface PreviewSignature {
  until: number;
  signature: string;
}

/** Lets whoever has it see one mail for a minute. */
export function signPreview(key: string, id: string, nowMs = Date.now()): PreviewSignature {
  const until = Math.floor(nowMs / 1000) + PREVIEW_TTL_S;
  return { until, signature: sign(key, id, until) };
}

/** Whether a pass is ours, for this mail, and not run out. */
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

/** What a preview may do: show itself inside a page of the shop, and nothing else. */
export const PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/**
 * The mail as a page. Its links open elsewhere, which the sandbox forbids: whoever looks at a mail must not use up a link
 * that is somebody else's.
 */
export function previewPage({ html }: RenderedMail): string {
  return html.replaceAll(/ target="[^"]*"/g, '').replaceAll(/<a /g, '<a target="_blank" rel="noreferrer" ');
}
