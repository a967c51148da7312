import { data } from 'react-router';
import { blogCopy } from '#src/features/blog/copy.ts';
import { getBlogPost, listBlogPosts } from '#src/features/blog/queries.server.ts';
import { AllPostsLink } from '#src/features/blog/ui/all-posts-link.tsx';
import { BlogArticle } from '#src/features/blog/ui/blog-article.tsx';
import { BlogCard, toBlogCardData } from '#src/features/blog/ui/blog-card.tsx';
import { blogPostLinkedData, blogPostPreviewPath } from '#src/features/blog/ui/blog-post-linked-data.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { findCompany } from '#src/shared/company.ts';
import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { breadcrumbData } from '#src/shared/ui/linked-data.ts';
import { Section } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/blog';

/** How many other posts are shown under this one. */
const MAX_OTHER_POSTS = 3;

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageContext);
  const [found, newest] = await Promise.all([
    getBlogPost(db, params.id),
    listBlogPosts(db, { limit: MAX_OTHER_POSTS + 1 }),
  ]);
  if (!found.ok) throw data(null, { status: 404 });
  const others = newest.rows.filter(({ _id }) => _id !== found.value._id).slice(-MAX_OTHER_POSTS);
  context.get(cacheTags).add('blogs');
  return {
    blog: found.value,
    others: others.toReversed().map(toBlogCardData),
    canonical: `${publicUrl}/blog/${found.value._id}`,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const company = findCompany(matches);
  if (!loaderData) return pageMeta({ title: siteCopy.notFound.title }, matches);
  const { blog, canonical } = loaderData;
  return pageMeta(
    {
      title: blog.question,
      description: blog.short_description,
      canonical,
      image: { path: blogPostPreviewPath(blog._id), alt: 'A drawing from the catalog, below the name Ironmonger' },
      kind: 'article',
      data: [
        ...(company ? [blogPostLinkedData(blog, canonical, company)] : []),
        breadcrumbData(canonical, [
          [copy.nav.home, '/home'],
          [blogCopy.title, '/blog'],
          [blog.question, `/blog/${blog._id}`],
        ]),
      ],
    },
    matches,
  );
};

export default function BlogPage({ loaderData: { blog, others } }: Route.ComponentProps) {
  return (
    <>
      <BlogArticle blog={blog} />
      {others.length > 0 && (
        <div className="frame pb-20">
          <Section title={blogCopy.more} actions={<AllPostsLink className="-mb-3" />}>
            <ul className="hairline-grid sm:grid-cols-2 lg:grid-cols-3">
              {others.map((other) => (
                <li key={other._id} className="sm:px-6">
                  <BlogCard blog={other} />
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </>
  );
}
