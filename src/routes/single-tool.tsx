import { data, isRouteErrorResponse, useRevalidator, useSearchParams } from 'react-router';
import { AddQuantity } from '#src/features/basket/ui/add-quantity.tsx';
import { AddToBasket } from '#src/features/basket/ui/add-to-basket.tsx';
import type { Tool } from '#src/features/catalogue/tool/contract.ts';
import type { Related } from '#src/features/catalogue/tool/related-contract.ts';
import { getTaxClass, getTool } from '#src/features/catalogue/tool/service.server.ts';
import { MoreTools } from '#src/features/catalogue/tool/ui/more-tools.tsx';
import { NoLongerSold } from '#src/features/catalogue/tool/ui/no-longer-sold.tsx';
import { RelatedTools } from '#src/features/catalogue/tool/ui/related-tools.tsx';
import { SizeTable } from '#src/features/catalogue/tool/ui/size-table.tsx';
import { ToolDetail } from '#src/features/catalogue/tool/ui/tool-detail.tsx';
import { toolLinkedData, toolPreviewPath } from '#src/features/catalogue/tool/ui/tool-linked-data.ts';
import { listPublicCategories } from '#src/features/categories/queries.server.ts';
import { QuoteLink } from '#src/features/enquiries/ui/quote-link.tsx';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { RequireSession } from '#src/features/identity/ui/require-session.tsx';
import { requireSignedIn, type SignedInUser } from '#src/features/identity/ui/session.ts';
import { OrderForm } from '#src/features/orders/ui/order-form.tsx';
import type { Review } from '#src/features/reviews/contract.ts';
import { SHOWN_REVIEWS, ToolReviews } from '#src/features/reviews/ui/tool-reviews.tsx';
import { LeavesNote } from '#src/features/shipping/ui/leaves-note.tsx';
import { StockAlertForm } from '#src/features/stock-alerts/ui/stock-alert-form.tsx';
import { listStepsToTool, type Steps } from '#src/flows/categories/read-category-page.server.ts';
import { notePrices } from '#src/flows/checkout/note-prices.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { callApi } from '#src/shared/api-client.ts';
import { findCompany } from '#src/shared/company.ts';
import { Breadcrumb } from '#src/shared/ui/breadcrumb.tsx';
import { errorMeta, NotFoundPage } from '#src/shared/ui/error-page.tsx';
import { breadcrumbData } from '#src/shared/ui/linked-data.ts';
import { Loading } from '#src/shared/ui/loading.tsx';
import { FramedPageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { StaffNotice } from '#src/shared/ui/staff-notice.tsx';
import type { Route } from './+types/single-tool';

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

const NO_RELATED: Related = { related: [], sizes: [] };

/** For the head of the page, which link previews show. The tool itself is public. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { db, publicUrl } = page;
  const found = await getTool(db, params.id);
  if (!found.ok) throw data({ detail: found.detail }, { status: 404 });
  const tree = found.value.categoryId ? await listPublicCategories(db) : [];
  for (const tag of [`tool:${found.value._id}`, 'categories']) context.get(cacheTags).add(tag);
  const steps = listStepsToTool(tree, found.value);
  const canonical = `${publicUrl}/tools/${found.value.slug}`;
  const priceNote = notePrices(page, await getTaxClass(db, params.id));
  return {
    tool: found.value,
    steps,
    canonical,
    reviews: [],
    related: NO_RELATED,
    signedIn: null,
    ...(priceNote ? { priceNote } : {}),
  };
}

/** For the page itself, which needs a signed-in user. */
export async function clientLoader({ request, params, serverLoader }: Route.ClientLoaderArgs) {
  const signedIn = await requireSignedIn(request);
  // Without it, the page has no breadcrumb, and does not say what its price includes.
  const server = serverLoader().catch(() => null);
  const result = await callApi<Tool>(`/tools/${encodeURIComponent(params.id)}`, { token: null });
  const { origin } = new URL(request.url);
  const tool = requireResult(result, request);
  // Without these, the tool can still be ordered.
  const [reviews, related] = await Promise.all([
    tool.rating ? callApi<Review[]>(`/review?toolId=${tool._id}&limit=${SHOWN_REVIEWS}`, { token: null }) : null,
    tool.relations.length > 0 || tool.family !== ''
      ? callApi<Related>(`/tools/${tool._id}/related`, { token: null })
      : null,
  ]);
  return {
    tool,
    reviews: reviews?.ok ? reviews.value.toReversed() : [],
    related: related?.ok ? related.value : NO_RELATED,
    steps: (await server)?.steps ?? [],
    priceNote: (await server)?.priceNote,
    canonical: `${origin}/tools/${tool.slug}`,
    signedIn,
  };
}
// Without it, the page would only use the server's data, and nobody would have to sign in.
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = ({ loaderData, error, matches }) => {
  if (!loaderData) return error ? errorMeta(error, matches) : pageMeta({ title: 'Tool' }, matches);
  const { tool, steps, canonical } = loaderData;
  const company = findCompany(matches);
  return pageMeta(
    {
      title: tool.itemName,
      description: tool.about,
      canonical,
      image: { path: toolPreviewPath(tool), alt: `${tool.itemName}, next to the name Ironmonger` },
      kind: 'product',
      data: [
        ...(company ? [toolLinkedData(tool, canonical, company)] : []),
        breadcrumbData(canonical, [...steps, [tool.itemName, `/tools/${tool.slug}`]]),
      ],
    },
    matches,
  );
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return <FramedPageError />;
}

export default function SingleTool({ loaderData: { signedIn, ...shown } }: Route.ComponentProps) {
  return signedIn ? <ToolForUser {...shown} signedIn={signedIn} /> : <Loading />;
}

function ToolForUser({
  tool,
  steps,
  priceNote,
  reviews,
  related: { related, sizes },
  signedIn: { user, can },
}: {
  tool: Tool;
  steps: Steps;
  priceNote?: string | undefined;
  reviews: readonly Review[];
  related: Related;
  signedIn: SignedInUser;
}) {
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const wanted = /^[1-9]\d{0,6}$/.test(params.get('quantity') ?? '') ? Number(params.get('quantity')) : null;
  const isArchived = tool.state === 'archived';
  const mayOrder = can('orders.place');
  return (
    <RequireSession>
      <div className="frame pt-1 lg:pt-6">
        <Breadcrumb steps={steps} current={tool.itemName} />
      </div>
      <ToolDetail tool={tool} priceNote={priceNote}>
        {isArchived ? (
          <NoLongerSold toolId={tool._id} related={related} />
        ) : !mayOrder ? (
          <StaffNotice
            {...(can('range.keep') && { to: `/dashboard/products/${tool._id}`, label: 'Edit this product' })}
          />
        ) : (
          <OrderForm
            key={`${tool._id}:${wanted}`}
            tool={tool}
            user={user}
            wanted={wanted}
            refresh={revalidate}
            priceNote={priceNote}
            basketButton={(quantity) => <AddQuantity toolId={tool._id} quantity={quantity} />}
            whenSoldOut={<StockAlertForm toolId={tool._id} email={user.email} />}
            // A sold-out tool has its own link to a quote instead of the form.
            below={(quantity) => (
              <>
                <LeavesNote />
                <QuoteLink toolId={tool._id} quantity={quantity} />
              </>
            )}
          />
        )}
        {!mayOrder && !isArchived && <QuoteLink toolId={tool._id} />}
      </ToolDetail>
      <div className="frame grid gap-16 py-16 lg:gap-24 lg:py-24">
        <SizeTable sizes={sizes} currentId={tool._id} BasketButton={AddToBasket} />
        <RelatedTools related={related} BasketButton={AddToBasket} />
        <ToolReviews toolId={tool._id} rating={tool.rating} reviews={reviews} canWrite={can('reviews.write')} />
        <MoreTools toolId={tool._id} BasketButton={AddToBasket} />
      </div>
    </RequireSession>
  );
}
