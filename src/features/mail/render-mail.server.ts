import { LRUCache } from 'lru-cache';
import type { Company } from '#src/shared/company.ts';
import { HIDDEN_LINK, hasSecretLinks } from './rules.ts';
import type { RenderInput } from './templates/render-template.tsx';

export interface RenderedMail {
  html: string;
  text: string;
}

/** Renders a mail as HTML and text. The renderer is loaded with the first mail, because it would delay the start. */
export async function renderMail(mail: RenderInput, publicUrl: string, company: Company): Promise<RenderedMail> {
  const { renderTemplate } = await import('./templates/render-template.tsx');
  return renderTemplate(mail, publicUrl, company);
}

/** A mail's text changes if its links are removed or hidden, or if the company changes. */
const MAX_CACHED_TEXTS = 1_000;
const cachedTexts = new LRUCache<string, string>({ max: MAX_CACHED_TEXTS });
let cachedFor: Company | null = null;

/** The text of a mail, from a cache: rendering a page of the outbox takes a fifth of a second. */
export async function readMailText(
  mail: RenderInput & { id: string },
  publicUrl: string,
  company: Company,
): Promise<string> {
  if (!mail.data) return (await renderMail(mail, publicUrl, company)).text;
  // Each text names the company.
  if (cachedFor !== company) cachedTexts.clear();
  cachedFor = company;
  const isHidden = Object.values(mail.data).includes(HIDDEN_LINK);
  const key = `${mail.id} ${isHidden ? HIDDEN_LINK : hasSecretLinks(mail)}`;
  const cached = cachedTexts.get(key);
  if (cached !== undefined) return cached;
  const { text } = await renderMail(mail, publicUrl, company);
  // Otherwise, a text rendered before the company changed would stay in the cache.
  if (cachedFor === company) cachedTexts.set(key, text);
  return text;
}
