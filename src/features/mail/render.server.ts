import { hasSecretLinks } from './letters.ts';
import type { Writing } from './templates/render.tsx';

export interface RenderedMail {
  html: string;
  text: string;
}

/**
 * A mail as it is sent: HTML and text of one template. What renders is loaded with the first mail that somebody reads or
 * that is sent, never with the shop.
 */
export async function renderMail(mail: Writing, publicUrl: string): Promise<RenderedMail> {
  const { renderWriting } = await import('./templates/render.tsx');
  return renderWriting(mail, publicUrl);
}

/** Of a thousand letters; a letter's words never change, but for its links being taken out. */
const REMEMBERED = 1_000;
const texts = new Map<string, string>();

/** The words of a mail in the outbox. Rendering a page of mails anew at each look would cost a fifth of a second. */
export async function readMailText(mail: Writing & { id: string }, publicUrl: string): Promise<string> {
  if (!mail.data) return (await renderMail(mail, publicUrl)).text;
  const key = `${mail.id} ${hasSecretLinks(mail.data)}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { text } = await renderMail(mail, publicUrl);
  const oldest = texts.keys().next();
  if (texts.size >= REMEMBERED && !oldest.done) texts.delete(oldest.value);
  texts.set(key, text);
  return text;
}
