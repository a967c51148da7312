import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { useCompany } from '#src/shared/company.ts';
import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { buttonClasses } from './button.tsx';
import { Icon } from './icon.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import {
  Count,
  getEarlyClasses,
  guestLinks,
  type NavigationSession,
  publicLinks,
  rangeLinks,
} from './navigation-links.tsx';
import { RangeBar } from './range-bar.tsx';
import { usePrefetch } from './use-prefetch.ts';

/** `basketCount` is the number of tools in the basket. `search` is the shop's search field. */
export function Navigation({
  session,
  basketCount,
  search,
}: {
  session: NavigationSession;
  basketCount: number;
  search: ReactNode;
}) {
  const { name } = useCompany();
  const early = getEarlyClasses(session);
  return (
    <header className="border-line border-b">
      {/* Up to `xl`, the search has its own row: beside long names, there would be no room for it. */}
      <div className="frame grid grid-cols-[minmax(0,1fr)_auto_auto_auto] grid-rows-[4rem] items-center lg:grid-cols-[fit-content(20rem)_minmax(min-content,1fr)] lg:grid-rows-[4.5rem] lg:gap-x-6 xl:grid-cols-[fit-content(20rem)_minmax(12rem,15rem)_minmax(min-content,1fr)]">
        <Link
          to="/home"
          className="mr-auto flex min-h-11 min-w-0 max-w-full items-center gap-2.5 font-extrabold text-[1.375rem] leading-none tracking-tight"
        >
          <img src="/images/marks/ironmonger.svg" alt="" width="36" height="36" className="size-9" />
          <span className="min-w-0 truncate py-1 max-[22rem]:text-lead">{name}</span>
        </Link>
        {search}
        <nav
          aria-label="Main"
          className="hidden items-stretch justify-between self-stretch whitespace-nowrap lg:col-start-2 lg:row-start-1 lg:flex xl:col-start-3"
        >
          <ul className="flex items-stretch lg:pl-6 xl:pl-0">
            {publicLinks.map((entry) => (
              <li key={entry.to} className="flex">
                <MenuLink {...entry} />
              </li>
            ))}
            {/* The last of the left-aligned links: for admins it disappears without moving anything. */}
            <li className="not-for-staff noscript:hidden flex">
              <MenuLink to="/basket" label={siteCopy.basket} count={basketCount} />
            </li>
          </ul>
          <ul className="flex min-w-80 items-center justify-end gap-1">
            {session.status !== 'signedOut' && (
              <>
                {session.user && (
                  <li className="mr-3 max-w-36 truncate 2xl:max-w-52 border-line border-r pr-5 text-fine text-muted">
                    {session.user.displayName}
                  </li>
                )}
                <li className={`flex self-stretch ${early.user}`}>
                  <MenuLink to="/dashboard" label={copy.nav.dashboard} />
                </li>
                <li className={`pl-3 ${early.user}`}>
                  <button type="button" className={buttonClasses('secondary')} onClick={session.signOut}>
                    {copy.nav.logOut}
                  </button>
                </li>
              </>
            )}
            {session.status !== 'signedIn' && (
              <>
                <li className={`flex self-stretch ${early.guest}`}>
                  <MenuLink to="/signIn" label={copy.nav.signIn} />
                </li>
                <li className={`pl-3 ${early.guest}`}>
                  <Link to="/signUp" className={buttonClasses('secondary')}>
                    {copy.nav.signUp}
                  </Link>
                </li>
              </>
            )}
          </ul>
        </nav>
        <Link
          to="/basket"
          className="not-for-staff noscript:hidden relative grid size-11 place-items-center no-underline lg:hidden"
        >
          <Icon name="shopping-basket" className="size-6" />
          <span className="sr-only">{siteCopy.basket}</span>
          {basketCount > 0 && (
            <span className="figures absolute top-0 right-0 bg-signal px-1 text-fine text-on-signal leading-none">
              {basketCount}
            </span>
          )}
        </Link>
        <NavigationDrawer session={session} basketCount={basketCount} />
      </div>
      <RangeBar />
      {/* Left out of the scripts, since only a browser without them shows it. */}
      <noscript>{import.meta.env.SSR && <NoscriptLinks />}</noscript>
    </header>
  );
}

/** The links without script, where the drawer cannot open. On wide screens, only those that the bar lacks. */
function NoscriptLinks() {
  return (
    <nav aria-label={siteCopy.menu} className="frame border-line border-t">
      <ul className="flex flex-wrap gap-x-5 lg:justify-end">
        {[...rangeLinks, ...publicLinks, ...guestLinks].map(({ to, label }) => (
          <li key={to} className={guestLinks.some((entry) => entry.to === to) ? '' : 'lg:hidden'}>
            <a href={to} className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MenuLink({ to, label, count = 0 }: { to: string; label: string; count?: number }) {
  return (
    <NavLink
      to={to}
      // They are on every page, and few are followed. Prefetching them in view would cost each visit a tenth of its
      // script.
      prefetch={usePrefetch(to, { inView: false })}
      className={({ isActive }) =>
        `flex min-w-11 items-center border-y-2 border-t-transparent px-4 font-medium transition-colors hover:text-signal ${isActive ? 'border-b-signal' : 'border-b-transparent'}`
      }
    >
      {label}
      <Count count={count} />
    </NavLink>
  );
}
