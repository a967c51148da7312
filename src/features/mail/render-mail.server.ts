import { hasSecretLinks } from './email-data.ts';
import type { RenderInput } from './templates/render-template.tsx';

export interface RenderedMail {
  html: string;
  text: string;
}

/**
 * A mail as it is sent: HTML and text of one template. What renders is loaded with the first mail that somebody reads or
 * that is sent, never with the shop.
 */
export async function renderMail(mail: RenderInput, publicUrl: string): Promise<RenderedMail> {
  const { renderTemplate } = await import('./templates/render-template.tsx');
  return renderTemplate(mail, publicUrl);
}

/** Of a thousand letters; a letter's words never change, but for its links being taken out. */
const MAX_CACHED_TEXTS = 1_000;
const cachedTexts = new Map<string, string>();

/** The words of a mail in the outbox. Rendering a page of mails anew at each look would cost a fifth of a second. */
export async function readMailText(mail: RenderInput & { id: string }, publicUrl: string): Promise<string> {
  if (!mail.data) return (await renderMail(mail, publicUrl)).text;
  const key = `${mail.id} ${hasSecretLinks(mail.data)}`;
  const cached = cachedTexts.get(key);
  if (cached !== undefined) return cached;
  const { text } = await renderMail(mail, publicUrl);
  const oldest = cachedTexts.keys().next();
  if (cachedTexts.size >= MAX_CACHED_TEXTS && !oldest.done) cachedTexts.delete(oldest.value);
  cachedTexts.set(key, text);
  return text;
}
