import { use, useEffect, useId, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { addressCopy } from '#src/features/addresses/copy.ts';
import { auditCopy } from '#src/features/audit/copy.ts';
import { searchCopy } from '#src/features/catalogue/search/search-copy.ts';
import { categoriesCopy } from '#src/features/categories/copy.ts';
import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { exportCopy } from '#src/features/exports/copy.ts';
import { RequireSession } from '#src/features/identity/ui/require-session.tsx';
import { requireSignedIn, useSession } from '#src/features/identity/ui/session.ts';
import type { Overview } from '#src/features/overview/contract.ts';
import { DUTY_KINDS, overviewCopy } from '#src/features/overview/copy.ts';
import { OverviewContext, useOverview } from '#src/features/overview/ui/use-overview.ts';
import { WaitingCount } from '#src/features/overview/ui/waiting-count.tsx';
import { reviewCopy } from '#src/features/reviews/copy.ts';
import { settingsCopy } from '#src/features/shop-settings/copy.ts';
import { systemCopy } from '#src/features/system/copy.ts';
import { taxCopy } from '#src/features/taxes/copy.ts';
import { copy } from '#src/shared/copy.ts';
import type { Permission } from '#src/shared/permissions.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { DashboardSkeleton } from '#src/shared/ui/dashboard-skeleton.tsx';
import '#src/shared/ui/dense.css';
import { useDenseRows } from '#src/shared/ui/list/density.ts';
import { FramedPageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import type { Route } from './+types/dashboard';

type MenuEntry = readonly [
  to: string,
  label: string,
  /** The permission to see the entry, which also guards its page. Null: everybody. */
  permission: Permission | null,
  kinds?: readonly (keyof Overview)[],
];

const MENU: readonly MenuEntry[] = [
  ['/dashboard', copy.dashboard.myProfile, null],
  ['/dashboard/myreview', copy.dashboard.myReview, 'reviews.write'],
  ['/dashboard/myorder', copy.dashboard.myOrder, 'orders.place'],
  ['/dashboard/addproduct', copy.dashboard.addProduct, 'range.keep'],
  ['/dashboard/allorder', copy.dashboard.allOrders, 'orders.read'],
  ['/dashboard/allusers', copy.dashboard.allUsers, 'users.read'],
];

/**
 * Our own entries, in groups below the specified ones, each with the kinds of things that wait there. Short stock is no
 * duty and has no count.
 */
const OUR_MENU: readonly { title: string; entries: readonly MenuEntry[] }[] = [
  {
    title: 'Account',
    entries: [
      ['/dashboard/addresses', addressCopy.title, 'addresses.keep'],
      ['/dashboard/certificates', 'Tax exemption', 'exemptions.keep'],
    ],
  },
  {
    title: 'Sales',
    entries: [
      ['/dashboard/overview', overviewCopy.title, 'overview.read', DUTY_KINDS],
      [
        '/dashboard/payments',
        'Payments',
        'payments.read',
        ['disputesToAnswer', 'failedRefunds', 'differingPayments', 'stuckPayments'],
      ],
      ['/dashboard/inbox', enquiryCopy.inbox.title, 'inbox.read', ['quotes', 'messages', 'failedMails']],
      ['/dashboard/reviews', reviewCopy.managed.title, 'reviews.moderate'],
      ['/dashboard/exemptions', 'Exemptions', 'exemptions.review', ['exemptionsToReview']],
      ['/dashboard/exports', exportCopy.title, 'exports.read'],
    ],
  },
  {
    title: 'Range',
    entries: [
      ['/dashboard/products', 'Products', 'range.read'],
      ['/dashboard/categories', categoriesCopy.title, 'range.keep'],
      ['/dashboard/imports', 'Import', 'range.import', ['stoppedImports']],
      ['/dashboard/search', searchCopy.title, 'search.tune'],
    ],
  },
  {
    title: 'Shop',
    entries: [
      ['/dashboard/system', systemCopy.title, 'system.read', ['systemsDown']],
      ['/dashboard/audit', auditCopy.title, 'audit.read'],
      ['/dashboard/shipping', 'Shipping', 'settings.change'],
      ['/dashboard/settings', settingsCopy.title, 'settings.change'],
      ['/dashboard/taxes', taxCopy.title, 'settings.change'],
    ],
  },
];

/** Without tax, nobody needs to be exempt from it. */
const WITH_TAX = new Set(['/dashboard/certificates', '/dashboard/exemptions']);

/** These stay the current entry on the pages below them. */
const WITH_PAGES_BELOW = new Set([
  '/dashboard/addresses',
  '/dashboard/imports',
  '/dashboard/inbox',
  '/dashboard/myreview',
  '/dashboard/products',
  '/dashboard/taxes',
]);

/** The page of an order belongs to the list of orders that its reader may open. */
const LISTS_OF_ORDERS = new Set(['/dashboard/myorder', '/dashboard/allorder']);

function isCurrent(entry: string, pathname: string): boolean {
  if (pathname.startsWith('/dashboard/orders/')) return LISTS_OF_ORDERS.has(entry);
  const path = pathname.replace(/\/$/, '');
  return path === entry || (WITH_PAGES_BELOW.has(entry) && path.startsWith(`${entry}/`));
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'DashBoard' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireSignedIn(request);
}

export const HydrateFallback = DashboardSkeleton;

export const ErrorBoundary = FramedPageError;

export default function Dashboard() {
  const { can } = useSession();
  const overview = useOverview(can('overview.read'));
  const { menu, center } = useMenuScroll();
  const [dense, setDense] = useDenseRows();
  const { pathname } = useLocation();
  // Nothing distracts from a payment.
  if (pathname.startsWith('/dashboard/payment/'))
    return (
      <RequireSession>
        <div className="frame pt-6 pb-20 ledger lg:pt-12">
          <Outlet />
        </div>
      </RequireSession>
    );
  return (
    <RequireSession>
      <OverviewContext value={overview}>
        <div className="frame grid gap-x-12 gap-y-6 pt-6 pb-20 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pt-12">
          {/* On phones, all of this is in one row that scrolls, and a fading edge says that there is more. */}
          <nav
            ref={menu}
            // A press must not move what it presses.
            onFocus={({ target }) => target.matches(':focus-visible') && center(target)}
            aria-label={copy.nav.dashboard}
            className="relative min-w-0 self-start max-lg:-my-1 max-lg:flex max-lg:overflow-x-auto max-lg:py-1 max-lg:pr-10 max-lg:[mask-image:linear-gradient(270deg,#0000,#000_40px)] lg:sticky lg:top-6 dashboard-menu"
          >
            <Menu entries={MENU} />
            {OUR_MENU.map(({ title, entries }) => (
              <Menu key={title} entries={entries} title={title} />
            ))}
            <label className="flex min-h-11 shrink-0 cursor-pointer items-center gap-3 whitespace-nowrap border-line text-fine max-lg:border-b lg:mt-4 lg:pl-4.5">
              <input
                type="checkbox"
                className="size-4 accent-signal"
                checked={dense}
                onChange={(event) => setDense(event.target.checked)}
              />
              Dense lists
            </label>
          </nav>
          <div className={`min-w-0 ledger ${dense ? 'dense-rows' : ''}`}>
            <Outlet />
          </div>
        </div>
      </OverviewContext>
    </RequireSession>
  );
}

/**
 * Scrolls the menu to its current entry: on phones it is one row, and on low screens longer than the window. `center`
 * does so with an entry that got the focus: browsers leave it half below the fading edge.
 */
function useMenuScroll() {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const center = (entry: HTMLElement) => {
    const shown = menu.current;
    if (!shown) return;
    // `scrollIntoView` would scroll the page, too.
    shown.scrollLeft = entry.offsetLeft - (shown.clientWidth - entry.offsetWidth) / 2;
    shown.scrollTop = entry.offsetTop - (shown.clientHeight - entry.offsetHeight) / 2;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another current entry
  useEffect(() => {
    const showCurrent = () => {
      const current = menu.current?.querySelector<HTMLElement>('[aria-current=page]');
      if (current) center(current);
    };
    showCurrent();
    // A phone that is turned may turn the menu into a row. Its bars that come and go change the height alone.
    let width = window.innerWidth;
    const onResize = () => {
      if (window.innerWidth === width) return;
      width = window.innerWidth;
      showCurrent();
    };
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [pathname]);
  return { menu, center };
}

/** The entries whose pages the reader may open. A group without any is not drawn. */
function Menu({ entries, title }: { entries: readonly MenuEntry[]; title?: string }) {
  const prefetch = usePrefetch();
  const { can } = useSession();
  const { pathname } = useLocation();
  const headingId = useId();
  const isTaxed = use(PublicSettingsContext).tax !== 'off';
  const open = entries.filter(
    ([to, , permission]) => (permission === null || can(permission)) && (isTaxed || !WITH_TAX.has(to)),
  );
  if (open.length === 0) return null;
  return (
    <div className={`max-lg:contents ${title ? 'lg:mt-4' : ''}`}>
      {title && (
        <h2
          id={headingId}
          className="sr-only font-semibold text-fine lg:not-sr-only lg:border-line lg:border-b lg:pb-2 lg:pl-4.5"
        >
          {title}
        </h2>
      )}
      <ul
        aria-labelledby={title && headingId}
        className="flex shrink-0 gap-x-5 whitespace-nowrap border-line border-b max-lg:pr-5 lg:grid lg:gap-x-0 lg:border-b-0"
      >
        {open.map(([to, label, , kinds]) => (
          <li key={to} className="lg:border-line lg:border-b">
            <Link
              to={to}
              aria-current={isCurrent(to, pathname) ? 'page' : undefined}
              prefetch={prefetch}
              className="flex min-h-11 min-w-11 items-center border-transparent border-b-2 no-underline hover:underline aria-[current=page]:border-signal aria-[current=page]:font-semibold lg:min-h-9 lg:border-b-0 lg:border-l-2 lg:pl-4"
            >
              {label}
              {kinds && <WaitingCount kinds={kinds} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
