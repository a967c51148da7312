import type { MetaDescriptor } from 'react-router';
import { company, siteCopy } from '#src/shared/site-copy.ts';
import type { LinkedData } from './linked-data.ts';
import { ellipsize } from './truncate.ts';

/** Every picture of a link is made to this size, the one that those who show it ask for. */
const PREVIEW = { width: 1200, height: 630 };

/** In characters; nobody shows more of it. */
const MAX_DESCRIPTION_LENGTH = 200;

interface PageHead {
  title: string;
  description?: string;
  /** The page's absolute address. A page without one asks not to be listed by search engines, nor shown elsewhere. */
  canonical?: string | undefined;
  /** What a link to it looks like elsewhere: a path under `/images/og/`, and its words. The workbench unless given. */
  image?: { path: string; alt: string };
  /** What the page is, for those who show a link to it. */
  kind?: 'website' | 'article' | 'product';
  /** What stands on the page, for machines. */
  data?: LinkedData[];
}

/** The head of a page. */
export function pageMeta({ canonical, description: given, ...page }: PageHead): MetaDescriptor[] {
  const { title } = page;
  const description = given && ellipsize(given, MAX_DESCRIPTION_LENGTH);
  return [
    { title: title === company.name ? title : `${title} | ${company.name}` },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(canonical
      ? linkMeta({ ...page, ...(description ? { description } : {}) }, canonical)
      : [{ name: 'robots', content: 'noindex' }]),
  ];
}

function linkMeta(
  { title, description, image: picture = HOME_IMAGE, kind = 'website', data = [] }: Omit<PageHead, 'canonical'>,
  canonical: string,
): MetaDescriptor[] {
  const image = new URL(picture.path, canonical).href;
  const properties = {
    'og:site_name': company.name,
    'og:type': kind,
    'og:title': title,
    ...(description ? { 'og:description': description } : {}),
    'og:url': canonical,
    'og:locale': 'en_US',
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': String(PREVIEW.width),
    'og:image:height': String(PREVIEW.height),
    'og:image:alt': picture.alt,
  };
  return [
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    // Title, description and picture are taken from the properties above.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...data.map((one) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...one } })),
  ];
}

const HOME_IMAGE = { path: '/images/og/home.png', alt: siteCopy.preview.home };
