import { NavLink, Outlet } from 'react-router';
import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { Route } from './+types/dashboard-inbox';

const { inbox: pageCopy } = enquiryCopy;

const TABS = [
  ['/dashboard/inbox', pageCopy.quotes, 'inbox.read'],
  ['/dashboard/inbox/messages', pageCopy.messages, 'inbox.read'],
  ['/dashboard/inbox/newsletter', pageCopy.newsletter, 'subscribers.read'],
  ['/dashboard/inbox/outbox', pageCopy.outbox, 'mails.read'],
] as const;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: pageCopy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'inbox.read');
  return null;
}

export const ErrorBoundary = PageError;

export default function DashboardInbox() {
  const prefetch = usePrefetch();
  const { can } = useSession();
  return (
    <>
      <PageHeading title={pageCopy.title} text={pageCopy.text} />
      <nav aria-label={pageCopy.title} className="mt-2 overflow-x-auto py-1 scroll-row">
        <ul className="flex w-max min-w-full gap-x-3 whitespace-nowrap border-line sm:gap-x-6 border-b">
          {TABS.filter(([, , permission]) => can(permission)).map(([to, label]) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                prefetch={prefetch}
                className="flex min-h-11 items-center border-transparent border-b-2 hover:underline aria-[current=page]:border-signal aria-[current=page]:font-semibold"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-6">
        <Outlet />
      </div>
    </>
  );
}
