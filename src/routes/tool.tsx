import { data, redirect } from 'react-router';
import { canBeOrdered } from '#src/features/catalogue/can-be-ordered.ts';
import type { Tool } from '#src/features/catalogue/contract.ts';
import type { RelatedTool } from '#src/features/catalogue/related-contract.ts';
import { getRelated, listRelatedTags } from '#src/features/catalogue/related-tools.server.ts';
import { getToolBySlug } from '#src/features/catalogue/service.server.ts';
import { toolCopy } from '#src/features/catalogue/tool-copy.ts';
import { MoreTools } from '#src/features/catalogue/ui/more-tools.tsx';
import { NoLongerSold } from '#src/features/catalogue/ui/no-longer-sold.tsx';
import { RelatedTools } from '#src/features/catalogue/ui/related-tools.tsx';
import { SizeTable } from '#src/features/catalogue/ui/size-table.tsx';
import { ToolDetail } from '#src/features/catalogue/ui/tool-detail.tsx';
import { ToolDocuments } from '#src/features/catalogue/ui/tool-documents.tsx';
import { toolLinkedData, toolPreviewPath } from '#src/features/catalogue/ui/tool-linked-data.ts';
import { ToolSpecification } from '#src/features/catalogue/ui/tool-specification.tsx';
import { QuoteLink } from '#src/features/enquiries/ui/quote-link.tsx';
import { useSession } from '#src/features/identity/ui/session.ts';
import { SoldOutNotice } from '#src/features/orders/ui/sold-out-notice.tsx';
import { listReviews } from '#src/features/reviews/queries.server.ts';
import { SHOWN_REVIEWS, ToolReviews } from '#src/features/reviews/ui/tool-reviews.tsx';
import { StockAlertForm } from '#src/features/stock-alerts/ui/stock-alert-form.tsx';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { findCompany } from '#src/shared/company.ts';
import { copy } from '#src/shared/copy.ts';
import { toOrderTerms } from '#src/shared/order-terms.ts';
import { describeQuantity } from '#src/shared/quantity-copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Breadcrumb } from '#src/shared/ui/breadcrumb.tsx';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { HydrationBoundary } from '#src/shared/ui/hydration-boundary.tsx';
import { breadcrumbData } from '#src/shared/ui/linked-data.ts';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { Price } from '#src/shared/ui/price.tsx';
import type { Route } from './+types/tool';

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageContext);
  const found = await getToolBySlug(db, params.slug);
  if (!found) throw data(null, { status: 404 });
  if ('movedTo' in found) throw redirect(`/tools/${found.movedTo}`, 301);
  const { tool } = found;
  const [reviews, related] = await Promise.all([
    tool.rating ? listReviews(db, { limit: SHOWN_REVIEWS, toolId: tool._id }) : [],
    getRelated(db, tool),
  ]);
  // Not those of other tools: an order of any of them would then make all of these pages anew.
  for (const tag of [`tool:${tool._id}`, ...listRelatedTags(tool)]) context.get(cacheTags).add(tag);
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
    // Made here: the page would load what judges quantities for this sentence alone.
    soldOut: canBeOrdered(tool) ? '' : describeQuantity(toOrderTerms(tool), getSmallestOrder(tool)),
    canonical: `${publicUrl}/tools/${tool.slug}`,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta({ title: siteCopy.notFound.title }, matches);
  const { tool, canonical } = loaderData;
  const company = findCompany(matches);
  return pageMeta(
    {
      title: tool.itemName,
      description: tool.about,
      canonical,
      image: { path: toolPreviewPath(tool), alt: siteCopy.preview.tool(tool.itemName) },
      kind: 'product',
      data: [
        ...(company ? [toolLinkedData(tool, canonical, company)] : []),
        breadcrumbData(canonical, [
          [copy.nav.home, '/home'],
          [siteCopy.catalogue.title, '/tools'],
          [tool.itemName, `/tools/${tool.slug}`],
        ]),
      ],
    },
    matches,
  );
};

export default function ToolPage({ loaderData: { tool, reviews, related, soldOut } }: Route.ComponentProps) {
  return (
    <>
      <div className="frame pt-4 lg:pt-6">
        <Breadcrumb
          steps={[
            [copy.nav.home, '/home'],
            [siteCopy.catalogue.title, '/tools'],
          ]}
          current={tool.itemName}
        />
      </div>
      <ToolDetail tool={tool} next={!soldOut && <OrderBar tool={tool} />}>
        <OrderAction tool={tool} related={related.related} soldOut={soldOut} />
        <div className="mt-4 grid gap-12">
          <ToolSpecification tool={tool} />
          <ToolDocuments documents={tool.documents} />
        </div>
      </ToolDetail>
      <HydrationBoundary className="frame grid gap-16 py-16 lg:gap-24 lg:py-24">
        <SizeTable sizes={related.sizes} currentId={tool._id} />
        <RelatedTools related={related.related} />
        <ToolReviews toolId={tool._id} rating={tool.rating} reviews={reviews} />
        <MoreTools excludeId={tool._id} />
      </HydrationBoundary>
    </>
  );
}

/** What a visitor can do: order, ask for a quote, or read that the tool is no longer sold. */
function OrderAction({
  tool,
  related,
  soldOut,
}: {
  tool: Tool;
  related: readonly RelatedTool[];
  /** Why it cannot be ordered; empty where it can. */
  soldOut: string;
}) {
  if (tool.state === 'archived') {
    return (
      <>
        <NoLongerSold related={related} />
        <QuoteLink toolId={tool._id} />
      </>
    );
  }
  if (soldOut) return <SoldOut tool={tool} reason={soldOut} />;
  return (
    <>
      <div className="grid gap-3">
        <ButtonLink to={`/singleTool/${tool._id}`} className="max-lg:hidden">
          {copy.home.placeOrder}
        </ButtonLink>
        {/* Who is signed in knows already. */}
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

/** On phones, a bar at the lower edge that leads to the order. */
function OrderBar({ tool }: { tool: Tool }) {
  return (
    <div className="flex items-center justify-between gap-6 border-ink border-t py-3">
      <Price amount={tool.balance} unit={siteCopy.tool.each} className="font-semibold" />
      <ButtonLink to={`/singleTool/${tool._id}`}>{copy.home.placeOrder}</ButtonLink>
    </div>
  );
}
