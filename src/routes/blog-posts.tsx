import { redirect } from 'react-router';
import { blogCopy } from '#src/features/blog/copy.ts';
import { getBlogDrawing } from '#src/features/blog/drawing.server.ts';
import { listBlogPosts } from '#src/features/blog/queries.server.ts';
import { BlogCard, toBlogCardData } from '#src/features/blog/ui/blog-card.tsx';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { breadcrumbData } from '#src/shared/ui/linked-data.ts';
import { EmptyState, Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/blog-posts';

const PAGE_SIZE = 12;

/** The post after which the page begins. Undefined for the newest posts. */
function parseBefore(search: URLSearchParams): string | undefined {
  return /^[A-Za-z0-9]{24}$/.exec(search.get('before') ?? '')?.[0];
}

const toOlderPath = (before: string) => `/blog?before=${before}`;

export const handle = {
  cacheKey(search) {
    const before = parseBefore(search);
    return before ? `?before=${before}` : '';
  },
} satisfies CacheablePage;

/** Paged by the last post of the previous page, so that the last page costs as much as the first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageContext);
  const before = parseBefore(new URL(request.url).searchParams);
  // One more than is shown, to know whether there are older ones.
  const newestFirst = (await listBlogPosts(db, { limit: PAGE_SIZE + 1, before })).rows.reverse();
  // No such post, or nothing before it. It is not cached, since there is no end of such addresses.
  if (before && newestFirst.length === 0) throw redirect('/blog');
  const shown = newestFirst.slice(0, PAGE_SIZE);
  const last = newestFirst.length > PAGE_SIZE ? shown.at(-1) : undefined;
  context.get(cacheTags).add('blogs');
  return {
    // This page has room for the whole question.
    posts: shown.map((post) => ({
      blog: { ...toBlogCardData(post), question: post.question },
      drawing: getBlogDrawing(post),
    })),
    isFirst: before === undefined,
    older: last ? toOlderPath(last._id) : null,
    publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { title, description, olderTitle } = blogCopy;
  if (!loaderData?.isFirst) return pageMeta({ title: olderTitle, description }, matches);
  const canonical = `${loaderData.publicUrl}/blog`;
  const trail = breadcrumbData(canonical, [
    [copy.nav.home, '/home'],
    [title, '/blog'],
  ]);
  // Older pages are not indexed: the sitemap names every post.
  return pageMeta({ title, description, canonical, data: [trail] }, matches);
};

export default function BlogPosts({ loaderData: { posts, isFirst, older } }: Route.ComponentProps) {
  return (
    <Page title={blogCopy.title} text={blogCopy.text} flush={posts.length > 0}>
      {posts.length === 0 && <EmptyState {...blogCopy.none} />}
      <ul className="hairline-grid sm:grid-cols-2 lg:grid-cols-3">
        {posts.map(({ blog, drawing }) => (
          <li key={blog._id}>
            <BlogCard blog={blog} drawing={drawing} />
          </li>
        ))}
      </ul>
      {(older || !isFirst) && (
        <nav aria-label={blogCopy.pages} className="mt-8 flex flex-wrap gap-3">
          {older && (
            <ButtonLink to={older} rel="next" variant="secondary">
              {blogCopy.older}
            </ButtonLink>
          )}
          {!isFirst && (
            <ButtonLink to="/blog" variant="quiet">
              {blogCopy.newest}
            </ButtonLink>
          )}
        </nav>
      )}
    </Page>
  );
}
