import { listBlogs } from '#src/features/blog/queries.server.ts';
import { BlogCard, toCardBlog } from '#src/features/blog/ui/blog-card.tsx';
import { listTools } from '#src/features/catalogue/service.server.ts';
import { productData } from '#src/features/catalogue/ui/product-data.ts';
import { ToolCard, toCardTool } from '#src/features/catalogue/ui/tool-card.tsx';
import { listReviews } from '#src/features/reviews/queries.server.ts';
import { ReviewList } from '#src/features/reviews/ui/review-list.tsx';
import { pageShop, shownTags } from '#src/platform/page-context.ts';
import { banners, site } from '#src/shared/site-messages.ts';
import { BannerStrip } from '#src/shared/ui/banner-strip.tsx';
import { FiguresBand } from '#src/shared/ui/figures-band.tsx';
import { listData, organizationData, websiteData } from '#src/shared/ui/linked-data.ts';
import { Section } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/home';

const SHOWN = { limit: 6 };

/** What cannot be read is left out. Such a page is not kept, so that the next visitor may see all of it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl, log } = context.get(pageShop);
  const [tools, blogs, reviews] = await Promise.allSettled([
    listTools(db, SHOWN),
    listBlogs(db, SHOWN),
    listReviews(db, SHOWN),
  ]);
  const failed = [tools, blogs, reviews].filter((read) => read.status === 'rejected');
  for (const { reason } of failed) log.error({ err: reason }, 'a section of the home page could not be read');
  if (failed.length === 0) {
    for (const tag of ['tools', 'blogs', 'reviews']) context.get(shownTags).add(tag);
  }
  return {
    canonical: `${publicUrl}/home`,
    tools: newestFirst(tools).map(toCardTool),
    blogs: newestFirst(blogs).map(toCardBlog),
    reviews: newestFirst(reviews).map(({ createdAt: _, ...review }) => review),
  };
}

function newestFirst<T>(read: PromiseSettledResult<T[]>): T[] {
  return read.status === 'fulfilled' ? read.value.toReversed() : [];
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { title, description, latest } = site.home;
  if (!loaderData) return pageMeta({ title, description });
  const { canonical, tools } = loaderData;
  const products = tools.map((tool) => productData(tool, canonical));
  const data = [
    organizationData(canonical),
    websiteData(canonical),
    ...(tools.length ? [listData(latest, products)] : []),
  ];
  return pageMeta({ title, description, canonical, data });
};

export default function Home({ loaderData: { tools, blogs, reviews } }: Route.ComponentProps) {
  return (
    <>
      <BannerStrip label={site.home.banners} banners={banners} />
      <div className="frame grid gap-x-12 gap-y-4 py-10 lg:grid-cols-[3fr_2fr] lg:items-end lg:py-14">
        <h1 className="max-w-3xl font-bold text-head tracking-tight">{site.home.title}</h1>
        <p className="max-w-prose text-lead text-muted">{site.home.text}</p>
      </div>
      {tools.length > 0 && (
        <div className="frame pb-16 lg:pb-24">
          <Section title={site.home.latest}>
            <ul className="ruled sm:grid-cols-2 lg:grid-cols-3">
              {tools.map((tool) => (
                <li key={tool._id}>
                  <ToolCard tool={tool} />
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      <FiguresBand />
      {blogs.length > 0 && (
        <div className="frame pt-16 lg:pt-24">
          <Section title={site.home.blog}>
            <ul className="ruled sm:grid-cols-2 lg:grid-cols-3">
              {blogs.map((blog) => (
                <li key={blog._id}>
                  <BlogCard blog={blog} />
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      {reviews.length > 0 && (
        <div className="frame pt-16 lg:pt-24">
          <Section title={site.home.reviews}>
            <ReviewList reviews={reviews} />
          </Section>
        </div>
      )}
      <div className="h-16 lg:h-24" />
    </>
  );
}
