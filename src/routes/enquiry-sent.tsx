import { getTool, solveQuantity } from '#src/features/catalogue/tool/service.server.ts';
import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { readQuantity } from '#src/features/enquiries/rules.ts';
import { QuantityOfferBox } from '#src/features/enquiries/ui/quantity-offer.tsx';
import { pageContext } from '#src/flows/page-context.server.ts';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/enquiry-sent';

const { sent } = enquiryCopy.quote;
const DRAWINGS = { quote: '/images/drawings/micrometer.svg', contact: '/images/drawings/bench-vise.svg' };

/** There is no end of quantities. */
export const handle = { cacheKey: (search) => (search.has('quantity') ? null : '') } satisfies CacheablePage;

/**
 * A stored form redirects here, so that a reload sends nothing again. For a quote, the query has the tool and the
 * quantity.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  if (!url.pathname.startsWith('/quote')) return { form: 'contact' as const, offer: null };
  const toolId = url.searchParams.get('tool');
  const quantity = readQuantity(url.searchParams.get('quantity') ?? '');
  const tool = toolId && quantity !== null ? await getTool(context.get(pageContext).db, toolId) : null;
  if (!tool?.ok || quantity === null) return { form: 'quote' as const, offer: null };
  const solved = solveQuantity(tool.value, quantity);
  const canOrder = solved.orderable || solved.offers.length > 0;
  return { form: 'quote' as const, offer: canOrder ? { ...solved, toolId: tool.value._id, quantity } : null };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: enquiryCopy[loaderData?.form ?? 'contact'].sent.title }, matches);

export default function EnquirySent({ loaderData: { form, offer } }: Route.ComponentProps) {
  const { title, text, back } = enquiryCopy[form].sent;
  return (
    <Page title={title} text={text} width="form" drawing={DRAWINGS[form]}>
      {offer && (
        <div className="mb-6">
          <QuantityOfferBox offer={offer} leads>
            {offer.orderable ? sent.orderable : sent.other(offer.quantity)}
          </QuantityOfferBox>
        </div>
      )}
      <ButtonLink to={form === 'quote' ? '/tools' : '/home'} variant={offer ? 'secondary' : 'primary'}>
        {back}
      </ButtonLink>
    </Page>
  );
}
