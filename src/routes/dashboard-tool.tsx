import { useRevalidator } from 'react-router';
import type { InventoryToolDetail, ToolHistory } from '#src/features/catalogue/keeping/contract.ts';
import { catalogueCopy } from '#src/features/catalogue/keeping/copy.ts';
import { DocumentsPanel } from '#src/features/catalogue/keeping/ui/documents-panel.tsx';
import { EditToolForm } from '#src/features/catalogue/keeping/ui/edit-tool-form.tsx';
import { PicturesPanel } from '#src/features/catalogue/keeping/ui/pictures-panel.tsx';
import { StockPanel } from '#src/features/catalogue/keeping/ui/stock-panel.tsx';
import { HISTORY_PAGE_SIZE, ToolHistoryList } from '#src/features/catalogue/keeping/ui/tool-history.tsx';
import { ToolStateActions } from '#src/features/catalogue/keeping/ui/tool-state-actions.tsx';
import type { IdentityUser } from '#src/features/identity/ui/identity-client.ts';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { useImageField } from '#src/features/images/ui/use-image-field.tsx';
import type { Waiting } from '#src/features/stock-alerts/contract.ts';
import { stockAlertCopy } from '#src/features/stock-alerts/copy.ts';
import { callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { Route } from './+types/dashboard-tool';

const { edit: copy } = catalogueCopy;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: loaderData?.tool.itemName ?? 'Product' }, matches);

interface Shown {
  user: IdentityUser;
  tool: InventoryToolDetail;
  history: ToolHistory;
  /** How many people wait for it. Null if that could not be read. */
  waiting: Waiting | null;
  /** Why the page shows old data. Null if the data is current. */
  staleReason: string | null;
}

/** What the page shows while it is read again after a change. If that fails, it stays: the change was stored. */
let shownBefore: Shown | null = null;

export async function clientLoader({ request, params }: Route.ClientLoaderArgs): Promise<Shown> {
  const { user } = await requirePermission(request, 'range.keep');
  const id = encodeURIComponent(params.id);
  const [tool, history, waiting] = await Promise.all([
    callApi<InventoryToolDetail>(`/inventory/${id}`),
    callApi<ToolHistory>(`/tools/${id}/history?limit=${HISTORY_PAGE_SIZE}`),
    callApi<Waiting>(`/tools/${id}/alerts`),
  ]);
  const failed = [tool, history].find((result) => !result.ok);
  if (failed && !failed.ok && isOutcomeUnknown(failed.problem) && shownBefore?.tool._id === params.id)
    return { ...shownBefore, staleReason: failed.problem.detail };
  return {
    user,
    tool: requireResult(tool, request),
    history: requireResult(history, request),
    // Without it, everything else on the page still works.
    waiting: waiting.ok ? waiting.value : null,
    staleReason: null,
  };
}

export const ErrorBoundary = PageError;

export default function DashboardTool({ loaderData }: Route.ComponentProps) {
  const { user, tool, history, waiting, staleReason } = loaderData;
  const { revalidate } = useRevalidator();
  const { can } = useSession();
  const refresh = async () => {
    shownBefore = loaderData;
    await revalidate();
    shownBefore = null;
  };
  const notice = tool.state === 'archived' ? copy.archived : tool.state === 'draft' ? copy.draft : undefined;
  return (
    <>
      <PageHeading
        title={joinUnits(tool.itemName)}
        text={notice}
        actions={
          <ButtonLink to="/dashboard/products" variant="secondary">
            {copy.back}
          </ButtonLink>
        }
      />
      {staleReason !== null && (
        <div className="mt-6">
          <FormError>
            {staleReason} {copy.stale}
          </FormError>
        </div>
      )}
      {/* One key around everything: siblings with the same key would stay beside their successors. */}
      <div key={tool._id} className="mt-8 grid gap-14">
        <ToolStateActions tool={tool} refresh={refresh} />
        <EditToolForm tool={tool} email={user.email} onSaved={() => void refresh()}>
          <PicturesOfTool tool={tool} refresh={refresh} />
          <DocumentsPanel tool={tool} refresh={refresh} />
          <StockPanel
            tool={tool}
            totals={history.stock}
            email={user.email}
            stale={staleReason !== null}
            refresh={refresh}
            mayAdjust={can('stock.adjust')}
            demand={waiting && waiting.waiting > 0 ? stockAlertCopy.waiting(waiting) : null}
          />
          <ToolHistoryList toolId={tool._id} entries={history.entries} />
        </EditToolForm>
      </div>
    </>
  );
}

function PicturesOfTool({ tool, refresh }: { tool: InventoryToolDetail; refresh: () => Promise<void> }) {
  const image = useImageField({ label: catalogueCopy.pictures.add, required: true });
  return <PicturesPanel tool={tool} image={image} refresh={refresh} />;
}
