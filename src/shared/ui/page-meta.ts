import type { MetaDescriptor } from 'react-router';
import { type Company, findCompany, type RouteMatches } from '#src/shared/company.ts';
import type { LinkedData } from './linked-data.ts';
import { ellipsize } from './truncate.ts';

/** In px: the size that sites use when they preview a link. */
const PREVIEW = { width: 1200, height: 630 };

/** In characters; search engines show no more. */
const MAX_DESCRIPTION_LENGTH = 200;

interface PageHead {
  title: string;
  description?: string;
  /** The page's absolute URL. A page without one is not indexed and has no link preview. */
  canonical?: string | undefined;
  /** The image of a link preview: a path under `/images/og/` and its alternative text. The default is the workbench. */
  image?: { path: string; alt: string };
  /** The Open Graph type. */
  kind?: 'website' | 'article' | 'product';
  /** The page's content as schema.org objects. */
  data?: LinkedData[];
}

/** The head of a page. The company’s name comes from the root route. */
export function pageMeta({ canonical, ...page }: PageHead, matches: RouteMatches): MetaDescriptor[] {
  const company = findCompany(matches);
  const { title } = page;
  const description = page.description && ellipsize(page.description, MAX_DESCRIPTION_LENGTH);
  return [
    { title: !company || title === company.name ? title : `${title} | ${company.name}` },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(canonical
      ? linkMeta({ ...page, ...(description ? { description } : {}) }, canonical, company)
      : [{ name: 'robots', content: 'noindex' }]),
  ];
}

function linkMeta(
  { title, description, image = HOME_IMAGE, kind = 'website', data = [] }: Omit<PageHead, 'canonical'>,
  canonical: string,
  company: Company | null,
): MetaDescriptor[] {
  const imageUrl = new URL(image.path, canonical).href;
  const properties = {
    ...(company ? { 'og:site_name': company.name } : {}),
    'og:type': kind,
    'og:title': title,
    ...(description ? { 'og:description': description } : {}),
    'og:url': canonical,
    'og:locale': 'en_US',
    'og:image': imageUrl,
    'og:image:type': 'image/png',
    'og:image:width': String(PREVIEW.width),
    'og:image:height': String(PREVIEW.height),
    'og:image:alt': image.alt,
  };
  return [
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    // Title, description and image come from the properties above.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...data.map((one) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...one } })),
  ];
}

const HOME_IMAGE = {
  path: '/images/og/home.png',
  alt: 'A workbench with a vise and tools, below the name Ironmonger',
};
