import type { RenderedMail } from './render-mail.server.ts';

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
