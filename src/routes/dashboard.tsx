import { NavLink, Outlet } from 'react-router';
import { addressCopy } from '#src/features/addresses/copy.ts';
import { auditCopy } from '#src/features/audit/copy.ts';
import { searchCopy } from '#src/features/catalogue/search/search-copy.ts';
import { categoriesCopy } from '#src/features/categories/copy.ts';
import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { exportCopy } from '#src/features/exports/copy.ts';
import { RequireSession } from '#src/features/identity/ui/require-session.tsx';
import { requireSignedIn, useSession } from '#src/features/identity/ui/session.ts';
import type { Overview } from '#src/features/overview/contract.ts';
import { overviewCopy } from '#src/features/overview/copy.ts';
import { OverviewContext, useOverview } from '#src/features/overview/ui/use-overview.ts';
import { WaitingCount } from '#src/features/overview/ui/waiting-count.tsx';
import { reviewCopy } from '#src/features/reviews/copy.ts';
import { settingsCopy } from '#src/features/shop-settings/copy.ts';
import { systemCopy } from '#src/features/system/copy.ts';
import { copy } from '#src/shared/copy.ts';
import { Loading } from '#src/shared/ui/loading.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { Route } from './+types/dashboard';

type MenuEntries = readonly (readonly [to: string, label: string, kinds?: readonly (keyof Overview)[]])[];

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

const ALL_KINDS = Object.keys(overviewCopy.kinds) as (keyof Overview)[];

/** Our own entries, in a group below the specified ones, each with the kinds of things that wait there. */
const OUR_MENU: Record<'customer' | 'admin' | 'owner', MenuEntries> = {
  customer: [['/dashboard/addresses', addressCopy.title]],
  admin: [
    ['/dashboard/overview', overviewCopy.title, ALL_KINDS],
    ['/dashboard/products', 'Products', ['soldOutTools', 'lowTools', 'runningOutTools']],
    ['/dashboard/categories', categoriesCopy.title],
    ['/dashboard/imports', 'Import', ['stoppedImports']],
    ['/dashboard/payments', 'Payments', ['disputesToAnswer', 'failedRefunds', 'differingPayments', 'stuckPayments']],
    ['/dashboard/exports', exportCopy.title],
    ['/dashboard/search', searchCopy.title],
    ['/dashboard/reviews', reviewCopy.managed.title],
    ['/dashboard/inbox', enquiryCopy.inbox.title, ['quotes', 'messages', 'failedMails']],
    ['/dashboard/system', systemCopy.title, ['systemsDown']],
  ],
  owner: [
    ['/dashboard/audit', auditCopy.title],
    ['/dashboard/settings', settingsCopy.title],
  ],
};

/** They stay the current entry on the pages below them. */
const WITH_PAGES_BELOW = new Set([
  '/dashboard/addresses',
  '/dashboard/imports',
  '/dashboard/inbox',
  '/dashboard/myreview',
  '/dashboard/products',
]);

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'DashBoard' }, matches);

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
  const { admin, owner } = useSession();
  const overview = useOverview(admin === true);
  return (
    <RequireSession>
      <OverviewContext value={overview}>
        <div className="frame grid gap-x-12 gap-y-6 pt-6 pb-20 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pt-12">
          <nav aria-label={copy.nav.dashboard} className="min-w-0 self-start lg:sticky lg:top-6">
            <Menu entries={MENU[admin ? 'admin' : 'customer']} />
            <div className="lg:mt-8">
              <h2 id="our-menu" className="sr-only font-semibold lg:not-sr-only lg:border-line lg:border-b lg:pb-2">
                {admin ? 'Shop' : 'Account'}
              </h2>
              <Menu
                entries={admin ? [...OUR_MENU.admin, ...(owner ? OUR_MENU.owner : [])] : OUR_MENU.customer}
                labelledBy="our-menu"
              />
            </div>
          </nav>
          <div className="min-w-0">
            <Outlet />
          </div>
        </div>
      </OverviewContext>
    </RequireSession>
  );
}

function Menu({ entries, labelledBy }: { entries: MenuEntries; labelledBy?: string }) {
  const prefetch = usePrefetch();
  return (
    <ul
      aria-labelledby={labelledBy}
      className="flex flex-wrap gap-x-5 border-line border-b lg:grid lg:gap-x-0 lg:border-b-0"
    >
      {entries.map(([to, label, kinds]) => (
        <li key={to} className="lg:border-line lg:border-b">
          <NavLink
            to={to}
            end={!WITH_PAGES_BELOW.has(to)}
            prefetch={prefetch}
            className="flex min-h-11 min-w-11 items-center border-transparent border-b-2 no-underline hover:underline aria-[current=page]:border-signal aria-[current=page]:font-semibold lg:border-b-0 lg:border-l-2 lg:pl-4"
          >
            {label}
            {kinds && <WaitingCount kinds={kinds} />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
