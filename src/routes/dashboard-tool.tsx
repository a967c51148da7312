import { useRevalidator } from 'react-router';
import { catalogueCopy } from '#src/features/catalogue/copy.ts';
import type { InventoryToolDetail, ToolHistory } from '#src/features/catalogue/inventory-contract.ts';
import { DocumentsPanel } from '#src/features/catalogue/ui/documents-panel.tsx';
import { EditToolForm } from '#src/features/catalogue/ui/edit-tool-form.tsx';
import { PicturesPanel } from '#src/features/catalogue/ui/pictures-panel.tsx';
import { StockPanel } from '#src/features/catalogue/ui/stock-panel.tsx';
import { HISTORY_PAGE_SIZE, ToolHistoryList } from '#src/features/catalogue/ui/tool-history.tsx';
import { ToolStateActions } from '#src/features/catalogue/ui/tool-state-actions.tsx';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { useImageField } from '#src/features/images/ui/use-image-field.tsx';
import type { Waiting } from '#src/features/stock-alerts/contract.ts';
import { stockAlertCopy } from '#src/features/stock-alerts/copy.ts';
import { callApi } from '#src/shared/api-client.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { Route } from './+types/dashboard-tool';

const { edit: copy } = catalogueCopy;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: loaderData?.tool.itemName ?? 'Product' }, matches);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { user } = await requireAdmin(request);
  const id = encodeURIComponent(params.id);
  const [tool, history, waiting] = await Promise.all([
    callApi<InventoryToolDetail>(`/inventory/${id}`),
    callApi<ToolHistory>(`/tools/${id}/history?limit=${HISTORY_PAGE_SIZE}`),
    callApi<Waiting>(`/tools/${id}/alerts`),
  ]);
  return {
    user,
    tool: requireResult(tool, request),
    history: requireResult(history, request),
    // Without it, all else on the page can be done.
    waiting: waiting.ok ? waiting.value : null,
  };
}

export const ErrorBoundary = PageError;

export default function DashboardTool({ loaderData: { user, tool, history, waiting } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
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
      {/* One key around all: siblings of one key would stay beside their successors. */}
      <div key={tool._id} className="mt-8 grid gap-14">
        <ToolStateActions tool={tool} refresh={revalidate} />
        <EditedTool tool={tool} email={user.email} refresh={revalidate} />
        <PicturesOfTool tool={tool} refresh={revalidate} />
        <DocumentsPanel tool={tool} refresh={revalidate} />
        <StockPanel
          tool={tool}
          totals={history.stock}
          refresh={revalidate}
          demand={waiting && waiting.waiting > 0 ? stockAlertCopy.waiting(waiting) : null}
        />
        <ToolHistoryList toolId={tool._id} entries={history.entries} />
      </div>
    </>
  );
}

function EditedTool({
  tool,
  email,
  refresh,
}: {
  tool: InventoryToolDetail;
  email: string;
  refresh: () => Promise<void>;
}) {
  const image = useImageField({ label: 'Picture', stored: tool.picture });
  return <EditToolForm tool={tool} email={email} image={image} onSaved={() => void refresh()} />;
}

function PicturesOfTool({ tool, refresh }: { tool: InventoryToolDetail; refresh: () => Promise<void> }) {
  const image = useImageField({ label: catalogueCopy.pictures.add, required: true });
  return <PicturesPanel tool={tool} image={image} refresh={refresh} />;
}
