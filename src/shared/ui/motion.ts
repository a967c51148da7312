import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(REDUCED_MOTION);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether things may move automatically. False until the preference of the user's system is known. */
export function useMotionAllowed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !matchMedia(REDUCED_MOTION).matches,
    () => false,
  );
}

/** Whether the element is in the viewport and the tab is visible. `margin` widens or narrows the viewport. */
export function useInView(element: RefObject<Element | null>, margin: string): boolean {
  const [intersecting, setIntersecting] = useState(false);
  const [tabVisible, setTabVisible] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // A busy browser reports several changes at once, the newest last.
    const observer = new IntersectionObserver((entries) => setIntersecting(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    observer.observe(element.current);
    const update = () => setTabVisible(!document.hidden);
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [element, margin]);
  return intersecting && tabVisible;
}
