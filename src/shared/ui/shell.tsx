import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Footer } from './footer.tsx';
import { Navigation, type NavigationSession } from './navigation.tsx';
import { NavigationProgress, OfflineNotice } from './navigation-progress.tsx';

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
  const title = usePageChange(main);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {siteCopy.skip}
      </a>
      <NavigationProgress />
      <p role="status" className="sr-only">
        {title}
      </p>
      <Navigation session={session} />
      <main ref={main} id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer newsletter={newsletter} />
      <OfflineNotice />
    </div>
  );
}

/** Whether this window has shown a page before. Not a part of any shell: where a page fails, another shell takes its place. */
let hasShownPage = false;

/**
 * A page reached by a link is read from its beginning, as one that the browser loads itself would be. Answers the
 * title of such a page, to be read out; nothing for the first one, which the browser announces.
 */
function usePageChange(main: RefObject<HTMLElement | null>): string {
  const { pathname } = useLocation();
  const known = useRef<string>(null);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    const isFirst = !hasShownPage;
    hasShownPage = true;
    if (isFirst) return;
    main.current?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname, main]);
  return title;
}
