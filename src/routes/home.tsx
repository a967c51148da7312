import { Link } from 'react-router';
import { AddToBasket } from '#src/features/basket/ui/add-to-basket.tsx';
import { listBlogPosts } from '#src/features/blog/queries.server.ts';
import { AllPostsLink } from '#src/features/blog/ui/all-posts-link.tsx';
import { BlogCard, toBlogCardData } from '#src/features/blog/ui/blog-card.tsx';
import { listNewestTools } from '#src/features/catalogue/range/service.server.ts';
import type { Tool } from '#src/features/catalogue/tool/contract.ts';
import { ToolCard } from '#src/features/catalogue/tool/ui/tool-card.tsx';
import { toToolCardData } from '#src/features/catalogue/tool/ui/tool-card-data.ts';
import { toolLinkedData } from '#src/features/catalogue/tool/ui/tool-linked-data.ts';
import { toLinkedCategory } from '#src/features/categories/linked-category.ts';
import { listPublicCategories } from '#src/features/categories/queries.server.ts';
import { CategoryList } from '#src/features/categories/ui/category-links.tsx';
import { ShopMap } from '#src/features/map/ui/shop-map.tsx';
import { listReviewsOfBuyersFirst } from '#src/features/reviews/queries.server.ts';
import { ReviewCard } from '#src/features/reviews/ui/review-card.tsx';
import { toStatistics } from '#src/features/shop-settings/rules.ts';
import { getPricesInclude } from '#src/flows/checkout/note-prices.server.ts';
import { stripForeignImages } from '#src/flows/images/strip-foreign-images.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { type Company, findCompany, useCompany } from '#src/shared/company.ts';
import { copy } from '#src/shared/copy.ts';
import { banners, homeCopy } from '#src/shared/home-copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import type { PricesInclude } from '#src/shared/totals/purchase-totals.ts';
import { BannerCarousel } from '#src/shared/ui/banner-carousel.tsx';
import { Carousel } from '#src/shared/ui/carousel.tsx';
import { HydrationBoundary } from '#src/shared/ui/hydration-boundary.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { type LinkedData, listData, organizationData, websiteData } from '#src/shared/ui/linked-data.ts';
import { EmptyState, Section } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { PriceNote } from '#src/shared/ui/price-note.tsx';
import { Stats } from '#src/shared/ui/stats.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { Route } from './+types/home';

const QUERY = { limit: 6 };

/** The page of all categories has the others. */
const MAX_CATEGORIES = 12;

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

/**
 * A section that cannot be read is left out. Such a page is not cached, so that the next visitor may see everything.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { db, publicUrl, log, shopSettings, getCompany } = page;
  const [categories, tools, blogs, reviews] = await Promise.allSettled([
    listPublicCategories(db).then((tree) => tree.filter(({ parentId }) => parentId === null)),
    listNewestTools(db, QUERY.limit),
    listBlogPosts(db, QUERY).then(({ rows }) => rows),
    listReviewsOfBuyersFirst(db, QUERY.limit).then((rows) => stripForeignImages(db, rows)),
  ]);
  const failed = [categories, tools, blogs, reviews].filter((read) => read.status === 'rejected');
  for (const { reason } of failed) log.error({ err: reason }, 'a section of the home page could not be read');
  if (failed.length === 0) {
    for (const tag of ['categories', 'category-counts', 'tools', 'blogs', 'reviews']) context.get(cacheTags).add(tag);
  }
  const canonical = `${publicUrl}/home`;
  const latest = getValue(tools)?.toReversed();
  return {
    canonical,
    // Built on the server: otherwise the page would load the code for it, although only machines read it.
    data: toLinkedData(latest ?? [], canonical, getCompany(), getPricesInclude(page)),
    figures: toStatistics(shopSettings.get().settings),
    categories: (getValue(categories) ?? []).slice(0, MAX_CATEGORIES).map(toLinkedCategory),
    tools: latest?.map(toToolCardData),
    blogs: getValue(blogs)?.toReversed().map(toBlogCardData),
    reviews: getValue(reviews)?.map(({ createdAt: _, ...review }) => review),
  };
}

function getValue<T>(read: PromiseSettledResult<T>): T | undefined {
  return read.status === 'fulfilled' ? read.value : undefined;
}

function toLinkedData(
  tools: readonly Tool[],
  canonical: string,
  company: Company,
  pricesInclude: PricesInclude | null,
): LinkedData[] {
  const products = tools.map((tool) =>
    toolLinkedData({ ...tool, about: toToolCardData(tool).about }, canonical, company, pricesInclude),
  );
  return [
    organizationData(canonical, company),
    websiteData(canonical, company, homeCopy.description),
    ...(products.length > 0 ? [listData(homeCopy.latest, products)] : []),
  ];
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { description } = homeCopy;
  const title = findCompany(matches)?.headline ?? copy.nav.home;
  const { canonical, data = [] } = loaderData ?? {};
  return pageMeta({ title, description, canonical, data }, matches);
};

export default function Home({ loaderData: { figures, categories, tools, blogs, reviews } }: Route.ComponentProps) {
  return (
    <>
      <BannerCarousel label={homeCopy.banners} banners={banners} />
      <div className="frame grid gap-x-12 gap-y-4 py-10 lg:grid-cols-[3fr_2fr] lg:items-end lg:py-14">
        <h1 className="max-w-3xl font-bold text-head tracking-tight">{useCompany().headline}</h1>
        <p className="max-w-prose text-balance text-lead text-muted">{homeCopy.text}</p>
      </div>
      {categories.length > 0 && (
        <HydrationBoundary className="frame pb-16">
          <Section
            title={homeCopy.categories}
            actions={<MoreLink to="/categories">{siteCopy.range.categories}</MoreLink>}
          >
            <CategoryList label={homeCopy.categories} categories={categories} />
          </Section>
        </HydrationBoundary>
      )}
      {tools && (
        <HydrationBoundary className="frame pb-16 lg:pb-24">
          <Section
            title={homeCopy.latest}
            actions={tools.length > 0 && <MoreLink to="/tools">{siteCopy.home.allTools}</MoreLink>}
          >
            {tools.length > 0 ? (
              <ul className="hairline-grid sm:grid-cols-2 lg:grid-cols-3">
                {tools.map((tool) => (
                  <li key={tool._id} className="below-fold [--fold-height:28rem]">
                    <ToolCard tool={tool} BasketButton={AddToBasket} />
                  </li>
                ))}
              </ul>
            ) : (
              <div className="pt-6">
                <EmptyState {...homeCopy.noTools} />
              </div>
            )}
            {tools.length > 0 && <PriceNote className="mt-3" />}
          </Section>
        </HydrationBoundary>
      )}
      <HydrationBoundary className="below-fold [--fold-height:30rem]">
        <Stats figures={figures} />
      </HydrationBoundary>
      {blogs && blogs.length > 0 && (
        <HydrationBoundary className="below-fold frame pt-16 lg:pt-24">
          <Carousel
            title={homeCopy.blog}
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
            title={homeCopy.reviews}
            labels={{ one: 'Review', many: 'reviews' }}
            layout="reviews"
            slides={reviews.map((review) => ({ key: review._id, content: <ReviewCard review={review} /> }))}
          />
        </HydrationBoundary>
      )}
      <HydrationBoundary className="below-fold frame py-16 lg:py-24">
        <Section title={homeCopy.map}>
          <ShopMap />
        </Section>
      </HydrationBoundary>
    </>
  );
}

function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      prefetch={usePrefetch(to)}
      className="-mb-3 inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-2 decoration-line underline-offset-4 hover:decoration-signal"
    >
      {children}
      <Icon name="arrow-right" className="size-4" />
    </Link>
  );
}
