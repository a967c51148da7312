import type { Company } from '#src/shared/company.ts';
import { companyReference, type LinkedData } from '#src/shared/ui/linked-data.ts';
import type { BlogPost } from '../contract.ts';

export function blogPostLinkedData(blog: BlogPost, canonical: string, company: Pick<Company, 'name'>): LinkedData {
  const publisher = companyReference(canonical, company);
  return {
    '@type': 'BlogPosting',
    headline: blog.question,
    description: blog.short_description,
    articleSection: blog.detail.map(({ title }) => title),
    keywords: blog.tags.join(', '),
    datePublished: blog.createdAt,
    author: { '@type': 'Person', name: blog.author },
    publisher,
    image: new URL(blogPostPreviewPath(blog._id), canonical).href,
    mainEntityOfPage: canonical,
    inLanguage: 'en',
  };
}

/** The path of a post's link preview image. */
export function blogPostPreviewPath(id: string): string {
  return `/images/og/blog/${id}.png`;
}
