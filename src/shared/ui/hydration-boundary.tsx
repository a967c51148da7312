import { type ReactNode, type RefObject, Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { HYDRATED_EVENT, LATE_ATTRIBUTE } from '#src/shared/hydration/hydration-events.ts';
import { whenIdle } from '#src/shared/hydration/when-idle.ts';
import { useHydrated } from './use-hydrated.ts';

/** How long an idle moment is waited for, in ms. */
const MAX_IDLE_WAIT_MS = 500;

/**
 * A part of a page below its first screen. React hydrates it after the rest, in an idle moment of its own: a page that is
 * hydrated whole keeps a phone busy for longer than a tap may wait. An update that concerns the part hydrates it at once.
 */
export function HydrationBoundary({ className = '', children }: { className?: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const isFirstAttempt = useRef(true);
  const [turn] = useState(() => Promise.withResolvers<void>());
  useEffect(() => queueHydration(turn.resolve), [turn]);
  return (
    <div ref={part} className={className} {...{ [LATE_ATTRIBUTE]: '' }}>
      <Suspense>
        <AwaitTurn turn={turn.promise} isFirstAttempt={isFirstAttempt}>
          {children}
          <HydrationSignal onHydrated={() => part.current?.removeAttribute(LATE_ATTRIBUTE)} />
        </AwaitTurn>
      </Suspense>
    </div>
  );
}

/**
 * Waits only while the server's HTML stands in its place, and once. React tries again for each update around it, such as a
 * navigation. It shows none of them before it is through.
 */
function AwaitTurn({
  turn,
  isFirstAttempt,
  children,
}: {
  turn: Promise<void>;
  isFirstAttempt: RefObject<boolean>;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  if (typeof document !== 'undefined' && !hydrated && isFirstAttempt.current) {
    isFirstAttempt.current = false;
    use(turn);
  }
  // No hook may follow: in a second attempt, React would not expect it.
  return children;
}

function HydrationSignal({ onHydrated }: { onHydrated: () => void }) {
  const announce = useEffectEvent(() => {
    onHydrated();
    dispatchEvent(new Event(HYDRATED_EVENT));
  });
  useEffect(() => announce(), []);
  return null;
}

const turns = new Set<() => void>();

/** Calls back in an idle moment, one for each caller. Returns a function that gives the turn up. */
function queueHydration(begin: () => void): () => void {
  turns.add(begin);
  if (turns.size === 1) awaitIdle();
  return () => turns.delete(begin);
}

function awaitIdle(): void {
  whenIdle(() => {
    const [begin] = turns;
    if (!begin) return;
    turns.delete(begin);
    begin();
    if (turns.size > 0) awaitIdle();
  }, MAX_IDLE_WAIT_MS);
}
