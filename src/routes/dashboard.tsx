import { NavLink, Outlet } from 'react-router';
import { RequireSession } from '#src/features/identity/ui/require-session.tsx';
import { requireSignedIn, useSession } from '#src/features/identity/ui/session.ts';
import { copy } from '#src/shared/copy.ts';
import { Loading } from '#src/shared/ui/loading.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { Route } from './+types/dashboard';

const MENU = {
  customer: [
    ['/dashboard', copy.dashboard.myProfile],
    ['/dashboard/myreview', copy.dashboard.myReview],
    ['/dashboard/myorder', copy.dashboard.myOrder],
  ],
  admin: [
    ['/dashboard', copy.dashboard.myProfile],
    ['/dashboard/addproduct', copy.dashboard.addProduct],
    ['/dashboard/allorder', copy.dashboard.allOrders],
    ['/dashboard/allusers', copy.dashboard.allUsers],
  ],
} as const;

export const meta = () => pageMeta({ title: 'DashBoard' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireSignedIn(request);
}

export const HydrateFallback = Loading;

export function ErrorBoundary() {
  return (
    <div className="frame py-10">
      <PageError />
    </div>
  );
}

export default function Dashboard() {
  const { admin } = useSession();
  const prefetch = usePrefetch();
  return (
    <RequireSession>
      <div className="frame grid gap-x-12 gap-y-6 pt-6 pb-20 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pt-12">
        <nav aria-label={copy.nav.dashboard} className="min-w-0 self-start lg:sticky lg:top-6">
          <ul className="flex flex-wrap gap-x-5 border-line border-b lg:grid lg:gap-x-0 lg:border-b-0">
            {MENU[admin ? 'admin' : 'customer'].map(([to, label]) => (
              <li key={to} className="lg:border-line lg:border-b">
                <NavLink
                  to={to}
                  end
                  prefetch={prefetch}
                  className="flex min-h-11 items-center border-transparent border-b-2 no-underline hover:underline aria-[current=page]:border-signal aria-[current=page]:font-semibold lg:border-b-0 lg:border-l-2 lg:pl-4"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </RequireSession>
  );
}
