import { data } from 'react-router';
import { findBlog } from '#src/features/blog/queries.server.ts';
import { BlogArticle } from '#src/features/blog/ui/blog-article.tsx';
import { pageShop, shownTags } from '#src/platform/page-context.ts';
import { site } from '#src/shared/site-messages.ts';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/blog';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageShop);
  const found = await findBlog(db, params.id);
  if (!found.ok) throw data(null, { status: 404 });
  context.get(shownTags).add('blogs');
  return { blog: found.value, canonical: `${publicUrl}/blog/${found.value._id}` };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: loaderData.blog.question,
        description: loaderData.blog.short_description,
        canonical: loaderData.canonical,
      })
    : pageMeta({ title: site.notFound.title });

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  return <BlogArticle blog={loaderData.blog} />;
}
