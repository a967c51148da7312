import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(REDUCED_MOTION);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether things may move by themselves. No, until it is known what the person asked their system for. */
export function useMotionAllowed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !matchMedia(REDUCED_MOTION).matches,
    () => false,
  );
}

/** Whether this element is in the window, and the window in front. `margin` widens or narrows the window. */
export function useInView(element: RefObject<Element | null>, margin: string): boolean {
  const [near, setNear] = useState(false);
  const [front, setFront] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    observer.observe(element.current);
    const follow = () => setFront(!document.hidden);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [element, margin]);
  return near && front;
}
