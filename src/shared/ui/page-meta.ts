import type { MetaDescriptor } from 'react-router';
import { company } from '#src/shared/site-messages.ts';

/** The head of a page. `canonical` is its absolute address; a page without one asks not to be listed by search engines. */
export function pageMeta({
  title,
  description,
  canonical,
}: {
  title: string;
  description?: string;
  canonical?: string | undefined;
}): MetaDescriptor[] {
  return [
    { title: title === company.name ? title : `${title} | ${company.name}` },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(canonical
      ? [{ tagName: 'link', rel: 'canonical', href: canonical } as const]
      : [{ name: 'robots', content: 'noindex' }]),
  ];
}
