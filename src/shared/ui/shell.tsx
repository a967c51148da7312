import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Footer } from './footer.tsx';
import { HydrationBoundary } from './hydration-boundary.tsx';
import { Navigation } from './navigation.tsx';
import type { NavigationSession } from './navigation-links.tsx';
import { NavigationProgress, OfflineNotice } from './navigation-progress.tsx';

/** Navigation, page and footer. `search` is the form in the navigation, `newsletter` that in the footer. */
export function Shell({
  session,
  basketCount,
  search,
  newsletter,
  children,
}: {
  session: NavigationSession;
  basketCount: number;
  search: ReactNode;
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
      <Navigation session={session} basketCount={basketCount} search={search} />
      <main ref={main} id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <HydrationBoundary className="below-fold mt-auto">
        <Footer newsletter={newsletter} />
      </HydrationBoundary>
      <OfflineNotice />
    </div>
  );
}

/** Whether this window has shown a page. Not component state, since an error boundary renders another shell. */
let hasShownPage = false;

/**
 * Moves the focus to the beginning of a page that was reached by a link, as a full load would, except from a field into
 * which somebody typed while the page was loading. Returns the title to announce; '' for the first page, which the
 * browser announces itself.
 */
function usePageChange(main: RefObject<HTMLElement | null>): string {
  const { pathname } = useLocation();
  const previousPath = useRef<string>(null);
  /** The field that was typed into since the last event that may have led to another page. */
  const typedInto = useRef<EventTarget>(null);
  const [title, setTitle] = useState('');
  useEffect(() => {
    const note = ({ type, target }: Event) => {
      typedInto.current = type === 'input' ? target : null;
    };
    const listening = new AbortController();
    for (const type of ['input', 'keydown', 'click', 'submit', 'popstate'])
      addEventListener(type, note, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, []);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    const isFirst = !hasShownPage;
    hasShownPage = true;
    if (isFirst) return;
    document.documentElement.dataset.navigated = '';
    if (!typedInto.current || typedInto.current !== document.activeElement)
      main.current?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname, main]);
  return title;
}
