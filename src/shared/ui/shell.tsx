import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { site } from '#src/shared/site-messages.ts';
import { Footer } from './footer.tsx';
import { Navigation, type NavigationSession } from './navigation.tsx';

/** The navigation above, the page, the footer below. `newsletter` is the form at its foot. */
export function Shell({
  session,
  newsletter,
  children,
}: {
  session: NavigationSession;
  newsletter: ReactNode;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {site.skip}
      </a>
      <WaitingBar />
      <Navigation session={session} />
      <main ref={main} id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer newsletter={newsletter} />
    </div>
  );
}

/** A page reached by a link is read from its beginning, as one that the browser loads itself would be. */
function useFocusOnNewPage(main: { current: HTMLElement | null }) {
  const { pathname } = useLocation();
  const known = useRef(pathname);
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

function WaitingBar() {
  const waiting = useNavigation().state !== 'idle';
  return (
    <div
      aria-hidden="true"
      className={`fixed inset-x-0 top-0 z-40 h-0.5 overflow-hidden transition-opacity ${waiting ? 'opacity-100 delay-200' : 'opacity-0'}`}
    >
      {waiting && <div className="waiting-bar h-full w-1/4 bg-signal" />}
    </div>
  );
}
