import { data, redirect } from 'react-router';
import { canBeOrdered } from '#src/features/catalogue/tool/can-be-ordered.ts';
import type { Tool } from '#src/features/catalogue/tool/contract.ts';
import { getTool } from '#src/features/catalogue/tool/service.server.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { newStockAlertSchema } from '#src/features/stock-alerts/contract.ts';
import { stockAlertCopy as pageCopy, STOCK_ALERT_DRAWING } from '#src/features/stock-alerts/copy.ts';
import { StockAlertForm } from '#src/features/stock-alerts/ui/stock-alert-form.tsx';
import { pageContext } from '#src/flows/page-context.server.ts';
import { formHeaders, handleForm } from '#src/flows/page-form.server.ts';
import { requestStockAlert } from '#src/flows/stock-alerts/manage-stock-alerts.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { submitForm } from '#src/shared/form-result.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { Route } from './+types/stock-alert';

export const handle = {
  cacheKey(search) {
    const tool = search.get('tool') ?? '';
    return /^[A-Za-z0-9]{24}$/.test(tool) ? `?tool=${tool}` : null;
  },
} satisfies CacheablePage;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { _id, itemName, slug } = await requireSoldOut(context.get(pageContext).db, url);
  context.get(cacheTags).add(`tool:${_id}`);
  return { toolId: _id, itemName, slug };
}

/** The tool in the address. A tool that can be ordered by now, or is no longer sold, says so on its own page. */
async function requireSoldOut(db: Queryable, { searchParams }: URL): Promise<Tool> {
  const found = await getTool(db, searchParams.get('tool') ?? '');
  if (!found.ok) throw data(null, { status: 404 });
  const { value: tool } = found;
  if (tool.state === 'archived' || canBeOrdered(tool)) throw redirect(`/tools/${tool.slug}`, 303);
  return tool;
}

/** Also handles the form on the page of a tool. */
export function action({ request, url, context }: Route.ActionArgs) {
  return handleForm(
    { request, context },
    {
      schema: newStockAlertSchema,
      fields: ['email'],
      limit: 'stockAlert',
      async store({ email }, clientAddress) {
        const { _id: toolId } = await requireSoldOut(context.get(pageContext).db, url);
        await requestStockAlert(context.get(pageContext), { toolId, email }, clientAddress);
      },
      redirectTo: '/alerts/sent',
    },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction);
}

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: pageCopy.title }, matches);

export default function StockAlert({ loaderData: { toolId, itemName, slug }, actionData }: Route.ComponentProps) {
  const { user } = useSession();
  return (
    <Page
      title={pageCopy.title}
      text={pageCopy.about(joinUnits(itemName))}
      width="form"
      drawing={STOCK_ALERT_DRAWING}
      actions={
        <ButtonLink to={`/tools/${slug}`} variant="secondary">
          {pageCopy.toTool}
        </ButtonLink>
      }
    >
      <StockAlertForm toolId={toolId} email={user?.email} posted={actionData} />
    </Page>
  );
}
