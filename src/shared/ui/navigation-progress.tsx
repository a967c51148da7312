import { useEffect, useState } from 'react';
import { useBlocker, useNavigation } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Button, Spinner } from './button.tsx';

/** A page that is there sooner needs no word about it, in ms. */
const SHOW_AFTER_MS = 150;

/** Says that the next page is on its way, over the page one has; whatever lies under it can still be pressed. */
export function NavigationProgress() {
  const waiting = useNavigation().state !== 'idle';
  const [noticed, setNoticed] = useState(false);
  useEffect(() => {
    if (!waiting) return setNoticed(false);
    const timer = setTimeout(() => setNoticed(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-40">
      {noticed && (
        <>
          <div className="h-1 overflow-hidden">
            <div className="waiting-bar h-full w-1/4 bg-signal" />
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
 * Keeps the page while there is no connection, instead of losing it to the browser's own error page, and goes on
 * when there is one again.
 */
export function OfflineNotice() {
  const blocker = useBlocker(() => !navigator.onLine);
  const { state, proceed } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return;
    const goOn = () => proceed();
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
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
