import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { NavLink, useLocation, useNavigationType } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Icon } from './icon.tsx';
import {
  Count,
  getEarlyClasses,
  guestLinks,
  type NavigationSession,
  publicLinks,
  rangeLinks,
} from './navigation-links.tsx';

/** From this width on, the links are in the bar. Equals `lg` of the style sheet. */
const WIDE = '(min-width: 64rem)';

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
export function NavigationDrawer({ session, basketCount }: { session: NavigationSession; basketCount: number }) {
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
