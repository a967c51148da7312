import { useSyncExternalStore } from 'react';
import { createPath, type To, useLocation, useResolvedPath } from 'react-router';
import { createListeners } from '#src/shared/listeners.ts';
import { choosePrefetchMode, type PrefetchMode } from '#src/shared/prefetch-rules.ts';
import { PREFETCHED_FRESH_S } from '#src/shared/prefetched-data.ts';

type NavigatorFacts = Navigator & {
  connection?: { saveData?: boolean; effectiveType?: string };
  deviceMemory?: number;
};

/** The most links in view that are prefetched per page. The others wait for the pointer. */
const MAX_PREFETCHED_LINKS = 12;

/** Which links of the current page may be prefetched while in view. `isOld`: prefetched data is no longer fresh. */
let granted = { page: '', targets: new Set<string>(), isOld: false };
const listeners = createListeners();
let subscribed = false;
/** Events by which the visitor begins to use the page. Elements that scroll by themselves do not count. */
const USE_EVENTS = ['pointermove', 'pointerdown', 'wheel', 'scroll', 'keydown'] as const;
let isUsed = false;

/** Many visits end with the first page, so nothing is prefetched before somebody moves the pointer or scrolls. */
function awaitUse(): void {
  const start = () => {
    isUsed = true;
    for (const event of USE_EVENTS) removeEventListener(event, start);
    listeners.notify();
  };
  if (scrollY > 0) isUsed = true;
  else for (const event of USE_EVENTS) addEventListener(event, start, { passive: true });
}

function subscribe(listener: () => void): () => void {
  if (!subscribed) {
    subscribed = true;
    // With 250 entries, the default, the latest would be missing.
    performance.setResourceTimingBufferSize(5_000);
    for (const event of ['online', 'offline']) window.addEventListener(event, () => listeners.notify());
    awaitUse();
  }
  return listeners.subscribe(listener);
}

/** Whether a link of this page may be prefetched while in view. Repeated calls give the same answer. */
function isGranted(page: string, target: string): boolean {
  if (page !== granted.page) {
    const current = { page, targets: new Set<string>(), isOld: false };
    granted = current;
    setTimeout(() => {
      current.isOld = true;
      listeners.notify();
    }, PREFETCHED_FRESH_S * 1_000);
  }
  // Prefetched data is too old by now; the pointer fetches it again.
  if (granted.isOld) return false;
  if (granted.targets.size < MAX_PREFETCHED_LINKS) granted.targets.add(target);
  return granted.targets.has(target);
}

function getMode(page: string, target: string | null, inView: boolean): PrefetchMode {
  const { onLine, connection, deviceMemory } = navigator as NavigatorFacts;
  const mode = choosePrefetchMode(target, {
    isOnline: onLine,
    saveData: connection?.saveData,
    effectiveType: connection?.effectiveType,
    deviceMemory,
  });
  return mode === 'viewport' && target !== null && !(inView && isUsed && isGranted(page, target)) ? 'intent' : mode;
}

/**
 * The `prefetch` prop of a link to `to`; without `to`, of links to private pages. Once somebody uses the page, public
 * pages are prefetched when their link is in view, if connection and memory allow. For other pages, the pointer
 * prefetches only the module.
 * `inView: false` is for one of many links, which only the pointer prefetches.
 */
export function usePrefetch(to?: To, { inView = true } = {}): PrefetchMode {
  const { key, pathname } = useLocation();
  const resolved = createPath(useResolvedPath(to ?? ''));
  const target = to === undefined ? null : resolved;
  return useSyncExternalStore(
    subscribe,
    () => getMode(pathname + key, target, inView),
    // Nobody has used the page before it is hydrated, or it is prefetched right afterwards.
    () => 'intent',
  );
}
