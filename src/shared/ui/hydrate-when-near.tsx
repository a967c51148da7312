import { type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { HYDRATED_EVENT, LATE_ATTRIBUTE } from '#src/shared/hydration/hydration-events.ts';
import { useHydrated } from './use-hydrated.ts';

/** How far outside of the view a part is hydrated. */
const MARGIN = '300px';

/**
 * A part of a page below its first screen. React hydrates it when it comes near. A page that is hydrated whole keeps a
 * phone busy for longer than a tap may wait.
 */
export function HydrateWhenNear({ className = '', children }: { className?: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const [near] = useState(() => Promise.withResolvers<void>());
  useEffect(() => {
    if (!part.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        near.resolve();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(part.current);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div ref={part} className={className} {...{ [LATE_ATTRIBUTE]: '' }}>
      <Suspense>
        <Hydrated after={near.promise} onHydrated={() => part.current?.removeAttribute(LATE_ATTRIBUTE)}>
          {children}
        </Hydrated>
      </Suspense>
    </div>
  );
}

/** Waits only while the server's HTML stands in its place; what the browser renders itself is there at once. */
function Hydrated({
  after,
  onHydrated,
  children,
}: {
  after: Promise<void>;
  onHydrated: () => void;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  if (typeof document !== 'undefined' && !hydrated) use(after);
  const announce = useEffectEvent(() => {
    onHydrated();
    dispatchEvent(new Event(HYDRATED_EVENT));
  });
  useEffect(() => announce(), []);
  return children;
}
