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
