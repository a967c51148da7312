import { requireAnswer } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { systemTexts } from '#src/features/system/messages.ts';
import { fetchSystem } from '#src/features/system/ui/fetch-system.ts';
import { SystemView } from '#src/features/system/ui/system-view.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-system';

export const meta = () => pageMeta({ title: systemTexts.title });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  return { system: requireAnswer(await fetchSystem(), request) };
}

export const ErrorBoundary = PageFault;

export default function DashboardSystem({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={systemTexts.title} text={systemTexts.text} />
      <div className="mt-4">
        <SystemView {...loaderData} />
      </div>
    </>
  );
}
