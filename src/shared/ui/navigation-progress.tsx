import { useEffect, useState } from 'react';
import { useBlocker, useNavigation } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Button, Spinner } from './button.tsx';

/** A page that loads faster shows no progress. */
const SHOW_AFTER_MS = 150;

/** Shows above the current page, which stays usable, that the next page is loading. */
export function NavigationProgress() {
  const navigating = useNavigation().state !== 'idle';
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!navigating) return setVisible(false);
    const timer = setTimeout(() => setVisible(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigating]);
  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-40">
      {visible && (
        <>
          <div className="h-1 overflow-hidden">
            <div className="progress-bar h-full w-1/4 bg-signal" />
          </div>
          <p className="absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center gap-2 border border-ink bg-sheet px-4 py-2 font-medium text-fine">
            <Spinner className="size-4" />
            {copy.loading}
          </p>
        </>
      )}
    </div>
  );
}

/**
 * Blocks navigation while offline, since the browser's error page would replace the current page, and resumes it once
 * online.
 */
export function OfflineNotice() {
  const blocker = useBlocker(() => !navigator.onLine);
  const { state, proceed } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return;
    const resume = () => proceed();
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, [state, proceed]);
  return (
    <div role="alert" className="fixed inset-x-0 bottom-0 z-40">
      {state === 'blocked' && (
        <div className="border-ink border-t bg-sheet">
          <div className="frame flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4">
            <p className="max-w-prose">{siteCopy.offline.text}</p>
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" onClick={() => navigator.onLine && proceed()}>
                {siteCopy.failed.again}
              </Button>
              <Button variant="quiet" onClick={() => blocker.reset()}>
                {siteCopy.offline.stay}
              </Button>
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
