import { data, redirect } from 'react-router';
import { AddQuantity } from '#src/features/basket/ui/add-quantity.tsx';
import { AddToBasket } from '#src/features/basket/ui/add-to-basket.tsx';
import { canBeOrdered } from '#src/features/catalogue/tool/can-be-ordered.ts';
import type { Tool } from '#src/features/catalogue/tool/contract.ts';
import { toolCopy } from '#src/features/catalogue/tool/copy.ts';
import type { RelatedTool } from '#src/features/catalogue/tool/related-contract.ts';
import { getRelated, listRelatedTags } from '#src/features/catalogue/tool/related-tools.server.ts';
import { getToolBySlug } from '#src/features/catalogue/tool/service.server.ts';
import { MoreTools } from '#src/features/catalogue/tool/ui/more-tools.tsx';
import { NoLongerSold } from '#src/features/catalogue/tool/ui/no-longer-sold.tsx';
import { RelatedTools } from '#src/features/catalogue/tool/ui/related-tools.tsx';
import { SizeTable } from '#src/features/catalogue/tool/ui/size-table.tsx';
import { ToolDetail } from '#src/features/catalogue/tool/ui/tool-detail.tsx';
import { toolLinkedData, toolPreviewPath } from '#src/features/catalogue/tool/ui/tool-linked-data.ts';
import { listPublicCategories } from '#src/features/categories/queries.server.ts';
import { QuoteLink } from '#src/features/enquiries/ui/quote-link.tsx';
import { useSession } from '#src/features/identity/ui/session.ts';
import { QuantityToOrder } from '#src/features/orders/ui/quantity-to-order.tsx';
import { SoldOutNotice } from '#src/features/orders/ui/sold-out-notice.tsx';
import { listReviews } from '#src/features/reviews/queries.server.ts';
import { SHOWN_REVIEWS, ToolReviews } from '#src/features/reviews/ui/tool-reviews.tsx';
import { LeavesNote } from '#src/features/shipping/ui/leaves-note.tsx';
import { StockAlertForm } from '#src/features/stock-alerts/ui/stock-alert-form.tsx';
import { listStepsToTool } from '#src/flows/categories/read-category-page.server.ts';
import { getPricesInclude, notePrices } from '#src/flows/checkout/note-prices.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { toOrderTerms } from '#src/shared/order-terms.ts';
import { describeQuantity } from '#src/shared/quantity-copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Breadcrumb } from '#src/shared/ui/breadcrumb.tsx';
import { HydrationBoundary } from '#src/shared/ui/hydration-boundary.tsx';
import { breadcrumbData } from '#src/shared/ui/linked-data.ts';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/tool';

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { db, publicUrl, getCompany } = page;
  const found = await getToolBySlug(db, params.slug);
  if (!found) throw data(null, { status: 404 });
  if ('movedTo' in found) throw redirect(`/tools/${found.movedTo}`, 301);
  const { tool, taxClass } = found;
  const priceNote = notePrices(page, taxClass);
  const [reviews, related, tree] = await Promise.all([
    tool.rating ? listReviews(db, { limit: SHOWN_REVIEWS, toolId: tool._id }).then(({ rows }) => rows) : [],
    getRelated(db, tool),
    tool.categoryId ? listPublicCategories(db) : [],
  ]);
  const steps = listStepsToTool(tree, tool);
  const canonical = `${publicUrl}/tools/${tool.slug}`;
  // Without the tags of other tools: otherwise an order of any of them would invalidate all of these pages.
  for (const tag of [`tool:${tool._id}`, 'categories', ...listRelatedTags(tool)]) context.get(cacheTags).add(tag);
  return {
    tool,
    reviews: reviews.toReversed().map(({ _id, displayName, company, designation, title, rating, about }) => ({
      _id,
      displayName,
      company,
      designation,
      title,
      rating,
      about,
    })),
    related,
    // Computed on the server: otherwise the page would load the code for this sentence.
    soldOut: canBeOrdered(tool) ? '' : describeQuantity(toOrderTerms(tool), getSmallestOrder(tool)),
    canonical,
    steps,
    // Built on the server: otherwise the page would load the code for it, although only machines read it.
    data: [
      toolLinkedData(tool, canonical, getCompany(), getPricesInclude(page)),
      breadcrumbData(canonical, [...steps, [tool.itemName, `/tools/${tool.slug}`]]),
    ],
    previewPath: toolPreviewPath(tool),
    ...(priceNote ? { priceNote } : {}),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta({ title: siteCopy.notFound.title }, matches);
  const { tool, canonical, data, previewPath } = loaderData;
  return pageMeta(
    {
      title: tool.itemName,
      description: tool.about,
      canonical,
      image: { path: previewPath, alt: `${tool.itemName}, next to the name Ironmonger` },
      kind: 'product',
      data,
    },
    matches,
  );
};

export default function ToolPage({
  loaderData: { tool, steps, reviews, related, soldOut, priceNote },
}: Route.ComponentProps) {
  return (
    <>
      <div className="frame pt-1 lg:pt-6">
        <Breadcrumb steps={steps} current={tool.itemName} />
      </div>
      <ToolDetail tool={tool} priceNote={priceNote}>
        <OrderAction tool={tool} related={related.related} soldOut={soldOut} />
      </ToolDetail>
      <HydrationBoundary className="frame grid gap-16 py-16 lg:gap-24 lg:py-24">
        <SizeTable sizes={related.sizes} currentId={tool._id} BasketButton={AddToBasket} />
        <RelatedTools related={related.related} BasketButton={AddToBasket} />
        <ToolReviews toolId={tool._id} rating={tool.rating} reviews={reviews} />
        <MoreTools toolId={tool._id} BasketButton={AddToBasket} />
      </HydrationBoundary>
    </>
  );
}

/** What a visitor can do: order, request a quote, or read that the tool is no longer sold. */
function OrderAction({
  tool,
  related,
  soldOut,
}: {
  tool: Tool;
  related: readonly RelatedTool[];
  /** Why it can't be ordered; empty if it can. */
  soldOut: string;
}) {
  if (tool.state === 'archived') return <NoLongerSold toolId={tool._id} related={related} />;
  if (soldOut) return <SoldOut tool={tool} reason={soldOut} />;
  return (
    <>
      <div className="grid gap-3">
        <QuantityToOrder
          key={tool._id}
          tool={tool}
          basketButton={(quantity) => <AddQuantity toolId={tool._id} quantity={quantity} />}
        />
        <LeavesNote />
        {/* Signed-in users know that already. */}
        <p className="early-guest text-fine text-muted">{toolCopy.signInToOrder}</p>
      </div>
      <QuoteLink toolId={tool._id} />
    </>
  );
}

function SoldOut({ tool, reason }: { tool: Tool; reason: string }) {
  const { user } = useSession();
  return (
    <SoldOutNotice toolId={tool._id} reason={reason}>
      <StockAlertForm toolId={tool._id} email={user?.email} />
    </SoldOutNotice>
  );
}
