import { auditCopy } from '#src/features/audit/copy.ts';
import { AuditList, fetchAuditEvents } from '#src/features/audit/ui/audit-list.tsx';
import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-audit';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: auditCopy.title }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadStaffList(request, 'audit.read', fetchAuditEvents);
}

export const ErrorBoundary = PageError;

export default function DashboardAudit({ loaderData }: Route.ComponentProps) {
  return (
    <DashboardPage title={auditCopy.title} text={auditCopy.text}>
      <AuditList {...loaderData} mayKeep={useSession().can('range.keep')} />
    </DashboardPage>
  );
}
