import { useLocation } from 'react-router';
import { bulkCopy } from '#src/features/catalogue/bulk/copy.ts';
import { ChoiceBox, ToolChoice } from '#src/features/catalogue/bulk/ui/tool-choice.tsx';
import type { InventoryTool } from '#src/features/catalogue/keeping/contract.ts';
import { fetchToolInventory, ToolInventory } from '#src/features/catalogue/keeping/ui/tool-inventory.tsx';
import { exportCopy } from '#src/features/exports/copy.ts';
import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DownloadButton } from '#src/shared/ui/download-button.tsx';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-tools';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Products' }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadStaffList(request, 'range.read', fetchToolInventory);
}

export const ErrorBoundary = PageError;

const renderTick = (tool: InventoryTool) => <ChoiceBox tool={tool} />;

export default function DashboardTools({ loaderData }: Route.ComponentProps) {
  // What the list currently shows, on all its pages.
  const { search } = useLocation();
  const mayKeep = useSession().can('range.keep');
  return (
    <DashboardPage
      title="Products"
      actions={
        <div className="flex flex-wrap gap-3">
          <DownloadButton path={`/exports/tools${search}`} label={exportCopy.title} />
          {mayKeep && (
            <ButtonLink to="/dashboard/products/pictures" variant="secondary">
              {bulkCopy.pictures.link}
            </ButtonLink>
          )}
          <ButtonLink to="/dashboard/products/changes" variant="secondary">
            {bulkCopy.list.title}
          </ButtonLink>
          {mayKeep && <ButtonLink to="/dashboard/addproduct">{copy.dashboard.addProduct}</ButtonLink>}
        </div>
      }
    >
      <ToolInventory
        {...loaderData}
        mayKeep={mayKeep}
        renderTick={renderTick}
        renderChoice={(list, table) => <ToolChoice list={list}>{table}</ToolChoice>}
      />
    </DashboardPage>
  );
}
