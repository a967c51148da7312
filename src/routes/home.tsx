import { Link } from 'react-router';
import { listBlogPosts } from '#src/features/blog/queries.server.ts';
import { AllPostsLink } from '#src/features/blog/ui/all-posts-link.tsx';
import { BlogCard, toBlogCardData } from '#src/features/blog/ui/blog-card.tsx';
import { listTools } from '#src/features/catalogue/service.server.ts';
import { ToolCard, toToolCardData } from '#src/features/catalogue/ui/tool-card.tsx';
import { toolLinkedData } from '#src/features/catalogue/ui/tool-linked-data.ts';
import { ShopMap } from '#src/features/map/ui/shop-map.tsx';
import { listReviews } from '#src/features/reviews/queries.server.ts';
import { ReviewCard } from '#src/features/reviews/ui/review-card.tsx';
import { toStatistics } from '#src/features/shop-settings/rules.ts';
import { stripForeignImages } from '#src/flows/images/strip-foreign-images.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { findCompany } from '#src/shared/company.ts';
import { banners, siteCopy } from '#src/shared/site-copy.ts';
import { BannerCarousel } from '#src/shared/ui/banner-carousel.tsx';
import { Carousel } from '#src/shared/ui/carousel.tsx';
import { HydrationBoundary } from '#src/shared/ui/hydration-boundary.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { listData, organizationData, websiteData } from '#src/shared/ui/linked-data.ts';
import { EmptyState, Section } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { Stats } from '#src/shared/ui/stats.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { Route } from './+types/home';

const QUERY = { limit: 6 };

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

/** A section that cannot be read is left out. Such a page is not cached, so that the next visitor may see all of it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl, log, shopSettings } = context.get(pageContext);
  const [tools, blogs, reviews] = await Promise.allSettled([
    listTools(db, QUERY),
    listBlogPosts(db, QUERY),
    listReviews(db, QUERY).then((rows) => stripForeignImages(db, rows)),
  ]);
  const failed = [tools, blogs, reviews].filter((read) => read.status === 'rejected');
  for (const { reason } of failed) log.error({ err: reason }, 'a section of the home page could not be read');
  if (failed.length === 0) {
    for (const tag of ['tools', 'blogs', 'reviews']) context.get(cacheTags).add(tag);
  }
  return {
    canonical: `${publicUrl}/home`,
    figures: toStatistics(shopSettings.get().settings),
    tools: newestFirst(tools)?.map((tool) => ({
      ...toToolCardData(tool),
      sku: tool.sku,
      gtin: tool.gtin,
      rating: tool.rating,
      version: tool.version,
      state: tool.state,
    })),
    blogs: newestFirst(blogs)?.map(toBlogCardData),
    reviews: newestFirst(reviews)?.map(({ createdAt: _, ...review }) => review),
  };
}

function newestFirst<T>(read: PromiseSettledResult<T[]>): T[] | undefined {
  return read.status === 'fulfilled' ? read.value.toReversed() : undefined;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { title, description, latest } = siteCopy.home;
  const company = findCompany(matches);
  if (!loaderData || !company) return pageMeta({ title, description }, matches);
  const { canonical, tools = [] } = loaderData;
  const products = tools.map((tool) => toolLinkedData(tool, canonical, company));
  const data = [
    organizationData(canonical, company),
    websiteData(canonical, company),
    ...(tools.length ? [listData(latest, products)] : []),
  ];
  return pageMeta({ title, description, canonical, data }, matches);
};

export default function Home({ loaderData: { figures, tools, blogs, reviews } }: Route.ComponentProps) {
  return (
    <>
      <BannerCarousel label={siteCopy.home.banners} banners={banners} />
      <div className="frame grid gap-x-12 gap-y-4 py-10 lg:grid-cols-[3fr_2fr] lg:items-end lg:py-14">
        <h1 className="max-w-3xl font-bold text-head tracking-tight">{siteCopy.home.title}</h1>
        <p className="max-w-prose text-balance text-lead text-muted">{siteCopy.home.text}</p>
      </div>
      {tools && (
        <HydrationBoundary className="frame pb-16 lg:pb-24">
          <Section title={siteCopy.home.latest} actions={tools.length > 0 && <AllToolsLink />}>
            {tools.length > 0 ? (
              <ul className="hairline-grid sm:grid-cols-2 lg:grid-cols-3">
                {tools.map((tool) => (
                  <li key={tool._id} className="below-fold [--fold-height:28rem]">
                    <ToolCard tool={tool} />
                  </li>
                ))}
              </ul>
            ) : (
              <div className="pt-6">
                <EmptyState {...siteCopy.home.noTools} />
              </div>
            )}
          </Section>
        </HydrationBoundary>
      )}
      <HydrationBoundary className="below-fold [--fold-height:30rem]">
        <Stats figures={figures} />
      </HydrationBoundary>
      {blogs && blogs.length > 0 && (
        <HydrationBoundary className="below-fold frame pt-16 lg:pt-24">
          <Carousel
            title={siteCopy.home.blog}
            labels={{ one: 'Post', many: 'posts' }}
            layout="blog"
            slides={blogs.map((blog) => ({ key: blog._id, content: <BlogCard blog={blog} /> }))}
          />
          <AllPostsLink className="mt-2" />
        </HydrationBoundary>
      )}
      {reviews && reviews.length > 0 && (
        <HydrationBoundary className="below-fold frame pt-16 lg:pt-24">
          <Carousel
            title={siteCopy.home.reviews}
            labels={{ one: 'Review', many: 'reviews' }}
            layout="reviews"
            slides={reviews.map((review) => ({ key: review._id, content: <ReviewCard review={review} /> }))}
          />
        </HydrationBoundary>
      )}
      <HydrationBoundary className="below-fold frame py-16 lg:py-24">
        <Section title={siteCopy.home.map}>
          <ShopMap />
        </Section>
      </HydrationBoundary>
    </>
  );
}

function AllToolsLink() {
  return (
    <Link
      to="/tools"
      prefetch={usePrefetch('/tools')}
      className="-mb-3 inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-2 decoration-line underline-offset-4 hover:decoration-signal"
    >
      {siteCopy.home.allTools}
      <Icon name="arrow-right" className="size-4" />
    </Link>
  );
}
