import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, NavLink, useLocation, useNavigationType } from 'react-router';
import { useCompany } from '#src/shared/company.ts';
import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { buttonClasses } from './button.tsx';
import { Icon } from './icon.tsx';
import { RangeBar } from './range-bar.tsx';
import { usePrefetch } from './use-prefetch.ts';

/** Who the navigation is for. While the session is being checked, the access token decides which links are seen. */
export interface NavigationSession {
  status: 'checking' | 'signedOut' | 'signedIn';
  user: { displayName: string } | null;
  signOut: () => void;
}

const publicLinks = [
  { to: '/home', label: copy.nav.home },
  { to: '/about', label: copy.nav.about },
  { to: '/contact', label: copy.nav.contact },
];

const rangeLinks = [
  { to: '/tools', label: siteCopy.range.all },
  { to: '/categories', label: siteCopy.range.categories },
];

const guestLinks = [
  { to: '/signIn', label: copy.nav.signIn },
  { to: '/signUp', label: copy.nav.signUp },
];

/** From this width on, the links are in the bar. Equals `lg` of the style sheet. */
const WIDE = '(min-width: 64rem)';

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
          <span className="min-w-0 truncate max-[22rem]:text-lead">{name}</span>
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
            <li className="not-for-staff noscript:hidden ml-4 flex">
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
        <Drawer session={session} basketCount={basketCount} />
      </div>
      <RangeBar />
      <noscript>
        <NoscriptLinks />
      </noscript>
    </header>
  );
}

/**
 * While the session is being checked, the links of users and visitors are both there, and the style sheet shows only
 * one set.
 */
function getEarlyClasses({ status }: NavigationSession): { user: string; guest: string } {
  return status === 'checking' ? { user: 'early-user', guest: 'early-guest' } : { user: '', guest: '' };
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

/** The number beside the name of a link. */
function Count({ count }: { count: number }) {
  return count > 0 && <span className="figures ml-2 text-fine text-muted"> {count}</span>;
}

declare module 'react' {
  /** Attributes by which the browser itself opens and closes dialogs. React's types do not have them yet. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'show-popover' | 'hide-popover';
    commandfor?: string;
  }
}

/**
 * The same links for small screens, in a drawer at the right edge. It opens before the page's scripts are loaded; the
 * click handlers are for browsers without `command`.
 */
function Drawer({ session, basketCount }: { session: NavigationSession; basketCount: number }) {
  const id = useId();
  const early = getEarlyClasses(session);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shownPath = useRef(pathname);
  useEffect(() => {
    // Back and forward close the drawer. A link has already closed it, and it may have been opened again since.
    if (shownPath.current !== pathname && navigationType === 'POP') dialog.current?.close();
    shownPath.current = pathname;
  }, [pathname, navigationType]);
  useEffect(() => {
    // A hidden modal dialog would still block the page.
    const wide = matchMedia(WIDE);
    const closeIfWide = () => {
      if (wide.matches) dialog.current?.close();
    };
    wide.addEventListener('change', closeIfWide);
    return () => wide.removeEventListener('change', closeIfWide);
  }, []);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        command="show-modal"
        commandfor={id}
        className="-mr-3 flex min-h-11 items-center gap-2 px-3 font-semibold noscript:hidden lg:hidden"
        onClick={() => {
          // For browsers without `command`.
          if (!('commandForElement' in HTMLButtonElement.prototype)) dialog.current?.showModal();
        }}
      >
        <Icon name="menu" className="size-6" />
        {siteCopy.menu}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself */}
      <dialog
        id={id}
        ref={dialog}
        aria-label={siteCopy.menu}
        closedby="any"
        onClick={closeOnBackdrop}
        className="drawer mr-0 ml-auto h-dvh max-h-none w-72 max-w-none overflow-y-auto border-ink border-l bg-paper text-ink lg:hidden"
      >
        <div className="flex min-h-full flex-col">
          <button
            type="button"
            className="mr-1 flex h-16 items-center gap-2 self-end px-3 font-semibold"
            command="close"
            commandfor={id}
            onClick={close}
            aria-label={siteCopy.closeMenu}
          >
            <Icon name="x" className="size-6" />
          </button>
          <nav aria-label={siteCopy.menu} className="border-line border-t">
            <ul>
              <DrawerItem className="not-for-staff">
                <DrawerLink to="/basket" label={siteCopy.basket} count={basketCount} onFollow={close} />
              </DrawerItem>
              {[...rangeLinks, ...publicLinks].map((entry) => (
                <DrawerItem key={entry.to}>
                  <DrawerLink {...entry} onFollow={close} />
                </DrawerItem>
              ))}
              {session.status !== 'signedOut' && (
                <>
                  <DrawerItem className={early.user}>
                    <DrawerLink to="/dashboard" label={copy.nav.dashboard} onFollow={close} />
                  </DrawerItem>
                  <DrawerItem className={early.user}>
                    <button
                      type="button"
                      className={`${drawerEntry} w-full border-transparent text-left`}
                      onClick={() => {
                        close();
                        session.signOut();
                      }}
                    >
                      {copy.nav.logOut}
                    </button>
                  </DrawerItem>
                </>
              )}
              {session.status !== 'signedIn' &&
                guestLinks.map((entry) => (
                  <DrawerItem key={entry.to} className={early.guest}>
                    <DrawerLink {...entry} onFollow={close} />
                  </DrawerItem>
                ))}
            </ul>
          </nav>
        </div>
      </dialog>
    </>
  );
}

const drawerEntry = 'flex min-h-14 items-center border-l-4 px-5 text-lead font-medium hover:bg-tint';

function DrawerItem({ className = '', children }: { className?: string; children: ReactNode }) {
  return <li className={`border-line border-b ${className}`}>{children}</li>;
}

function DrawerLink({
  to,
  label,
  count = 0,
  onFollow,
}: {
  to: string;
  label: string;
  count?: number;
  onFollow: () => void;
}) {
  return (
    <NavLink
      to={to}
      onClick={onFollow}
      className={({ isActive }) => `${drawerEntry} ${isActive ? 'border-signal' : 'border-transparent'}`}
    >
      {label}
      <Count count={count} />
    </NavLink>
  );
}
