import { data } from 'react-router';
import { findBlog, listBlogs } from '#src/features/blog/queries.server.ts';
import { BlogArticle } from '#src/features/blog/ui/blog-article.tsx';
import { BlogCard, toCardBlog } from '#src/features/blog/ui/blog-card.tsx';
import { postData, postPreviewPath } from '#src/features/blog/ui/post-data.ts';
import { pageShop, shownTags } from '#src/platform/page-context.ts';
import { messages } from '#src/shared/messages.ts';
import { site } from '#src/shared/site-messages.ts';
import { breadcrumbData } from '#src/shared/ui/linked-data.ts';
import { Section } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/blog';

/** How many other posts are offered under this one. */
const OTHERS = 3;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageShop);
  const [found, newest] = await Promise.all([findBlog(db, params.id), listBlogs(db, { limit: OTHERS + 1 })]);
  if (!found.ok) throw data(null, { status: 404 });
  const others = newest.filter(({ _id }) => _id !== found.value._id).slice(-OTHERS);
  context.get(shownTags).add('blogs');
  return {
    blog: found.value,
    others: others.toReversed().map(toCardBlog),
    canonical: `${publicUrl}/blog/${found.value._id}`,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: loaderData.blog.question,
        description: loaderData.blog.short_description,
        canonical: loaderData.canonical,
        picture: { path: postPreviewPath(loaderData.blog._id), alt: site.preview.blog },
        kind: 'article',
        data: [
          postData(loaderData.blog, loaderData.canonical),
          breadcrumbData(loaderData.canonical, [
            [messages.nav.home, '/home'],
            [loaderData.blog.question, `/blog/${loaderData.blog._id}`],
          ]),
        ],
      })
    : pageMeta({ title: site.notFound.title });

export default function BlogPage({ loaderData: { blog, others } }: Route.ComponentProps) {
  return (
    <>
      <BlogArticle blog={blog} />
      {others.length > 0 && (
        <div className="frame pb-20">
          <Section title={site.blog.more}>
            <ul className="ruled sm:grid-cols-2 lg:grid-cols-3">
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
